/** The steps of a consent: ask ({@link Asking}), decide (`Decision`, {@link settle}), record. */
import { isFinal } from "@sheaf/domain/ConsentStatus"
import { ConsentStore } from "@sheaf/ports"
import type { ConsentWork } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import type { WaitForStep } from "../durable/DurableProcess.ts"
import * as Durable from "../durable/Steps.ts"
import * as Asking from "./Asking.ts"
import * as BankCall from "./BankCall.ts"
import * as ElectronicIdCall from "./ElectronicIdCall.ts"
import { settle, stay } from "./Settlement.ts"
import type { Outcome } from "./Settlement.ts"

/** A revocation that comes during a shorter pause is heard at its end. In milliseconds. */
const longestPause = 10_000

/** The wait of a consent at `now`. */
const waitFor = ({ dueAt, step }: ConsentWork, now: number): WaitForStep => {
  const millis = Math.max(0, dueAt - now)
  return { _tag: millis <= longestPause ? "Pause" : "Signal", step, millis }
}

/** Reads a consent that is not closed. */
const read = (consentId: string) => Effect.flatMap(ConsentStore, (store) => store.work(consentId))

/** Lets an ended consent that the bank has still to be told of take this one along. Returns false if there is none. */
const leaveToClose = Effect.fnUntraced(function* (found: ConsentWork, bankConsentId: string) {
  if (!isFinal(found.status) || found.progress.bankConsentId !== undefined) return false
  const change = settle(found, stay(found, { ...found.progress, bankConsentId }, 0), found.dueAt)
  return change !== undefined && (yield* (yield* ConsentStore).advance(found, change))
})

/**
 * Closes what the bank or the electronic ID opened for a step that was overtaken, unless the row knows of it: when the same
 * step is taken twice, both get the same.
 */
const onOvertaken = Effect.fnUntraced(function* (
  { company, consentId, progress: before }: ConsentWork,
  { progress = before }: Outcome
) {
  const { bankConsentId, orderRef } = progress
  const found = Option.getOrUndefined(yield* read(consentId))
  const isKnown = (key: "bankConsentId" | "orderRef", value: string) =>
    before[key] === value || found?.progress[key] === value
  if (orderRef !== undefined && !isKnown("orderRef", orderRef)) yield* ElectronicIdCall.cancel(orderRef)
  if (bankConsentId === undefined || isKnown("bankConsentId", bankConsentId)) return
  if (found !== undefined && (yield* leaveToClose(found, bankConsentId))) return
  yield* Effect.ignore(BankCall.revoke(company, bankConsentId))
})

/** Takes the step of a consent that is due, and records it. */
const take = Effect.fnUntraced(function* (work: ConsentWork) {
  const outcome = yield* Asking.nextStep(work)
  const change = settle(work, outcome, yield* Clock.currentTimeMillis)
  if (change === undefined) {
    yield* Effect.logError("a step of a consent is not allowed").pipe(
      Effect.annotateLogs({ from: work.status, to: outcome.status })
    )
  } else if (!(yield* (yield* ConsentStore).advance(work, change))) yield* onOvertaken(work, outcome)
  const turn: Durable.Turn<ConsentWork> = { taken: 1, row: yield* read(work.consentId) }
  return turn
})

/** Takes the steps of a consent that are due, and returns what to wait for. */
export const takeSteps = Durable.takeSteps("consentId", { read, take, waitFor })
