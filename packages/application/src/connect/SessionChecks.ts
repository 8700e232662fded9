/** Checks requests for Connect sessions (spec 13). */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import * as ConnectOffer from "@sheaf/domain/ConnectOffer"
import { taskOf } from "@sheaf/domain/ConnectSession"
import type { CreateConnectSession } from "@sheaf/domain/ConnectSession"
import * as ReturnUrl from "@sheaf/domain/ReturnUrl"
import type { Violation } from "@sheaf/domain/Violation"
import { CollectionStore, ConsentStore, owns, UserStore } from "@sheaf/ports"
import type { Caller, ConnectedCompany, StoredConnectSession } from "@sheaf/ports"
import { Effect, Option, Result } from "effect"
import * as ConsentRenewal from "../consents/ConsentRenewal.ts"
import { returnUrlsOf } from "../requests/StartCheck.ts"

const invalid = (pointer: string, detail: string): Violation => ({ pointer, code: "INVALID_FIELD", detail })

export const unknownUserViolation = invalid("/userId", "No such user, or the user belongs to another client.")

export const userViolations = Effect.fnUntraced(function* (
  caller: Caller,
  { purpose, userId }: Pick<CreateConnectSession, "purpose" | "userId">
) {
  if (userId === undefined) {
    const detail = `Required for the purpose ${purpose}.`
    return purpose === "COLLECT" || purpose === "RECONNECT"
      ? []
      : [{ pointer: "/userId", code: "MISSING_FIELD" as const, detail }]
  }
  const found = yield* Effect.orDie((yield* UserStore).find(caller.clientId, userId))
  return Option.exists(found, (user) => owns(caller, user)) ? [] : [unknownUserViolation]
})

export const renewedConsent = Effect.fnUntraced(function* (
  { clientId }: Pick<Caller, "clientId">,
  renews: string,
  { purpose, userId }: Pick<CreateConnectSession, "purpose" | "userId">
) {
  if (purpose !== "CONSENT" && purpose !== "RECONNECT")
    return Result.fail([invalid("/renews", "Allowed only with the purposes CONSENT and RECONNECT.")])
  const found = yield* Effect.orDie((yield* ConsentStore).find(clientId, renews))
  if (Option.isNone(found) || found.value.userId !== userId) {
    return Result.fail([invalid("/renews", "The user has no such consent.")])
  }
  const refusal = yield* Effect.flip(ConsentRenewal.requireRenewable(found.value)).pipe(Effect.option)
  return Option.isNone(refusal)
    ? Result.succeed(found.value)
    : Result.fail([invalid("/renews", "The consent cannot be renewed, or not yet. See its `renewableFrom`.")])
})

export const repeatedCollection = Effect.fnUntraced(function* (
  caller: Caller,
  repeats: string,
  { purpose, userId }: Pick<CreateConnectSession, "purpose" | "userId">
) {
  if (purpose !== "RECONNECT") return Result.fail([invalid("/repeats", "Allowed only with the purpose RECONNECT.")])
  const found = yield* Effect.orDie((yield* CollectionStore).status(caller.clientId, repeats))
  if (Option.isNone(found) || !owns(caller, found.value) || (userId ?? found.value.userId) !== found.value.userId)
    return Result.fail([invalid("/repeats", "No such collection, or it belongs to another client or user.")])
  return isFinal(found.value.status)
    ? Result.succeed(found.value)
    : Result.fail([invalid("/repeats", "The collection has not ended.")])
})

export const returnViolations = Effect.fnUntraced(function* (
  { clientId }: Pick<Caller, "clientId">,
  request: Pick<CreateConnectSession, "returnUrl" | "state">
) {
  return ReturnUrl.requestViolationsOf(request, yield* returnUrlsOf(clientId, request, true))
})

/**
 * Returns the PKCE rules that a request violates. Apps need PKCE, because another app could register the same URL
 * scheme and receive the code.
 */
export const challengeViolations = ({
  codeChallenge,
  returnUrl
}: Pick<CreateConnectSession, "codeChallenge" | "returnUrl">): ReadonlyArray<Violation> => {
  if (codeChallenge !== undefined && returnUrl === undefined)
    return [invalid("/codeChallenge", "Allowed only with returnUrl.")]
  if (codeChallenge !== undefined || returnUrl === undefined || !ReturnUrl.isAppAddress(returnUrl)) return []
  return [
    { pointer: "/codeChallenge", code: "MISSING_FIELD", detail: "Required if returnUrl has an app's own scheme." }
  ]
}

/**
 * Returns the violations in a request's hints. A hint must be visible text, because the person must be able to see
 * everything that the page fills in.
 */
export const hintViolations = ({ hints = {} }: Pick<CreateConnectSession, "hints">): ReadonlyArray<Violation> =>
  (["username", "phoneNumber", "personalNumber"] as const).flatMap((name) =>
    hints[name] === undefined || ReturnUrl.isPrintable(hints[name])
      ? []
      : [invalid(`/hints/${name}`, "Expected printable characters, of which at least one is visible.")]
  )

/**
 * Returns true if the session's return URL is no longer registered, for example because somebody else controls it now.
 */
export const isReturnUrlRemoved = Effect.fnUntraced(function* ({
  clientId,
  terms: { returnTo }
}: Pick<StoredConnectSession, "clientId" | "terms">) {
  return returnTo !== undefined && (yield* returnViolations({ clientId }, returnTo)).length > 0
})

/**
 * Returns true if the client can never confirm the session, because the return URL is no longer registered. PERMISSIONS
 * sessions need no confirmation.
 */
export const isUnconfirmable = Effect.fnUntraced(function* (
  session: Pick<StoredConnectSession, "clientId" | "purpose" | "terms">
) {
  return session.purpose !== "PERMISSIONS" && (yield* isReturnUrlRemoved(session))
})

/**
 * Returns the rules that a session for a single company violates. The session's settings must not exclude the company,
 * because the page would then be empty.
 */
export const companyViolations = (
  request: CreateConnectSession,
  { availability, supported }: Pick<ConnectedCompany, "availability" | "supported">
): ReadonlyArray<Violation> => {
  const { market } = request
  const purpose = taskOf(request)
  if (market !== undefined && market !== availability.market) {
    return [invalid("/market", `The company belongs to the market ${availability.market}.`)]
  }
  return purpose === "PERMISSIONS" ||
    ConnectOffer.offeredCompanyOf({ ...request, purpose }, availability, supported) !== undefined
    ? []
    : [invalid("/company", "The purpose, the products or the login methods of the session exclude this company.")]
}
