/** Consents as processes, from their creation until the bank knows of their end (spec 2.4). */
import { isFinal } from "@sheaf/domain/ConsentStatus"
import { ConsentStore, UserStore, CallContext } from "@sheaf/ports"
import type {
  ConnectSessionStore,
  ConsentEnd,
  ConsentOutline,
  BankConsentReference,
  ConsentProgressIn,
  ConsentState
} from "@sheaf/ports"
import { Effect, Layer, Option, Clock, Context } from "effect"
import * as Abandonment from "../process/Abandonment.ts"
import type { AbandonableProcess } from "../process/Abandonment.ts"
import type { StepServices } from "./NextStep.ts"
import { abandonedEnd, applyOutcome, revokedOutcome, unchangedOutcome } from "./Outcome.ts"
import type { TimedWait } from "../process/Process.ts"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"
import * as NextStep from "./NextStep.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import * as BankCall from "./BankCall.ts"
import * as Decision from "./Decision.ts"
import * as ElectronicIdCall from "./ElectronicIdCall.ts"
import * as Positions from "./Positions.ts"
import { bankReferenceOf, orderRefOf } from "./Progress.ts"
import type { StepOutcome } from "./Outcome.ts"
import * as Runner from "../process/Runner.ts"
import type { ProcessRunner } from "../process/Runner.ts"

export class ConsentRunner extends Context.Service<ConsentRunner, ProcessRunner>()(
  "@sheaf/application/ConsentRunner"
) {}

/** A consent stays in memory during a pause of up to this length, in milliseconds. */
const maxPause = 10_000

const waitFor = ({ dueAt }: ConsentState, now: number): TimedWait => {
  const millis = Math.max(0, dueAt - now)
  return { _tag: millis <= maxPause ? "Pause" : "Idle", millis }
}

const read = (consentId: string) => Effect.flatMap(ConsentStore, (store) => store.loadState(consentId))

/**
 * Lets the next steps revoke the bank's consent although Sheaf's consent has already ended: stores the reference to the
 * bank's consent in the row. Returns false if the reference could not be stored.
 */
const leaveToClose = Effect.fnUntraced(function* (found: ConsentState, bank: BankConsentReference) {
  if (found.progress._tag !== "Ended" || found.progress.bank !== undefined) return false
  const change = applyOutcome(found, unchangedOutcome(found, { ...found.progress, bank }, 0), found.dueAt)
  return Option.isSome(change) && (yield* (yield* ConsentStore).advance(found, change.value))
})

/**
 * Tags bank calls with the client and the user. A personal number would not work, because a consent authorized on the
 * bank's page has none.
 */
const askerOf = ({ clientId, userId }: ConsentState): CallContext => ({ client: clientId, person: userId })

/**
 * Cleans up after a step that another writer overtook: cancels the step's order and revokes its consent at the bank,
 * unless the row contains them. The row often contains them, because concurrent runs of a step get the same order and
 * the same consent.
 */
const onOvertaken = Effect.fnUntraced(function* (consent: ConsentState, { progress = consent.progress }: StepOutcome) {
  const { company, consentId } = consent
  const bank = bankReferenceOf(progress)
  const orderRef = orderRefOf(progress)
  const found = Option.getOrUndefined(yield* read(consentId))
  const known = [consent.progress, ...(found === undefined ? [] : [found.progress])]
  if (orderRef !== undefined && !known.some((each) => orderRefOf(each) === orderRef)) {
    yield* ElectronicIdCall.cancelOrder(orderRef)
  }
  if (bank === undefined || known.some((each) => bankReferenceOf(each)?.bankConsentId === bank.bankConsentId)) return
  if (found !== undefined && (yield* leaveToClose(found, bank))) return
  yield* Effect.ignore(BankCall.revokeConsent(company, bank)).pipe(Effect.provideService(CallContext, askerOf(consent)))
})

const ask = (consent: ConsentState) =>
  Effect.provideService(NextStep.takeNextStep(consent), CallContext, askerOf(consent))

/**
 * Checks an authorized consent at its bank immediately. If the consent has ended there, takes the steps that follow. If
 * another writer changes the consent first, the result is dropped, because that writer has made the same check.
 */
const recheck = Effect.fnUntraced(function* (consentId: string) {
  const found = Option.getOrUndefined(yield* read(consentId))
  if (found?.status !== "AUTHORIZED") return
  const outcome = yield* ask(found)
  if (outcome === undefined) return
  const now = yield* Clock.currentTimeMillis
  const change = Option.flatMap(Decision.onAdditionalCheck(found, outcome, now), (made) =>
    applyOutcome(found, made, now)
  )
  if (Option.isNone(change)) return
  const write = (yield* ConsentStore).advance(found, change.value, { isLasting: true })
  yield* (yield* ConsentRunner).advance(consentId, write)
})

const endRenewed = Effect.fnUntraced(function* (consentId: string) {
  const store = yield* ConsentStore
  const runner = yield* ConsentRunner
  for (;;) {
    const found = Option.getOrUndefined(yield* read(consentId))
    if (found === undefined || isFinal(found.status)) return
    const change = applyOutcome(found, revokedOutcome, yield* Clock.currentTimeMillis)
    if (Option.isNone(change)) return
    if (yield* runner.advance(consentId, store.advance(found, change.value, { isLasting: true }))) return
  }
})

const checksAtOnce = 4

/**
 * A process waits for the client to confirm the Connect session until the session ends, but at least this long, in
 * milliseconds. A confirmation ends the wait immediately.
 */
const leastConfirmationWait = 60_000

/**
 * Ends the consent that a new one replaces. If the client has not yet confirmed the new consent's Connect session, ends
 * nothing and returns how long to wait, in milliseconds, because a stranger could have authorized the new consent.
 */
const replaceRenewed = Effect.fnUntraced(function* (consent: ConsentState) {
  const { clientId, renews } = consent
  if (renews === undefined) return undefined
  const session = yield* SessionConfirmation.unconfirmedSessionOf(clientId, consent)
  if (session !== undefined) {
    const end = (session.status === "OPEN" ? undefined : session.discardAt) ?? session.expiresAt
    return Math.max(leastConfirmationWait, end - (yield* Clock.currentTimeMillis))
  }
  yield* Positions.copyPositionsToRenewal({ clientId, consentId: renews }, consent)
  yield* endRenewed(renews)
})

/**
 * Ends the consent that the new one replaces. Then checks the person's other consents, because a bank may end them when
 * the person authorizes a new one (spec 16). A bank does not end the consents of a client that has its own bank
 * certificates; checking those is unnecessary but harmless. After an interruption, all checks are repeated.
 */
const checkOthers = Effect.fnUntraced(function* (consent: ConsentState, progress: ConsentProgressIn<"Authorized">) {
  const confirmationWait = yield* replaceRenewed(consent)
  if (confirmationWait !== undefined) return unchangedOutcome(consent, progress, confirmationWait)
  const others = yield* (yield* ConsentStore).ofSamePerson(consent)
  yield* Effect.forEach(others, recheck, { concurrency: checksAtOnce, discard: true })
  return Decision.onOtherConsentsChecked(consent, progress, yield* Timeouts)
})

const take = Effect.fnUntraced(function* (consent: ConsentState) {
  const { progress } = consent
  const isNewlyAuthorized =
    progress._tag === "Authorized" &&
    progress.othersUnchecked === true &&
    progress.bank.credentials?.renewal === undefined
  const outcome = yield* isNewlyAuthorized ? checkOthers(consent, progress) : ask(consent)
  if (outcome === undefined) return { taken: 1, row: yield* read(consent.consentId) }
  const change = applyOutcome(consent, outcome, yield* Clock.currentTimeMillis)
  if (Option.isNone(change)) {
    yield* Effect.logError("consent step rejected: status transition not allowed").pipe(
      Effect.annotateLogs({ from: consent.status, to: outcome.status })
    )
  } else if (!(yield* (yield* ConsentStore).advance(consent, change.value))) {
    yield* onOvertaken(consent, outcome)
    return { taken: 1, row: Option.none<ConsentState>(), isOvertaken: true }
  }
  return { taken: 1, row: yield* read(consent.consentId) }
})

export const takeSteps = Runner.takeSteps("consentId", { read, take, waitFor })

export const abandonable: AbandonableProcess<ConsentOutline, ConsentEnd, ConsentStore | UserStore> = {
  kind: "consent",
  idName: "consentId",
  store: ConsentStore,
  isKept: ({ clientId, expiresAt, userId }, now) =>
    now >= expiresAt
      ? Effect.succeed(false)
      : Effect.flatMap(UserStore, (users) => Effect.map(users.find(clientId, userId), Option.isSome)),
  abandoned: abandonedEnd
}

/** Runs consents. The steps also get this runner, because a step can change the same person's other consents. */
export const runner = Layer.effect(
  ConsentRunner,
  Effect.gen(function* () {
    const steps = (id: string) => Effect.suspend(() => Effect.provideService(takeSteps(id), ConsentRunner, made))
    const made: Runner.ProcessRunner = yield* Runner.make<never, ConnectSessionStore | StepServices | UserStore>({
      ...abandonable,
      takeSteps: steps,
      giveUp: yield* Abandonment.make(abandonable)
    })
    return made
  })
)
