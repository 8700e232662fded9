/** Changes that a user, a client or a bank makes to a consent, independently of its next step. */
import { isFinal } from "@sheaf/domain/ConsentStatus"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { ConsentStore } from "@sheaf/ports"
import type { ConsentView, ConsentState, StoreError } from "@sheaf/ports"
import { Clock, Effect, identity, Option } from "effect"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"
import { credentialsOf } from "./Progress.ts"
import * as Renewal from "./Renewal.ts"
import { discardedOutcome, revokedOutcome, applyOutcome, unchangedOutcome } from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"
import { ConsentRunner } from "./Process.ts"

/**
 * Applies the outcome that `outcomeOf` returns for the consent's row, and wakes the consent. If another writer won the
 * race, decides again with the new row. Returns false if there is no outcome, or if the status table forbids it. Runs
 * the write inside `accept`. Once this function returns true, the change survives a power failure.
 */
export const changeConsent = Effect.fnUntraced(function* <E = StoreError>(
  consentId: string,
  outcomeOf: (consent: ConsentState, now: number) => Option.Option<StepOutcome>,
  accept: (write: Effect.Effect<boolean, StoreError>) => Effect.Effect<boolean, E | StoreError> = identity
) {
  const store = yield* ConsentStore
  const runner = yield* ConsentRunner
  for (;;) {
    const found = yield* store.loadState(consentId)
    if (Option.isNone(found)) return false
    const consent = found.value
    const now = yield* Clock.currentTimeMillis
    const made = Option.flatMap(outcomeOf(consent, now), (outcome) => applyOutcome(consent, outcome, now))
    if (Option.isNone(made)) return false
    const write = accept(store.advance(consent, made.value, { isLasting: true }))
    if (yield* runner.advance(consentId, write)) return true
  }
})

/** Revokes a consent immediately; later steps tell the bank. Has no effect if the consent has ended. */
export const revokeConsent = (consentId: string) =>
  changeConsent(consentId, ({ status }) => (isFinal(status) ? Option.none() : Option.some(revokedOutcome)))

const revokeRenewal = Effect.fnUntraced(function* (consentId: string) {
  const found = Option.getOrUndefined(yield* (yield* ConsentStore).loadState(consentId))
  const isDone =
    found?.status === "AUTHORIZED" &&
    (yield* SessionConfirmation.unconfirmedSessionOf(found.clientId, found)) === undefined
  if (!isDone) yield* revokeConsent(consentId)
})

const revokeOpenRenewals = Effect.fnUntraced(function* (clientId: string, consentId: string) {
  yield* Effect.forEach(yield* (yield* ConsentStore).unendedRenewals(clientId, consentId), revokeRenewal)
})

/**
 * Revokes a consent, and any renewal of it that still waits for the person or for the client's confirmation. The
 * renewal is revoked first, so that the caller can still revoke the consent after a crash between the two steps. A
 * renewal created concurrently is revoked too, and later renewals are rejected.
 */
export const withdrawConsent = Effect.fnUntraced(function* (clientId: string, consentId: string) {
  yield* revokeOpenRenewals(clientId, consentId)
  yield* revokeConsent(consentId)
  yield* revokeOpenRenewals(clientId, consentId)
})

/**
 * Revokes a consent like {@link revokeConsent}, and also removes its accounts, even if the consent has already ended.
 */
export const discardConsent = Effect.fnUntraced(function* ({
  clientId,
  consentId
}: Pick<ConsentView, "clientId" | "consentId">) {
  yield* changeConsent(consentId, (consent, now) => {
    if (!isFinal(consent.status)) return Option.some(discardedOutcome(consent))
    const { scope } = discardedOutcome(consent)
    return consent.scope.accountIds === undefined
      ? Option.none()
      : Option.some({
          ...unchangedOutcome(consent, consent.progress, Math.max(0, consent.dueAt - now)),
          ...(scope && { scope })
        })
  })
  yield* (yield* ConsentStore).forgetAccounts(clientId, consentId)
})

/**
 * Makes the next step of an authorized consent renew its credentials, and waits while that step runs in this process.
 * Has no effect if the credentials have already been replaced.
 */
export const renewCredentials = Effect.fnUntraced(function* ({ consentId, progress }: ConsentState) {
  yield* changeConsent(consentId, (consent, now) => {
    const isOwn =
      consent.status === "AUTHORIZED" && credentialsOf(consent.progress)?.value === credentialsOf(progress)?.value
    return isOwn && !Renewal.isRenewalLeased(consent.progress, now)
      ? Option.some(unchangedOutcome(consent, Renewal.markRenewalDue(consent.progress), 0))
      : Option.none()
  })
  yield* (yield* ConsentRunner).settled(consentId)
})

/**
 * Lets a consent replace the one that it renews. This has an effect only if the replacement was waiting for the
 * confirmation of the Connect session.
 */
export const replaceRenewed = (consentId: string) =>
  changeConsent(consentId, (consent) =>
    consent.progress._tag === "Authorized" && consent.progress.othersUnchecked === true
      ? Option.some(unchangedOutcome(consent, consent.progress, 0))
      : Option.none()
  )

/**
 * If the consent has the status `status`, asks the bank for its current status immediately, and waits for the answer.
 * Does nothing while a code or token of the consent is being exchanged.
 */
export const refreshStatus = Effect.fnUntraced(function* (consentId: string, status: ConsentStatus) {
  const isAsking = yield* changeConsent(consentId, (consent, now) =>
    consent.status === status && !Renewal.isRenewalLeased(consent.progress, now)
      ? Option.some(unchangedOutcome(consent, consent.progress, 0))
      : Option.none()
  )
  if (isAsking) yield* (yield* ConsentRunner).settled(consentId)
})
