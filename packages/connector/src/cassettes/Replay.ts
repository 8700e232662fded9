/** Replays a cassette against a connector, without a network, without waiting, and with a clock that stands still. */
import { makeCallHandler } from "../Connector.ts"
import type { ConnectorResponse, Connector } from "../Connector.ts"
import { cassetteTime } from "../PlayTime.ts"
import type { Cassette, RecordedAnswer, RecordedCall } from "./Cassette.ts"
import { CassettePlayer } from "./Player.ts"

export interface ReplayResult {
  /** How the connector deviates from the recording, as lines of a diff under the call in question. */
  readonly deviations: ReadonlyArray<string>
  readonly answers: ReadonlyArray<RecordedAnswer>
}

export type CallConnectorAt = (name: string, body: object, key: string, time: Date) => Promise<ConnectorResponse>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const maxShown = 120

const shorten = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)

const diff = (before: unknown, after: unknown, place: string): ReadonlyArray<string> => {
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => diff(before[name], after[name], `${place}/${name}`))
  }
  if (before === after) return []
  const line = (sign: string, value: unknown) =>
    value === undefined ? [] : [`${sign} ${place} ${shorten(JSON.stringify(value))}`]
  return [...line("-", before), ...line("+", after)]
}

const readAnswer = (name: string, { content, contentType, status }: ConnectorResponse) => {
  const bytes = Buffer.from(content)
  if (status !== 200) return { answer: { status }, session: undefined }
  if (name === "document") {
    return { answer: { status, ...(contentType !== undefined && { contentType }), content: bytes.toString("base64") } }
  }
  try {
    const parsed: unknown = JSON.parse(bytes.toString())
    if (!isObject(parsed)) return { answer: { status, step: parsed } }
    const { session, ...step } = parsed
    return { answer: { status, step }, session: typeof session === "string" ? session : undefined, step }
  } catch {
    return { answer: { status, step: null } }
  }
}

const pauseOf = (step: unknown): number =>
  isObject(step) && typeof step["afterMillis"] === "number" ? step["afterMillis"] : 0

const describe = ({ body, call }: RecordedCall, index: number): string => {
  const { signal } = body
  return `call ${index + 1}, ${call}${isObject(signal) ? ` ${String(signal["type"])}` : ""}`
}

/**
 * Replays the calls in order. Stops after a call that fails only in the replay, because later calls would lack its
 * session. `player` answers the requests that each `call` sends.
 */
export const replay = async (
  { calls: recorded }: Cassette,
  player: CassettePlayer,
  call: CallConnectorAt
): Promise<ReplayResult> => {
  const deviations: Array<string> = []
  const answers: Array<RecordedAnswer> = []
  let session: string | undefined
  let time = cassetteTime
  for (const [index, each] of recorded.entries()) {
    player.load(each.exchanges)
    const body = each.call === "begin" ? each.body : { ...each.body, session }
    const read = readAnswer(each.call, await call(each.call, body, `cassette/${index}`, new Date(time)))
    session = read.session ?? session
    time += pauseOf(read.step)
    answers.push(read.answer)
    const changes = [...player.deviations(), ...(each.answer === undefined ? [] : diff(each.answer, read.answer, ""))]
    if (changes.length > 0) deviations.push(`${describe(each, index)}:`, ...changes.map((line) => `  ${line}`))
    if (each.answer?.status === 200 && read.answer.status !== 200) {
      const left = recorded.length - index - 1
      if (left > 0)
        deviations.push(`${left === 1 ? "the call after it was" : `the ${left} calls after it were`} not made`)
      break
    }
  }
  return { deviations, answers }
}

/** Replays a cassette against a connector in this process, for the connector's tests. Returns the deviations. */
export const replayInProcess = async <State>(
  cassette: Cassette,
  connector: Connector<State>
): Promise<ReadonlyArray<string>> => {
  const player = new CassettePlayer()
  let now = new Date(cassetteTime)
  const call = makeCallHandler(connector, { key: "cassette", fetch: player.fetch, now: () => now })
  const { deviations } = await replay(cassette, player, (name, body, key, time) => {
    now = time
    return call(name, body, key).catch((error: unknown) => ({
      status: error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500,
      content: ""
    }))
  })
  return deviations
}
