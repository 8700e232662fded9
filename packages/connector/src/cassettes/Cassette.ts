/**
 * A cassette: one scrubbed login, consisting of the connector's calls and the company's responses to each
 * (docs/connector-kit.md).
 */

export const cassetteFormat = "sheaf-cassette"
export const cassetteVersion = 1

export const protocolVersion = "1"

/** A request's structure, without values: `*` replaces each path segment or name that was not kept. */
export interface RequestShape {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly query: ReadonlyArray<string>
  readonly fields: ReadonlyArray<string>
}

export interface RecordedResponse {
  readonly status: number
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
  readonly encoding?: "base64"
}

export interface Exchange {
  readonly request: RequestShape
  readonly response: RecordedResponse
}

/** What the connector answered: a step (without its session), a file, or nothing. */
export interface RecordedAnswer {
  readonly status: number
  readonly step?: unknown
  readonly contentType?: string
  readonly content?: string
}

export const callNames = ["begin", "resume", "document", "cancel"] as const
export type CallName = (typeof callNames)[number]

export interface RecordedCall {
  readonly call: CallName
  /** The body without its session, which comes from the previous call's answer. */
  readonly body: Readonly<Record<string, unknown>>
  readonly exchanges: ReadonlyArray<Exchange>
  /** Absent if a browser made the requests. */
  readonly answer?: RecordedAnswer
}

export interface Cassette {
  readonly format: typeof cassetteFormat
  readonly version: typeof cassetteVersion
  readonly protocol: string
  readonly company: string
  readonly failure?: string
  readonly calls: ReadonlyArray<RecordedCall>
}

/** Thrown if a file is not a cassette of this version. The message says where it differs. */
export class CassetteError extends Error {
  constructor(message: string) {
    super(message)
    this.name = "CassetteError"
  }
}

export const maxCassetteBytes = 32 * 1024 * 1024
const maxCalls = 1000
const maxExchanges = 10_000

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === "string"

const isStatus = (value: unknown): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 200 && value <= 599

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const isHeader = (value: unknown): boolean => areTexts(value) && Array.isArray(value) && value.length === 2

type Check = readonly [name: string, is: (value: unknown) => boolean, expected: string]

const requestChecks: ReadonlyArray<Check> = [
  ["method", (value) => isText(value) && /^[A-Z]{1,20}$/.test(value), "an HTTP method"],
  ["host", isText, "a host"],
  ["path", isText, "a path"],
  ["query", areTexts, "a list of names"],
  ["fields", areTexts, "a list of names"]
]

const responseChecks: ReadonlyArray<Check> = [
  ["status", isStatus, "an HTTP status"],
  ["headers", (value) => Array.isArray(value) && value.every(isHeader), "a list of names and values"],
  ["body", isText, "a text"],
  ["encoding", (value) => value === undefined || value === "base64", "base64 or nothing"]
]

const cassetteChecks: ReadonlyArray<Check> = [
  ["company", isText, "a company's id"],
  ["failure", (value) => value === undefined || isText(value), "a text or nothing"],
  ["calls", (value) => Array.isArray(value) && value.length <= maxCalls, `at most ${maxCalls} calls`]
]

const names: ReadonlyArray<unknown> = callNames

const callChecks: ReadonlyArray<Check> = [
  ["call", (value) => names.includes(value), `one of ${callNames.join(", ")}`],
  ["body", isMembers, "an object"],
  ["exchanges", (value) => Array.isArray(value) && value.length <= maxExchanges, `at most ${maxExchanges} exchanges`],
  [
    "answer",
    (value) => value === undefined || (isMembers(value) && isStatus(value["status"])),
    "an answer with a status"
  ]
]

const checked = (value: unknown, place: string, checks: ReadonlyArray<Check>): Members => {
  if (!isMembers(value)) throw new CassetteError(`${place === "" ? "/" : place}: expected an object`)
  for (const [name, is, expected] of checks) {
    if (!is(value[name])) throw new CassetteError(`${place}/${name}: expected ${expected}`)
  }
  return value
}

const listAt = (members: Members, name: string): ReadonlyArray<unknown> => {
  const list = members[name]
  return Array.isArray(list) ? list : []
}

function assertCassette(value: unknown): asserts value is Cassette {
  if (!isMembers(value) || value["format"] !== cassetteFormat) {
    throw new CassetteError(`/format: expected ${cassetteFormat}; the file is no cassette`)
  }
  const { protocol, version } = value
  if (version !== cassetteVersion)
    throw new CassetteError(`/version: expected ${cassetteVersion}; record the cassette again`)
  if (protocol !== protocolVersion) {
    throw new CassetteError(
      `/protocol: expected ${protocolVersion}, because the cassette has calls of another protocol version`
    )
  }
  const cassette = checked(value, "", cassetteChecks)
  for (const [index, each] of listAt(cassette, "calls").entries()) {
    const call = checked(each, `/calls/${index}`, callChecks)
    for (const [position, exchange] of listAt(call, "exchanges").entries()) {
      const place = `/calls/${index}/exchanges/${position}`
      const { request, response } = checked(exchange, place, [])
      checked(request, `${place}/request`, requestChecks)
      checked(response, `${place}/response`, responseChecks)
    }
  }
}

export const parse = (text: string): Cassette => {
  if (text.length > maxCassetteBytes) throw new CassetteError(`the cassette is longer than ${maxCassetteBytes} bytes`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new CassetteError("the file is not JSON")
  }
  assertCassette(value)
  return value
}

const stepStatusOf = ({ answer }: RecordedCall): unknown =>
  isMembers(answer?.step) ? answer.step["status"] : undefined

const takesStep = ({ call }: RecordedCall): boolean => call === "begin" || call === "resume"

/** Returns the reason why a cassette cannot stand in for the connector, or `undefined` if it can. */
export const whyUnplayable = ({ calls, failure }: Cassette): string | undefined => {
  if (failure !== undefined) return `its login failed (${failure})`
  if (calls.length === 0 || calls.some(({ answer }) => answer === undefined)) {
    return "it has the pages of a browser, without a connector's steps"
  }
  const index = calls.findIndex((each) => takesStep(each) && each.answer?.status !== 200)
  return index === -1 ? undefined : `call ${index + 1}, ${calls[index]?.call}, got ${calls[index]?.answer?.status}`
}

/** Returns true if a cassette is playable and its last step has a COMPLETED status, even if it contains no records. */
export const isCompleted = (cassette: Cassette): boolean => {
  const last = cassette.calls.findLast(takesStep)
  return (
    whyUnplayable(cassette) === undefined && last !== undefined && String(stepStatusOf(last)).startsWith("COMPLETED")
  )
}

export const format = (cassette: Cassette): string => `${JSON.stringify(cassette, null, 2)}\n`
