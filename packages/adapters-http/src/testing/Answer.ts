/** An answer of the service, read to its end. */
import { Violation } from "@sheaf/domain/Violation"
import { Schema } from "effect"

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

  /** The body as JSON; `undefined` if there is none. */
  get json(): unknown {
    return this.bytes.length === 0 ? undefined : JSON.parse(this.text)
  }

  /** The body in the shape that its document gives it, to which the client holds it. */
  read<A>(): A {
    return this.json as A // the caller names the shape; a wrong one shows in what the caller asserts
  }

  /** This answer, if it has the status; throws otherwise. */
  expect(status: number): this {
    if (this.status !== status) throw new Error(`expected ${status}, got ${this.status}: ${this.text}`)
    return this
  }

  /** The body as a problem, with no members but those of problems. */
  get problem(): AnyProblem {
    return decodeProblem(this.json)
  }
}
