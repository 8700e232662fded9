/** What runs beside the requests for consents: recovery of what a crash cut in two, and erasure when the time has come. */
import { ConsentStore, erasedIdsKeptFor, UserStore } from "@sheaf/ports"
import type { OverdueConsent, StoreError } from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import type { Cause } from "effect"
import * as Recurring from "../durable/Recurring.ts"
import { alone, every } from "../durable/Recurring.ts"
import { Timeouts } from "../Timeouts.ts"
import { Retention } from "../collections/Upkeep.ts"
import * as Erasure from "../users/Erasure.ts"
import * as ConsentChanges from "./ConsentChanges.ts"
import { ConsentEngine } from "./ConsentEngine.ts"
import { takeConsentSteps } from "./TakeConsentSteps.ts"

const atOnce = 16

/**
 * Tells the engine again what it may not have heard: a process that dies between accepting and telling leaves an
 * accepted consent behind. What the engine knows already has no effect.
 */
export const recover = Effect.gen(function* () {
  const engine = yield* ConsentEngine
  const unstarted = yield* (yield* ConsentStore).unstarted
  yield* Effect.forEach(unstarted, (consentId) => alone({ consentId }, engine.start(consentId)), { discard: true })
})

/** A consent that is due goes on within moments, or its bank is being asked. This long after that, it is helped. */
const grace = ({ connectorCall }: Timeouts): number => 2 * connectorCall + 10_000

const dayMillis = 86_400_000
const goOnMillis = 30_000

/** Whether the log hears of a consent that cannot be read since then: once or twice a day, however often it is looked at. */
const isLogged = (since: number, now: number): boolean => (now - since) % dayMillis < 2 * goOnMillis

/**
 * A consent cannot be read, for this cause. While it may be of use it is kept, for a key that is missing may be brought
 * back; when its time is over, or its user was erased, it is given up, so that nothing waits for it for ever.
 */
const unread = Effect.fnUntraced(function* (consent: OverdueConsent, cause: Cause.Cause<StoreError>) {
  const { clientId, consentId, dueAt, expiresAt, userId } = consent
  const now = yield* Clock.currentTimeMillis
  const isWanted = now < expiresAt && Option.isSome(yield* (yield* UserStore).find(clientId, userId))
  if (!isWanted) return yield* ConsentChanges.giveUp(consentId, cause)
  const since = dueAt + grace(yield* Timeouts)
  if (isLogged(since, now)) return yield* Effect.failCause(cause)
})

/** Takes the steps of consents that should have gone on and did not, whatever became of the engine. */
export const goOn = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const overdue = yield* (yield* ConsentStore).overdue(now - grace(yield* Timeouts))
  yield* Effect.forEach(
    overdue,
    (consent) =>
      alone(
        { consentId: consent.consentId },
        Effect.catchCause(Effect.asVoid(takeConsentSteps(consent.consentId)), (cause) =>
          ConsentChanges.isUnreadable(cause) ? unread(consent, cause) : Effect.failCause(cause)
        )
      ),
    { concurrency: atOnce, discard: true }
  )
})

/** Forgets what the engine kept of consents that are closed. */
export const forgetJournals = Effect.gen(function* () {
  yield* Recurring.forgetJournals(yield* ConsentStore, yield* ConsentEngine)
})

/** Erases consents whose time in the records is over, and by what erased users were told from new ones. */
export const expire = Effect.gen(function* () {
  const { record } = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* (yield* ConsentStore).expireRecords(now - record)
  yield* (yield* UserStore).forgetErasedIds(now - erasedIdsKeptFor)
})

/** Goes on with erasures that were cut short, or that wait for a bank. */
export const finishErasures = Effect.gen(function* () {
  const erasures = yield* (yield* UserStore).erasures
  yield* Effect.forEach(erasures, (erasure) => alone({ userId: erasure.userId }, Erasure.finish(erasure)), {
    discard: true
  })
})

/** Recovers at once, and keeps everything going while the scope is open. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* every("30 seconds", "recovery of consents", recover)
    yield* every(goOnMillis, "going on of consents", goOn)
    yield* every("30 seconds", "erasure of users", finishErasures)
    yield* every("1 second", "forgetting journals of consents", forgetJournals)
    yield* every("1 minute", "expiry of consents", expire)
  })
)
