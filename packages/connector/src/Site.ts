/** The company's site, as a browser without scripts sees it. Cookies can be stored in the session. */
import { isIP } from "node:net"
import { RequestError } from "./RequestError.ts"

/**
 * Cookie values by host and name. A host with a leading dot includes all its subdomains. Put the cookies into the
 * state, so that the next call continues with them.
 */
export type Cookies = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface SiteResponse {
  readonly status: number
  /** The URL after redirects. */
  readonly url: URL
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly text: string
}

export interface SiteRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
}

const maxRedirects = 8
const maxBytes = 20 * 1024 * 1024
const timeoutMillis = 20_000

/** The header that carries the company's URL if a request goes to a cassette's proxy instead of to the company. */
export const proxiedUrlHeader = "cassette-url"

export const fetchThrough =
  (proxy: string | undefined): typeof fetch =>
  (input, init) => {
    if (proxy === undefined || proxy === "") return fetch(input, init)
    const request = new Request(input, init)
    const headers = new Headers(request.headers)
    headers.set(proxiedUrlHeader, request.url)
    return fetch(proxy, { ...init, method: request.method, headers })
  }

/** Returns true for a cookie that is already expired on arrival (RFC 6265 §5.3). */
const isOver = (cookie: string): boolean => {
  const [, age] = /;\s*max-age\s*=\s*(-?\d+)/i.exec(cookie) ?? []
  if (age !== undefined) return Number(age) <= 0
  const [, expires = ""] = /;\s*expires\s*=\s*([^;]*)/i.exec(cookie) ?? []
  return Date.parse(expires) <= 0
}

/**
 * Returns the hosts that a cookie is for. Returns `undefined` if its `Domain` does not contain the sender (RFC 6265
 * §5.3), or if it is a whole top-level domain such as `ee`, to which everybody's hosts belong.
 */
const scopeOf = (cookie: string, host: string): string | undefined => {
  const [, given = ""] = Array.from(cookie.matchAll(/;\s*domain\s*=\s*\.?([^;]*)/gi)).at(-1) ?? []
  const domain = given.trim().toLowerCase()
  if (domain === "" || (domain === host && (isAddress(host) || !host.includes(".")))) return host
  return domain.includes(".") && isIn(host, `.${domain}`) ? `.${domain}` : undefined
}

const isAddress = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, "")) !== 0

/** Returns true if a cookie's hosts include this one (RFC 6265 §5.1.3). */
const isIn = (host: string, scope: string): boolean =>
  host === scope || (scope.startsWith(".") && !isAddress(host) && `.${host}`.endsWith(scope))

const decodeText = (bytes: Uint8Array<ArrayBuffer>, contentType: string | null): string => {
  const [, charset = "utf-8"] = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? "") ?? []
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const readBytes = async (response: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxBytes) throw new RequestError(502, "The company's response is too long")
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

export class Site {
  readonly #fetch: typeof fetch
  readonly #cookies = new Map<string, Map<string, string>>()

  constructor(using: typeof fetch, cookies: Cookies = {}) {
    this.#fetch = using
    for (const [host, values] of Object.entries(cookies)) this.#cookies.set(host, new Map(Object.entries(values)))
  }

  get cookies(): Cookies {
    return Object.fromEntries(Array.from(this.#cookies, ([host, values]) => [host, Object.fromEntries(values)]))
  }

  get(url: string | URL, request: SiteRequest = {}): Promise<SiteResponse> {
    return this.#send("GET", new URL(url), request)
  }

  post(url: string | URL, request: SiteRequest = {}): Promise<SiteResponse> {
    return this.#send("POST", new URL(url), request)
  }

  #keep({ hostname }: URL, headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^\s*([^=;\s]+)=([^;]*)/.exec(cookie) ?? []
      const scope = scopeOf(cookie, hostname)
      if (name === "" || scope === undefined) continue
      const jar = this.#cookies.get(scope) ?? new Map<string, string>()
      if (isOver(cookie)) jar.delete(name)
      else this.#cookies.set(scope, jar.set(name, value.trim()))
    }
  }

  /** As in browsers, all ports of a host share its cookies (RFC 6265 §8.5). */
  #cookiesFor({ hostname }: URL): string {
    return Array.from(this.#cookies)
      .flatMap(([scope, jar]) => (isIn(hostname, scope) ? Array.from(jar, ([name, value]) => `${name}=${value}`) : []))
      .join("; ")
  }

  async #request(method: string, url: URL, { form, headers: given = {}, json }: SiteRequest): Promise<Response> {
    const headers = new Headers(given)
    const cookies = this.#cookiesFor(url)
    if (cookies !== "") headers.set("cookie", cookies)
    if (form !== undefined) headers.set("content-type", "application/x-www-form-urlencoded")
    if (json !== undefined) headers.set("content-type", "application/json")
    const body = form === undefined ? json !== undefined && JSON.stringify(json) : String(new URLSearchParams(form))
    try {
      return await this.#fetch(url, {
        method,
        headers,
        ...(body !== false && { body }),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMillis)
      })
    } catch {
      throw new RequestError(504, "The company cannot be reached")
    }
  }

  async #send(method: string, url: URL, request: SiteRequest): Promise<SiteResponse> {
    let [verb, at, sent] = [method, url, request]
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const response = await this.#request(verb, at, sent)
      this.#keep(at, response.headers)
      const location = response.headers.get("location")
      if (location === null || response.status < 300 || response.status > 399) {
        const bytes = await readBytes(response)
        const { headers, status } = response
        return { status, url: at, headers, bytes, text: decodeText(bytes, headers.get("content-type")) }
      }
      await response.body?.cancel()
      at = new URL(location, at)
      // A redirect drops the body (RFC 9110 §15.4), unless it is a 307 or 308.
      if (response.status !== 307 && response.status !== 308) [verb, sent] = ["GET", {}]
    }
    throw new RequestError(502, "The company redirects without end")
  }
}
