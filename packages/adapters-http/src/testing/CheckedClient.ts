/** A client of the interface, for tests: it takes no answer that is not as the published documents say. */
import { Violation } from "@sheaf/domain/Violation"
import { Schema } from "effect"
import * as PublishedContract from "./PublishedContract.ts"

const AnyProblem = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  code: Schema.String,
  requestId: Schema.String,
  errors: Schema.optionalKey(Schema.Array(Violation))
})

const decodeProblem = Schema.decodeUnknownSync(AnyProblem, { onExcessProperty: "error" })

/** The body of a failure. */
export type AnyProblem = typeof AnyProblem.Type

/** An answer, read to its end. */
export class Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array

  constructor(status: number, headers: Headers, bytes: Uint8Array) {
    this.status = status
    this.headers = headers
    this.bytes = bytes
  }

  header(name: string): string | undefined {
    return this.headers.get(name) ?? undefined
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes)
  }

  get json(): unknown {
    return JSON.parse(this.text)
  }

  /** The body as a problem of exactly the members that there may be. */
  get problem(): AnyProblem {
    return decodeProblem(this.json)
  }
}

/** A request to a path. */
export interface Request {
  /** `GET` unless set. */
  readonly method?: string
  /** Beside, or in place of, the usual ones; `undefined` leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Sent as JSON, unless the headers say something else. */
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Sends a request to a path with its query. */
export type Send = (path: string, request?: Request) => Promise<Answer>

type Fetch = (request: globalThis.Request) => Promise<Response>

/** `fetch`, whose answers are held to the contract; they can be read as if they had not been. */
export const checked =
  (contract: PublishedContract.PublishedContract, fetch: Fetch = globalThis.fetch): Fetch =>
  async (request) => {
    const { headers, method, url } = request
    const { pathname, search } = new URL(url)
    const body = request.body === null ? undefined : new Uint8Array(await request.clone().arrayBuffer())
    const response = await fetch(request)
    const answer = {
      status: response.status,
      headers: response.headers,
      body: new Uint8Array(await response.clone().arrayBuffer())
    }
    const asked = { method, target: pathname + search, headers, ...(body && { body }) }
    PublishedContract.assertDocumented(asked, answer, contract)
    return response
  }

export interface Options {
  /** The address of the service. */
  readonly base: string
  /** What every request has, unless it says otherwise. */
  readonly headers: Readonly<Record<string, string>>
  /** One that is {@link checked}. */
  readonly fetch: Fetch
}

/** A client; redirections are answers to it. */
export const make =
  ({ base, fetch, headers: usual }: Options): Send =>
  async (path, { body, headers = {}, method = "GET" } = {}) => {
    const all = new Headers()
    const json = body === undefined ? {} : { "content-type": "application/json" }
    for (const [name, value] of Object.entries({ ...usual, ...json, ...headers })) {
      if (value !== undefined) all.set(name, value)
    }
    const init = { method, headers: all, redirect: "manual" as const, ...(body !== undefined && { body }) }
    const response = await fetch(new globalThis.Request(base + path, init))
    return new Answer(response.status, response.headers, new Uint8Array(await response.arrayBuffer()))
  }
