/** The person's return from the bank's page, and the confirmation that follows (decisions 9). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as ReturnAddress from "@sheaf/domain/ReturnAddress"
import { ConsentStore, PublicAddress } from "@sheaf/ports"
import type { AuthorizationResponse, ConsentWork, Returned, ReturnedConsent, StoreError } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted, Result } from "effect"
import { withFailures } from "../FailureLog.ts"
import * as BankCall from "./BankCall.ts"
import * as Changes from "./Changes.ts"
import * as ConfirmationCode from "./ConfirmationCode.ts"
import * as Decision from "./Decision.ts"

/**
 * Asks the bank for at most five seconds, because the person is waiting. Later steps ask again. Returns false if the
 * bank has not answered.
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

/**
 * Returns whether the bank's answer still matters: if the consent is waiting, and the person has not returned before.
 */
const isOpen = ({ progress }: ConsentWork): boolean =>
  progress.unconfirmed === undefined && progress.firstReturn === undefined

const isAwaiting = (work: ConsentWork): boolean => work.status === "AWAITING_AUTHORIZATION" && isOpen(work)

/**
 * Redirects a person to the client. The first return after the bank's grant gets the code and a secret for its browser.
 * Later returns get the code only with this secret. Returns nothing if the bank's answer is still missing.
 */
const redirected = Effect.fnUntraced(function* (
  consent: ReturnedConsent,
  { returnUrl, state }: ReturnAddress.ReturnTarget,
  returnState: string,
  given: Redacted.Redacted | undefined
) {
  const { consentId } = consent
  const isFirst = yield* Effect.orDie(Changes.change(consentId, Decision.onReturn))
  const work = yield* read(consentId)
  if (Option.exists(work, isAwaiting)) return undefined
  const isGranted = Option.exists(
    work,
    ({ progress }) => progress.firstReturn === "GRANTED" && progress.unconfirmed !== undefined
  )
  const secret = yield* ConfirmationCode.browserOf(consent, returnState)
  const hash = yield* ConfirmationCode.hashOf(consent, secret)
  const isSame = given !== undefined && (yield* ConfirmationCode.hashOf(consent, given)) === hash
  const code = isGranted && (isFirst || isSame) ? yield* ConfirmationCode.of(consent, returnState) : undefined
  const isSecure = (yield* (yield* PublicAddress).base).startsWith("https:")
  const location = ReturnAddress.withParameters(returnUrl, {
    consentId,
    ...(state !== undefined && { state }),
    ...(code !== undefined && { code: Redacted.value(code) })
  })
  return { _tag: "REDIRECTED", location, ...(isFirst && code && { browser: { secret, isSecure } }) } satisfies Returned
})

/** Records a code once for each consent. The next step exchanges it. Another server's response ends the consent (RFC 9207). */
const accept = Effect.fnUntraced(function* (
  { company, consentId, progress: { credentials } }: ConsentWork,
  response: AuthorizationResponse
) {
  if (credentials === undefined) return
  const accepted = yield* Effect.result(BankCall.returned(company, credentials, response))
  yield* Effect.orDie(
    Changes.change(consentId, (work, now) =>
      Result.isSuccess(accepted)
        ? Decision.onCode(work, accepted.success, credentials, now)
        : Decision.onForeignResponse(work, accepted.failure)
    )
  )
})

/** Handles the person's return. `given` is the secret that the same browser received at an earlier return. */
export const returned = Effect.fnUntraced(function* (
  returnState: string,
  given?: Redacted.Redacted,
  response?: AuthorizationResponse
) {
  const store = yield* ConsentStore
  const unknown: Returned = { _tag: "UNKNOWN" }
  const found = yield* Effect.orDie(store.takeReturn(returnState))
  if (Option.isNone(found)) return unknown
  const { clientId, consentId, returnTo } = found.value
  const before = yield* read(consentId)
  if (response !== undefined && Option.isSome(before)) yield* accept(before.value, response)
  // If the consent ended before the person returned, the bank has nothing to report.
  const isAnswered = Option.exists(before, isOpen) ? yield* lookUp(consentId) : true
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
  const now = yield* Clock.currentTimeMillis
  const isUnreached = (work: ConsentWork) => isAwaiting(work) && !(isAnswered && Decision.isAnswered(work, now))
  const undecided: Returned = { ...page, isUndecided: true }
  if (Option.exists(after, isUnreached)) return undecided
  return (yield* redirected(found.value, returnTo, returnState, given)) ?? undecided
})

/**
 * Confirms a consent with a code. A wrong or expired code ends the consent. Returns true only if the code is correct
 * and still valid. `accept` wraps the write that authorizes the consent.
 */
export const confirm = Effect.fnUntraced(function* <E = StoreError>(
  consent: Pick<ReturnedConsent, "clientId" | "consentId">,
  code: Redacted.Redacted,
  accept: (write: Effect.Effect<boolean, StoreError>) => Effect.Effect<boolean, E | StoreError>
) {
  const codeHash = yield* ConfirmationCode.hashOf(consent, code)
  let isRight = false
  yield* Changes.change(
    consent.consentId,
    (work, now) => {
      const settled = Decision.onConfirmation(work, codeHash, now)
      isRight = Option.exists(settled, ({ status }) => status === "AUTHORIZED")
      return settled
    },
    (write) => (isRight ? accept(write) : write)
  )
  const now = yield* Clock.currentTimeMillis
  return Option.exists(
    yield* read(consent.consentId),
    ({ progress, status }) =>
      status === "AUTHORIZED" && progress.codeHash === codeHash && Decision.isCodeInTime(progress, now)
  )
})

/**
 * Ends a consent if another of the client's users sends its correct code. The person who returned from the bank is then
 * not the consent's user, and must not complete the consent. A wrong code changes nothing.
 */
export const endIfStolen = Effect.fnUntraced(function* (
  consent: Pick<ReturnedConsent, "clientId" | "consentId">,
  code: Redacted.Redacted
) {
  const found = yield* (yield* ConsentStore).find(consent.clientId, consent.consentId)
  if (Option.isNone(found)) return
  const codeHash = yield* ConfirmationCode.hashOf(consent, code)
  yield* Changes.change(consent.consentId, (work, now) => Decision.onStolenCode(work, codeHash, now))
})
