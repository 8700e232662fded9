/** The requests and responses of a run, recorded while the client sends them. */
import type { Fetch, FetchInit } from "@sheaf/client"
import { signal } from "@preact/signals"
import type { Signal } from "@preact/signals"

/** A request with its response. */
export interface HttpExchange {
  readonly number: number
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string
  /** In milliseconds. A held poll takes up to 30 seconds. */
  readonly duration: number
}

/** The part of a request that is shown. */
type SentRequest = Pick<FetchInit, "method" | "headers"> & { readonly body?: string }

const statusIn = (body: string): string | undefined => /"status":"([^"]+)"/.exec(body)?.[1]

/** The recorded exchanges of one run, oldest first. */
export class Exchanges {
  readonly all: Signal<ReadonlyArray<HttpExchange>> = signal([])

  /** Sends the client's requests, and records them. Polls without a change are omitted, because they would hide the others. */
  readonly fetch: Fetch = (url, init) => this.#sent(url, init, () => fetch(url, init))

  /** Sends a request that the client does not have, such as a button on a page of the sandbox. */
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
    const earlier = this.#repeated(exchange) ? this.all.value.slice(0, -1) : this.all.value
    this.all.value = [...earlier, { ...exchange, number: earlier.length + 1 }]
    return response
  }

  /** Returns true if a poll only repeats the last one, apart from an animated code, which changes every second. */
  #repeated({ method, path, responseBody }: Pick<HttpExchange, "method" | "path" | "responseBody">): boolean {
    const last = this.all.value.at(-1)
    const isPoll = method === "GET" && path.endsWith("/status")
    return (
      isPoll && last?.path === path && last.method === method && statusIn(last.responseBody) === statusIn(responseBody)
    )
  }
}
