/** The options of a client and of its calls. */
import type { Clock } from "./Clock.ts"

export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly redirect: "manual"
  /** Absent if the platform's `fetch` does not know the option. */
  readonly cache?: "no-store"
  readonly signal: AbortSignal
}

export interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: ResponseHeaders
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}

export interface ResponseHeaders {
  readonly get: (name: string) => string | null
}

/** Both the platform's `fetch` and undici's satisfy this type. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

export interface ClientOptions {
  /**
   * The service's URL, for example `https://sheaf.example`. If it has a path, the paths of all requests begin with it.
   */
  readonly baseUrl: string | URL
  /** The API key. Never send an API key to a browser. */
  readonly apiKey?: string | undefined
  /** A user's token. Usually set by `asUser`. */
  readonly token?: string | undefined
  /** Replaces `fetch`, for example to present a client certificate. Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined
  /** The maximum number of retries after a failed request. Default: 4. */
  readonly retries?: number | undefined
  /**
   * The time limit for each attempt, in seconds. It must be longer than a long poll, which takes up to 30 seconds.
   * Default: 40.
   */
  readonly timeoutSeconds?: number | undefined
  readonly clock?: Clock | undefined
}

export interface CallOptions {
  /** Cancels the call. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface PostOptions extends CallOptions {
  /** The idempotency key. Default: a random key for each call. Retries of the call use the same key. */
  readonly idempotencyKey?: string | undefined
}

/** The values of a list are joined with commas. */
export type QueryValue = string | number | boolean | ReadonlyArray<string> | undefined
