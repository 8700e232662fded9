/** A complete response from the service. */
import { Violation } from "@sheaf/domain/Violation"
import { Schema } from "effect"

const ProblemBody = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  code: Schema.String,
  requestId: Schema.String,
  errors: Schema.optionalKey(Schema.Array(Violation)),
  oldestAvailable: Schema.optionalKey(Schema.String)
})

const decodeProblem = Schema.decodeUnknownSync(ProblemBody, { onExcessProperty: "error" })

export type ProblemBody = typeof ProblemBody.Type

export class TestResponse {
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
    return this.bytes.length === 0 ? undefined : JSON.parse(this.text)
  }

  /** The body in its documented shape, which the client has already checked. */
  read<A>(): A {
    return this.json as A // The caller names the shape. A wrong shape fails the caller's assertions.
  }

  expect(status: number): this {
    if (this.status !== status) throw new Error(`expected ${status}, got ${this.status}: ${this.text}`)
    return this
  }

  /** The body as a problem. Throws if it has unknown members. */
  get problem(): ProblemBody {
    return decodeProblem(this.json)
  }
}
