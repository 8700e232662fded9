/** Sends a run's requests, and records them together with their responses. */
import type { Fetch, FetchInit } from "@sheaf/client"
import { signal } from "@preact/signals"
import type { Signal } from "@preact/signals"

export interface HttpExchange {
  readonly number: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string
  /** In milliseconds. A long poll takes up to 30 seconds. */
  readonly duration: number
}

type SentRequest = Pick<FetchInit, "method" | "headers"> & { readonly body?: string }

const statusIn = (body: string): string | undefined => /"status":"([^"]+)"/.exec(body)?.[1]

export class HttpExchangeLog {
  readonly all: Signal<ReadonlyArray<HttpExchange>>

  /** Creates a log that begins with `earlier`, the exchanges from before the page was reloaded. */
  constructor(earlier: ReadonlyArray<HttpExchange> = []) {
    this.all = signal(earlier)
  }

  /**
   * Sends the client's requests and records them. Omits polls that show no change, because they would bury everything
   * else.
   */
  readonly fetch: Fetch = (url, init) => this.#sent(url, init, () => fetch(url, init))

  /** Sends a request for which the client has no method, such as pressing a button on a sandbox page. */
  readonly send = (path: string, init: SentRequest): Promise<Response> =>
    this.#sent(path, init, () => fetch(path, init))

  async #sent(url: string, { body, headers, method }: SentRequest, send: () => Promise<Response>): Promise<Response> {
    const startedAt = performance.now()
    const response = await send()
    if (response.status === 304) return response
    const copy = response.clone()
    const { pathname, search } = new URL(url, location.origin)
    const exchange = {
      method,
      path: pathname + search,
      headers,
      body,
      status: copy.status,
      responseHeaders: Object.fromEntries(copy.headers),
      responseBody: await copy.text(),
      duration: performance.now() - startedAt
    }
    const repeated = this.#repeated(exchange)
    const all = this.all.value
    if (repeated === undefined) this.all.value = [...all, { ...exchange, number: all.length + 1 }]
    else if (repeated === all.at(-1)) this.all.value = [...all.slice(0, -1), { ...exchange, number: all.length }]
    return response
  }

  /** Returns the previous poll, if it had the same response. Ignores animated codes, which change every second. */
  #repeated({ method, path, responseBody }: Omit<HttpExchange, "number">): HttpExchange | undefined {
    const last = this.all.value.findLast((each) => each.method === method && each.path === path)
    const isPoll = method === "GET" && path.endsWith("/status")
    return isPoll && last !== undefined && statusIn(last.responseBody) === statusIn(responseBody) ? last : undefined
  }
}
