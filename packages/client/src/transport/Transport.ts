/** Sends requests with credentials, idempotency keys, time limits and retries. */
import type { CallOptions, ClientOptions, Fetch, FetchInit, QueryValue, ResponseHeaders } from "./ClientOptions.ts"
import { systemClock, resolveUnlessAborted, withTimeLimit } from "./Clock.ts"
import type { Clock } from "./Clock.ts"
import { SheafConnectionError, SheafProblem } from "./Errors.ts"
import type { ProblemMembers } from "./Errors.ts"
import { isRejectedWithoutEffect, pauseMillisBefore, parseRetryAfter } from "./Retry.ts"

export interface ApiCall extends CallOptions {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The idempotency key of a POST request, or false if the route accepts no key. Default: a new random key. */
  readonly idempotencyKey?: string | false | undefined
  /** False if repeating the request after a lost response would make it take effect twice. Default: true. */
  readonly isRepeatable?: boolean
  /** How to read a successful body. Default: JSON. */
  readonly as?: "json" | "blob"
}

export interface ApiResponse<A> {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly body: A
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/**
 * Bypasses the cache. Chromium's cache would delay a request by 20 seconds while another tab has an identical request
 * in progress, such as a long poll. Some platforms have no cache and reject the option.
 */
const uncached = "cache" in (globalThis.Request?.prototype ?? {}) ? ({ cache: "no-store" } as const) : {}

/** The message does not contain the credential, because errors are logged. */
const checkCredential = (name: string, value: string | undefined): void => {
  if (value !== undefined && !/^[\x21-\x7e]+$/.test(value)) {
    throw new TypeError(`${name} must consist of visible ASCII characters, without spaces or line breaks.`)
  }
}

const queryOf = (query: Readonly<Record<string, QueryValue>> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]
  )
  return given.length === 0 ? "" : `?${given.join("&")}`
}

const isProblem = (value: unknown): value is ProblemMembers<string> =>
  typeof value === "object" && value !== null && "code" in value && typeof value.code === "string" && "detail" in value

export class Transport {
  readonly clock: Clock
  readonly #base: string
  readonly #credentials: Readonly<Record<string, string>>
  readonly #fetch: Fetch
  readonly #retries: number
  readonly #timeout: number

  /** `version` is undefined for calls that belong to no version. */
  constructor(version: string | undefined, options: ClientOptions) {
    checkCredential("apiKey", options.apiKey)
    checkCredential("token", options.token)
    this.#base = new URL(options.baseUrl).href.replace(/\/+$/, "")
    this.#credentials = {
      ...(version === undefined ? {} : { "service-version": version }),
      ...(options.apiKey === undefined ? {} : { "authorization-token": options.apiKey }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` })
    }
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init))
    this.#retries = options.retries ?? 4
    this.#timeout = (options.timeoutSeconds ?? 40) * 1000
    this.clock = options.clock ?? systemClock
  }

  /** The body's type comes from the service's published API document. */
  async body<A>(call: ApiCall): Promise<A> {
    return (await this.send<A>(call)).body
  }

  async send<A>(call: ApiCall): Promise<ApiResponse<A>> {
    const key = call.method === "POST" && call.idempotencyKey !== false ? (call.idempotencyKey ?? newKey()) : undefined
    const init: Omit<FetchInit, "signal"> = {
      method: call.method ?? "GET",
      // A redirect could send the credentials to another server.
      redirect: "manual",
      ...uncached,
      headers: {
        ...this.#credentials,
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) })
    }
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt<A>(call, init)
      } catch (error) {
        call.signal?.throwIfAborted()
        const canRepeat = attempt < this.#retries && (call.isRepeatable !== false || isRejectedWithoutEffect(error))
        const pause = canRepeat ? pauseMillisBefore(attempt + 1, error, this.clock) : undefined
        if (pause === undefined) throw error
        await this.clock.sleep(pause, call.signal)
      }
    }
  }

  async #attempt<A>(
    { as = "json", path, query, signal }: ApiCall,
    init: Omit<FetchInit, "signal">
  ): Promise<ApiResponse<A>> {
    const limit = {
      clock: this.clock,
      milliseconds: this.#timeout,
      late: () => new Error(`no complete response within ${this.#timeout / 1000} seconds`),
      signal
    }
    const url = `${this.#base}${path}${queryOf(query)}`
    const { content, response } = await withTimeLimit(limit, (signal) =>
      resolveUnlessAborted(
        this.#fetch(url, { ...init, signal }).then(async (response) => ({
          response,
          content: await response.arrayBuffer()
        })),
        signal
      )
    ).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new SheafConnectionError(`No response from ${new URL(this.#base).host}: ${reason}`, { cause })
    })
    const { headers, ok, status } = response
    const type = headers.get("content-type") ?? "no content type"
    if (ok && as === "blob") return { status, headers, body: new Blob([content], { type }) as A }
    if (status === 304 || (ok && content.byteLength === 0)) return { status, headers, body: undefined as A }
    const answer = /[/+]json\b/.test(type) ? parse(new TextDecoder().decode(content)) : undefined
    if (ok && answer !== undefined) return { status, headers, body: answer as A }
    const wait = parseRetryAfter(headers, this.clock.now())
    if (isProblem(answer)) throw new SheafProblem(answer, wait)
    throw new SheafConnectionError(`The response is not from Sheaf: status ${status}, ${type}`, {
      status,
      retryAfterSeconds: wait
    })
  }
}

const parse = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
