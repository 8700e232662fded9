/** The steps of a consent: ask ({@link Asking}), decide (`Decision`, {@link settle}), record. */
import { isFinal } from "@sheaf/domain/ConsentStatus"
import { Asker, ConsentStore } from "@sheaf/ports"
import type { ConsentWork } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import type { WaitForStep } from "../durable/Runnable.ts"
import * as Durable from "../durable/Steps.ts"
import * as Asking from "./Asking.ts"
import * as BankCall from "./BankCall.ts"
import * as ElectronicIdCall from "./ElectronicIdCall.ts"
import { settle, stay } from "./Settlement.ts"
import type { Settled } from "./Settlement.ts"

/** The longest pause that changes cannot interrupt, in milliseconds. */
const longestPause = 10_000

const waitFor = ({ dueAt, step }: ConsentWork, now: number): WaitForStep => {
  const millis = Math.max(0, dueAt - now)
  return { _tag: millis <= longestPause ? "Pause" : "Wake", step, millis }
}

/** Reads a consent. Returns nothing if the consent is closed. */
const read = (consentId: string) => Effect.flatMap(ConsentStore, (store) => store.work(consentId))

/**
 * Records `bankConsentId` in an ended consent, so that its next steps revoke the consent at the bank. Returns false if
 * the id was not recorded.
 */
const leaveToClose = Effect.fnUntraced(function* (found: ConsentWork, bankConsentId: string) {
  if (!isFinal(found.status) || found.progress.bankConsentId !== undefined) return false
  const change = settle(found, stay(found, { ...found.progress, bankConsentId }, 0), found.dueAt)
  return Option.isSome(change) && (yield* (yield* ConsentStore).advance(found, change.value))
})

/**
 * Cleans up after a step that lost the race: cancels its order and revokes its consent at the bank, unless the row
 * refers to them. Concurrent runs of a step get the same order and consent.
 */
const onOvertaken = Effect.fnUntraced(function* (
  { company, consentId, progress: before }: ConsentWork,
  { progress = before }: Settled
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

const take = Effect.fnUntraced(function* (work: ConsentWork, _most: number, isJournaled: boolean) {
  // The user stands for the person, because a consent by redirect names nobody.
  const asker = { client: work.clientId, person: work.userId }
  const settled = yield* Effect.provideService(Asking.nextStep(work), Asker, asker)
  const change = settle(work, settled, yield* Clock.currentTimeMillis)
  if (Option.isNone(change)) {
    yield* Effect.logError("consent step rejected: status transition not allowed").pipe(
      Effect.annotateLogs({ from: work.status, to: settled.status })
    )
  } else if (!(yield* (yield* ConsentStore).advance(work, change.value, { isJournaled })))
    yield* onOvertaken(work, settled)
  return { taken: 1, row: yield* read(work.consentId) }
})

/** Takes the steps of a consent that are due, and returns the next wait. */
export const takeSteps = Durable.takeSteps("consentId", { read, take, waitFor })
