/** The person's return from the bank's page, and the confirmation that follows (decisions 9). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as ReturnAddress from "@sheaf/domain/ReturnAddress"
import { ConsentStore } from "@sheaf/ports"
import type { ConsentWork, Returned, ReturnedConsent, StoreError } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import { withFailures } from "../FailureLog.ts"
import { Timeouts } from "../Timeouts.ts"
import * as Changes from "./Changes.ts"
import * as ConfirmationCode from "./ConfirmationCode.ts"
import * as Decision from "./Decision.ts"

/**
 * Asks the bank for at most five seconds, because the person is waiting. Later steps ask again. Returns false without an
 * answer.
 */
const lookUp = (consentId: string) =>
  Changes.lookUp(consentId, "AWAITING_AUTHORIZATION").pipe(
    Effect.timeoutOption("5 seconds"),
    Effect.map(Option.isSome),
    Effect.catchCause((cause) =>
      Effect.logWarning("could not look up consent at the bank; its steps will retry").pipe(
        withFailures(cause),
        Effect.as(false)
      )
    )
  )

const read = (consentId: string) => Effect.flatMap(ConsentStore, (store) => Effect.orDie(store.work(consentId)))

const isAwaiting = (work: ConsentWork): boolean =>
  work.status === "AWAITING_AUTHORIZATION" && work.progress.unconfirmed === undefined

/** Returns the client's address for a person, with the code if the bank has granted the consent. */
const location = Effect.fnUntraced(function* (
  { clientId, consentId }: ReturnedConsent,
  { returnUrl, state }: ReturnAddress.ReturnTarget,
  returnState: string,
  work: Option.Option<ConsentWork>
) {
  const isGranted = Option.exists(work, ({ progress }) => progress.unconfirmed !== undefined)
  const code = isGranted ? Redacted.value(yield* ConfirmationCode.of({ clientId, consentId }, returnState)) : undefined
  return ReturnAddress.withParameters(returnUrl, {
    consentId,
    ...(state !== undefined && { state }),
    ...(code !== undefined && { code })
  })
})

export const returned = Effect.fnUntraced(function* (returnState: string) {
  const store = yield* ConsentStore
  const unknown: Returned = { _tag: "UNKNOWN" }
  const found = yield* Effect.orDie(store.takeReturn(returnState))
  if (Option.isNone(found)) return unknown
  const { clientId, consentId, returnTo } = found.value
  const before = yield* read(consentId)
  // If the consent ended before the person returned, the bank has nothing to report.
  const isAnswered = Option.exists(before, (work) => work.progress.unconfirmed === undefined)
    ? yield* lookUp(consentId)
    : true
  const view = yield* Effect.orDie(store.find(clientId, consentId))
  if (Option.isNone(view)) return unknown
  const { market, status } = view.value
  const locale = Option.match(before, {
    onNone: () => ConsentScope.localeOf(market),
    onSome: ({ progress }) => progress.terms.psuLocale
  })
  const page: Returned = { _tag: "RETURNED", status, locale }
  if (returnTo === undefined) return page
  const after = yield* read(consentId)
  const isUnreached = Option.exists(after, (work) => isAwaiting(work) && (!isAnswered || work.progress.attempts > 0))
  if (isUnreached) return { ...page, isUndecided: true } satisfies Returned
  const redirected: Returned = {
    _tag: "REDIRECTED",
    location: yield* location(found.value, returnTo, returnState, after)
  }
  return redirected
})

/**
 * Confirms a consent with a code. A wrong or late code ends the consent. Returns false unless the code was right and in
 * time. `accept` wraps the write of the authorization.
 */
export const confirm = Effect.fnUntraced(function* <E = StoreError>(
  consent: Pick<ReturnedConsent, "clientId" | "consentId">,
  code: Redacted.Redacted,
  accept: (write: Effect.Effect<boolean, StoreError>) => Effect.Effect<boolean, E | StoreError>
) {
  const timeouts = yield* Timeouts
  const codeHash = yield* ConfirmationCode.hashOf(consent, code)
  let isRight = false
  yield* Changes.change(
    consent.consentId,
    (work, now) => {
      const settled = Decision.onConfirmation(work, codeHash, now, timeouts)
      isRight = Option.exists(settled, ({ status }) => status === "AUTHORIZED")
      return settled
    },
    (write) => (isRight ? accept(write) : write)
  )
  return Option.exists(
    yield* read(consent.consentId),
    ({ progress, status }) => status === "AUTHORIZED" && progress.codeHash === codeHash
  )
})

/**
 * Ends a consent if another user of the client brings its right code. The bank then sent another person back than the
 * consent's user, who must not complete the consent. A wrong code changes nothing.
 */
export const endIfStolen = Effect.fnUntraced(function* (
  consent: Pick<ReturnedConsent, "clientId" | "consentId">,
  code: Redacted.Redacted
) {
  const found = yield* (yield* ConsentStore).find(consent.clientId, consent.consentId)
  if (Option.isNone(found)) return
  const codeHash = yield* ConfirmationCode.hashOf(consent, code)
  yield* Changes.change(consent.consentId, (work) => Decision.onStolenCode(work, codeHash))
})
