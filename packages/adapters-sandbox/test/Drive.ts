/** Drives a collection by stepping alone: no HTTP, no engine, and no waiting. What the service does is done here. */
import { check } from "@sheaf/domain/AuthenticationMismatch"
import { canTransition } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import type { Scenario } from "@sheaf/domain/Scenario"
import { remaining } from "@sheaf/domain/SupplementInfo"
import type { ResponseObject, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { ConnectorError, Connectors, Step } from "@sheaf/ports"
import type { ConnectedCompany, Connector, Signal } from "@sheaf/ports"
import { Effect, Fiber, Option, Random, Redacted, Schedule, Schema } from "effect"
import { TestClock } from "effect/testing"
import { catalogue } from "../src/index.ts"
import type { Start } from "../src/testing/index.ts"

export interface Driven {
  readonly connector: Connector
  readonly steps: ReadonlyArray<Step>
  readonly end: Step
  /** What the history of the collection is: RUNNING, and each status that it changed to. */
  readonly visits: ReadonlyArray<CollectionStatus>
  /** Milliseconds that each step pauses. */
  readonly pauses: ReadonlyArray<number>
}

export const companyOf = Effect.fnUntraced(function* (id: string) {
  const connected: ConnectedCompany = Option.getOrThrow(yield* (yield* Connectors).find(id))
  return connected
})

/** A step as the service takes it: tried again when the company cannot be reached, and a fault when it is none. */
const called = (step: Effect.Effect<Step, ConnectorError>): Effect.Effect<Step, ConnectorError> =>
  Effect.gen(function* () {
    const fiber = yield* step.pipe(
      Effect.retry({ schedule: Schedule.recurs(3), while: ({ reason }) => reason === "UNREACHABLE" }),
      Effect.flatMap(Schema.decodeUnknownEffect(Schema.toType(Step))),
      Effect.catchCause(() => Effect.fail(new ConnectorError({ reason: "BROKEN" }))),
      Effect.forkChild
    )
    yield* Effect.yieldNow
    // Only a slow company is not done by now: it sleeps.
    if (fiber.pollUnsafe() === undefined) yield* TestClock.adjust("10 seconds")
    return yield* Fiber.join(fiber)
  })

const timedOut = {
  CONTACT_FORM: "CONTACT_FORM",
  COLLECTION_INPUT: "COLLECTION_INPUT_TIMEOUT",
  TWO_FACTOR_CODE: "AUTHENTICATION_TIMEOUT",
  TWO_FACTOR_CHOICE: "TWO_FACTOR_METHOD_SELECTION_TIMEOUT",
  RESPONSE_OBJECT: "AUTHENTICATION_TIMEOUT"
} as const

const manySteps = 30

const isResponse = (answer: SupplementInfo): answer is ResponseObject => answer.type === "RESPONSE_OBJECT"

const signalAfter = (step: Step, left: Array<SupplementInfo>): Signal | undefined => {
  if (step._tag !== "Ask") return { _tag: "Tick" }
  const answers: Array<SupplementInfo> = []
  for (let open: typeof step.question | undefined = step.question; open !== undefined;) {
    const answer = left.shift()
    if (answer === undefined) return undefined
    answers.push(answer)
    open = remaining(open, answer)
  }
  const [first] = answers
  if (first === undefined) return undefined
  return isResponse(first)
    ? { _tag: "Responses", responses: Redacted.make(answers.filter(isResponse)) }
    : { _tag: "Input", input: Redacted.make(first) }
}

/** Whether what a step tells of the person who authenticated ends the collection. */
const isMismatch = (step: Step, login: LoginParameter, identified: boolean): boolean => {
  const requested = login.type === "SWEDISH_EID" ? login.personalNumber : undefined
  const { fromCompany, fromDevice, fromElectronicId } = step.authenticated ?? {}
  if (check({ requested, fromElectronicId: fromDevice }) === "MISMATCH") return true
  return !identified && check({ requested, fromCompany, fromElectronicId }) === "MISMATCH"
}

export const drive = Effect.fnUntraced(function* ({
  answers = [],
  company,
  consent,
  expire,
  login,
  loginMethod
}: Start) {
  const { availability, connector } = yield* companyOf(company)
  const left = [...answers]
  const key = `${yield* Random.nextInt}`
  const products = consent === undefined ? availability.products : (["PSD2_AIS"] as const)
  const visits: Array<CollectionStatus> = ["RUNNING"]
  const steps: Array<Step> = []
  const pauses: Array<number> = []
  let identified = false
  let asked: CollectionStatus = "AUTHENTICATION_TIMEOUT"
  let next: Effect.Effect<Step, ConnectorError> | undefined = connector.begin(
    { company, loginMethod, products, login: Redacted.make(login), ...(consent && { consent }) },
    `${key}/0`
  )
  const reach = (status: CollectionStatus) => {
    const before = visits.at(-1) ?? "RUNNING"
    if (before === status) return true
    const isAllowed = canTransition(before, status)
    visits.push(isAllowed ? status : "FAILED")
    return isAllowed
  }
  while (next !== undefined && steps.length < manySteps) {
    const step: Step | undefined = yield* Effect.orElseSucceed(called(next), () => undefined)
    next = undefined
    if (step === undefined) {
      reach("FAILED")
      break
    }
    steps.push(step)
    if (isMismatch(step, login, identified)) {
      reach("AUTHENTICATION_MISMATCH")
      break
    }
    identified ||= step.authenticated?.fromElectronicId !== undefined
    if (!reach(step.status) || step._tag === "End") break
    const signal = signalAfter(step, left)
    if (step._tag === "Poll") pauses.push(step.afterMillis)
    if (step._tag === "Poll") yield* TestClock.adjust(step.afterMillis)
    if (step._tag === "Ask") asked = timedOut[step.question.kind]
    if (signal !== undefined) next = connector.resume(step.session, signal, `${key}/${steps.length}`)
  }
  const end = steps.at(-1)
  if (end === undefined) throw new Error("a collection has at least one step")
  if (end._tag !== "End" && visits.length > 1 && expire) {
    yield* connector.cancel(end.session)
    reach(asked)
  }
  if (left.length > 0) throw new Error(`${left.length} answers that nobody asked for`)
  const driven: Driven = { connector, steps, end, visits, pauses }
  return driven
})

/** The entry of the catalogue with this name. */
export const scenarioNamed = (name: string): Scenario => {
  const found = catalogue.find(({ scenario }) => scenario === name)
  if (found === undefined) throw new Error(`there is no scenario ${name}`)
  return found
}

export const byUsername = (company: string, username: string): Start => ({
  company,
  loginMethod: "USERNAME_AND_PASSWORD",
  login: { type: "USERNAME_PASSWORD", username, password: "any-password" }
})

export const byPersonalNumber = (company: string, loginMethod: LoginMethod, personalNumber: string): Start => ({
  company,
  loginMethod,
  login: { type: "SWEDISH_EID", personalNumber }
})
