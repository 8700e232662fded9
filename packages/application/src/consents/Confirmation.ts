/** Confirms a consent with the code that the person brought back to the client (spec 2.4). */
import { ConsentStore } from "@sheaf/ports"
import type { ReturnedConsent, StoreError } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import type { Redacted } from "effect"
import * as Changes from "./Changes.ts"
import * as Decision from "./Decision.ts"
import * as ConfirmationCode from "./ConfirmationCode.ts"

/**
 * Confirms a consent with a code, and returns true if the code is right and in time. Any other code ends the consent.
 * The write that authorizes the consent runs inside `accept`.
 */
export const confirm = Effect.fnUntraced(function* <E = StoreError>(
  consent: Pick<ReturnedConsent, "clientId" | "consentId">,
  code: Redacted.Redacted,
  accept: (write: Effect.Effect<boolean, StoreError>) => Effect.Effect<boolean, E | StoreError>
) {
  const store = yield* ConsentStore
  const codeHash = yield* ConfirmationCode.codeHashOf({ ...consent, id: consent.consentId }, code)
  let isRight = false
  yield* Changes.changeConsent(
    consent.consentId,
    (consent, now) => {
      const outcome = Decision.onConfirmation(consent, codeHash, now)
      isRight = Option.exists(outcome, ({ status }) => status !== "FAILED")
      return outcome
    },
    (write) => (isRight ? accept(write) : write)
  )
  const now = yield* Clock.currentTimeMillis
  return Option.exists(yield* Effect.orDie(store.loadState(consent.consentId)), ({ progress }) =>
    Decision.acceptsCode(progress, codeHash, now)
  )
})

/**
 * Ends a consent when another of the client's users sends the right code: that user returned from the bank instead of
 * the consent's user, and must not complete the consent. A wrong code changes nothing.
 */
export const endOnStolenCode = Effect.fnUntraced(function* (
  consent: Pick<ReturnedConsent, "clientId" | "consentId">,
  code: Redacted.Redacted
) {
  const found = yield* (yield* ConsentStore).find(consent.clientId, consent.consentId)
  if (Option.isNone(found)) return
  const codeHash = yield* ConfirmationCode.codeHashOf({ ...consent, id: consent.consentId }, code)
  yield* Changes.changeConsent(consent.consentId, (consent, now) => Decision.onStolenCode(consent, codeHash, now))
})
