/** Creates consents. A repeated request returns the consent that the first one created. */
import { Clock, Effect, Option } from "effect"
import type { Schema } from "effect"
import { hash } from "node:crypto"
import { bankAccountsOf } from "../../records/BankAccounts.ts"
import { randomFrom } from "../../data/Random.ts"
import * as DeterministicEncryption from "../../storage/DeterministicEncryption.ts"
import { identityOf, pageIdentity } from "../Bank.ts"
import { ConsentFileStore } from "../ConsentFileStore.ts"
import * as ConsentKeys from "../ConsentKeys.ts"
import * as ConsentRecord from "../ConsentRecord.ts"
import * as Bearer from "../oauth/Bearer.ts"
import * as PagePath from "../PagePath.ts"
import * as AccessRules from "../consents/AccessRules.ts"
import * as ConsentLookup from "../consents/ConsentLookup.ts"
import * as ScenarioFaults from "../consents/ScenarioFaults.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import type { ConsentRequest } from "../protocol/ConsentBodies.ts"
import type { consentCreationHeaders } from "../protocol/Headers.ts"
import { failWith } from "../protocol/TppErrors.ts"
import type { Approach } from "./ConsentAuthorization.ts"

export interface CreationRequest {
  readonly headers: Schema.Struct<typeof consentCreationHeaders>["Type"]
  readonly payload: ConsentRequest
}

interface Preferences {
  readonly "tpp-redirect-preferred"?: boolean
  readonly "tpp-decoupled-preferred"?: boolean
}

const approachOf = (preferences: Preferences): Approach =>
  preferences["tpp-decoupled-preferred"] === true && preferences["tpp-redirect-preferred"] !== true
    ? "DECOUPLED"
    : "REDIRECT"

const localeOf = (acceptLanguage: string | undefined): string | undefined => acceptLanguage?.split(/[,;]/, 1)[0]?.trim()

const checkTerms = Effect.fnUntraced(function* (payload: ConsentRequest, now: number) {
  const { profile } = yield* BankRequestContext
  const { access, combinedServiceIndicator, frequencyPerDay, recurringIndicator, validUntil } = payload
  const fault = AccessRules.accessErrorOf(access)
  if (fault !== undefined) yield* failWith(...fault, "/access")
  if (profile.accountList !== undefined && !AccessRules.isDetailed(access)) {
    yield* failWith("FORMAT_ERROR", "The bank wants the accounts by name.", "/access")
  }
  if (combinedServiceIndicator) {
    yield* failWith("SESSIONS_NOT_SUPPORTED", "The bank has no sessions with payments.", "/combinedServiceIndicator")
  }
  if (!recurringIndicator && frequencyPerDay !== 1) {
    yield* failWith("PARAMETER_NOT_CONSISTENT", "One-time access has a frequencyPerDay of 1.", "/frequencyPerDay")
  }
  if (validUntil < ConsentRecord.dayOf(now)) {
    yield* failWith("PERIOD_INVALID", "validUntil is in the past.", "/validUntil")
  }
})

const decoded = Option.liftThrowable(decodeURIComponent)

/** Decodes a provider's brand name. Characters that headers do not allow arrive percent-encoded. */
const nameOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : Option.getOrElse(decoded(text), () => text)

const checkApproach = (approach: Approach, headers: CreationRequest["headers"]) => {
  if (approach === "REDIRECT" && headers["tpp-redirect-uri"] === undefined) {
    return failWith("FORMAT_ERROR", "The redirect approach needs this header.", "TPP-Redirect-URI")
  }
  return approach === "DECOUPLED" && headers["psu-id"] === undefined
    ? failWith("FORMAT_ERROR", "The decoupled approach needs this header.", "PSU-ID")
    : Effect.void
}

const checkRequest = Effect.fnUntraced(function* ({ headers, payload }: CreationRequest, approach: Approach) {
  if (headers["psu-corporate-id"] !== undefined) {
    yield* failWith("CORPORATE_ID_INVALID", "The bank has no corporate customers.", "PSU-Corporate-ID")
  }
  yield* ScenarioFaults.injectCreationFault(headers["psu-id"] ?? "")
  yield* checkTerms(payload, yield* Clock.currentTimeMillis)
  yield* checkApproach(approach, headers)
})

const authorizationOf = (
  id: string,
  person: string,
  returnUrl: string | undefined
): ConsentRecord.ConsentRecord["authorization"] =>
  returnUrl === undefined
    ? { type: "ELECTRONIC_ID", sealedPerson: DeterministicEncryption.encrypt(ConsentKeys.personKey(id), person) }
    : ConsentRecord.makeRedirectAuthorization(PagePath.secretOf(id), returnUrl)

/** Returns true if the provider starts the authorization with a separate request. */
export const requestsExplicitAuthorization = (headers: CreationRequest["headers"]): boolean =>
  headers["tpp-explicit-authorisation-preferred"] === true

const recordOf = Effect.fnUntraced(function* (
  { headers, payload }: CreationRequest,
  approach: Approach,
  { id, requestHash }: { readonly id: string; readonly requestHash: string }
) {
  const { bank, needsConfirmation, profile, tpp, usesOAuth } = yield* BankRequestContext
  const loginHash = profile.authentication.before === "CONSENT" ? yield* Bearer.checkLogin() : undefined
  const isRedirect = approach === "REDIRECT"
  const person = isRedirect ? pageIdentity : identityOf(headers["psu-id"] ?? "")
  const clientName = nameOf(headers["tpp-brand-logging-information"])
  const locale = localeOf(headers["psu-accept-language"])
  const record: ConsentRecord.ConsentRecord = {
    company: bank.id,
    ...(clientName !== undefined && { clientName }),
    scope: AccessRules.requestedScope(payload.access, bankAccountsOf(bank, person)),
    validUntil: payload.validUntil,
    madeAt: yield* Clock.currentTimeMillis,
    authorization: authorizationOf(id, person, isRedirect ? headers["tpp-redirect-uri"] : undefined),
    ...(locale !== undefined && { locale }),
    status: "received",
    failedOnce: [],
    requested: {
      requestHash,
      tpp,
      sealedAccess: ConsentLookup.sealAccess(id, payload.access),
      recurring: payload.recurringIndicator,
      frequencyPerDay: payload.frequencyPerDay,
      ...(usesOAuth && isRedirect && { usesOAuth }),
      ...(loginHash !== undefined && { loginHash }),
      ...(needsConfirmation && !usesOAuth && isRedirect && { needsConfirmation })
    }
  }
  return record
})

export const create = Effect.fnUntraced(function* (request: CreationRequest) {
  const { headers, payload } = request
  const { bank, requestId, tpp } = yield* BankRequestContext
  const approach = approachOf(headers)
  yield* checkRequest(request, approach)
  const id = randomFrom("consent at a bank", bank.id, tpp, requestId.toLowerCase()).uuid()
  const facts = [
    approach,
    requestsExplicitAuthorization(headers),
    headers["psu-id"],
    headers["tpp-redirect-uri"],
    payload
  ]
  const requestHash = hash("sha256", JSON.stringify(facts))
  const files = yield* ConsentFileStore
  const record = yield* Effect.orDie(
    files.make(ConsentKeys.recordNameOf(bank, id), yield* recordOf(request, approach, { id, requestHash }))
  )
  if (record.requested?.requestHash !== requestHash) {
    return yield* failWith("PARAMETER_NOT_CONSISTENT", "Another request had this X-Request-ID.", "X-Request-ID")
  }
  return { found: yield* ConsentLookup.findConsent(id), approach }
})
