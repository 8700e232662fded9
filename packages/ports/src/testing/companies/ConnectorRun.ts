/** Runs a connector through a whole collection, as the service does. */
import { assert } from "@effect/vitest"
import { check, remainingQuestion } from "@sheaf/domain/SupplementInfo"
import type { ResponseObject, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { ComparisonResult } from "@sheaf/domain/AuthenticationMismatch"
import { Clock, Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Connectors } from "../../companies/Connector.ts"
import type { ConnectorRequest, ConnectorSignal, Step } from "../../companies/Connector.ts"
import { newId } from "../samples/Fixture.ts"

export interface ConnectorRun {
  readonly name: string
  readonly order: ConnectorRequest
  /** The answers in order, including one for each request to a device. */
  readonly answers?: ReadonlyArray<SupplementInfo>
  /** True if nobody reacts after the last answer, so the collection times out. */
  readonly unanswered?: true
  readonly verdict?: ComparisonResult
}

/** `at` is in milliseconds since 1970. */
interface Call {
  readonly key: string
  readonly signal: ConnectorSignal
  readonly at: number
}

interface Taken {
  readonly step: Step
  readonly call: Call
}

const maxSteps = 100
/** After this many identical steps without a question, the run assumes that the connector is waiting for a person. */
const sameSteps = 5
export const today = "2026-04-01"
export const tickSignal: ConnectorSignal = { _tag: "Tick" }

export const connectorOf = Effect.fnUntraced(function* ({ name, order }: ConnectorRun) {
  const found = yield* (yield* Connectors).find(order.company)
  return Option.getOrThrowWith(found, () => new Error(`${name}: the adapter has no company ${order.company}`)).connector
})

const answersTo = (run: ConnectorRun, step: Extract<Step, { _tag: "Ask" }>, left: Array<SupplementInfo>) => {
  const answers: Array<SupplementInfo> = []
  for (let open: typeof step.question | undefined = step.question; open !== undefined;) {
    const answer = left.shift()
    if (answer === undefined) return undefined
    assert.deepStrictEqual(check(open, answer, today), [], `${run.name}: the answer fits the question`)
    answers.push(answer)
    open = remainingQuestion(open, answer)
  }
  return answers
}

const isResponse = (answer: SupplementInfo): answer is ResponseObject => answer.type === "RESPONSE_OBJECT"

const signalAfter = (run: ConnectorRun, step: Step, left: Array<SupplementInfo>): ConnectorSignal | undefined => {
  if (step._tag !== "Ask") return tickSignal
  const [first, ...others] = answersTo(run, step, left) ?? []
  if (first === undefined) return undefined
  return isResponse(first)
    ? { _tag: "Responses", responses: Redacted.make([first, ...others.filter(isResponse)]) }
    : { _tag: "Input", input: Redacted.make(first) }
}

const isSame = (a: Step, b: Step): boolean => {
  const [{ session: _, ...shown }, { session: __, ...other }] = [a, b]
  return JSON.stringify(shown) === JSON.stringify(other)
}

const waits = (steps: ReadonlyArray<Step>): boolean => {
  const last = steps.slice(-sameSteps)
  return last.length === sameSteps && last.every((step) => isSame(step, last[0] ?? step))
}

export const runConnector = Effect.fnUntraced(function* (run: ConnectorRun) {
  const connector = yield* connectorOf(run)
  const left = [...(run.answers ?? [])]
  const id = yield* newId
  const begun = { key: `${id}/0`, at: yield* Clock.currentTimeMillis }
  const steps: Array<Step> = [yield* connector.begin(run.order, begun.key)]
  const taken: Array<Taken> = []
  for (let step = steps[0]; step !== undefined && step._tag !== "End" && steps.length < maxSteps; step = steps.at(-1)) {
    const signal = signalAfter(run, step, left)
    if (signal === undefined || (run.unanswered && waits(steps))) break
    if (step._tag === "Poll") yield* TestClock.adjust(step.afterMillis)
    const call = { key: `${id}/${steps.length}`, signal, at: yield* Clock.currentTimeMillis }
    taken.push({ step, call })
    steps.push(yield* connector.resume(step.session, call.signal, call.key))
  }
  const last = steps.at(-1)
  if (last === undefined) throw new Error(`${run.name} has no step`)
  assert.strictEqual(last._tag === "End", !run.unanswered, `${run.name} ends: ${last.status} after ${steps.length}`)
  assert.isEmpty(left, `${run.name}: every answer is requested`)
  yield* Effect.addFinalizer(() => Effect.ignore(connector.cancel(last.session)))
  return { connector, begun, taken, steps, last, endedAt: yield* Clock.currentTimeMillis }
})
