/** The requests about consents and their authorizations. */
import { Clock, Effect, Option } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { hash } from "node:crypto"
import { bankAccountsOf } from "../../records/BankAccounts.ts"
import { randomFrom } from "../../records/Random.ts"
import * as DeterministicEncryption from "../../DeterministicEncryption.ts"
import { identityOf, pageIdentity } from "../Bank.ts"
import * as GrantConfirmation from "../GrantConfirmation.ts"
import { ConsentFileStore } from "../ConsentFileStore.ts"
import * as ConsentKeys from "../ConsentKeys.ts"
import * as ConsentRecord from "../ConsentRecord.ts"
import * as ScenarioDecision from "../ScenarioDecision.ts"
import * as AuthorizationServer from "../oauth/AuthorizationServer.ts"
import * as Bearer from "../oauth/Bearer.ts"
import * as PagePath from "../PagePath.ts"
import { BankApi } from "../protocol/BankApi.ts"
import type { AuthenticationObject, ChallengeData, ConsentRequest, ScaStatus } from "../protocol/ConsentBodies.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import * as Links from "../protocol/Links.ts"
import * as AccessRules from "./AccessRules.ts"
import * as ScenarioFaults from "./ScenarioFaults.ts"
import { PageHost } from "./PageHost.ts"
import type { RecurringConsents } from "./RecurringConsents.ts"
import { failWith } from "./TppErrors.ts"
import * as ConsentLookup from "./ConsentLookup.ts"

type Approach = "REDIRECT" | "DECOUPLED"

interface Preferences {
  readonly "tpp-redirect-preferred"?: boolean
  readonly "tpp-decoupled-preferred"?: boolean
}

const approachOf = (preferences: Preferences): Approach =>
  preferences["tpp-decoupled-preferred"] === true && preferences["tpp-redirect-preferred"] !== true
    ? "DECOUPLED"
    : "REDIRECT"

const approachOfRecord = ({ authorization }: ConsentRecord.ConsentRecord): Approach =>
  authorization.type === "REDIRECT" ? "REDIRECT" : "DECOUPLED"

/** The first language that the person's device accepts. */
const localeOf = (acceptLanguage: string | undefined): string | undefined => acceptLanguage?.split(/[,;]/, 1)[0]?.trim()

const checkTerms = Effect.fnUntraced(function* (payload: ConsentRequest, now: number) {
  const { access, combinedServiceIndicator, frequencyPerDay, recurringIndicator, validUntil } = payload
  const fault = AccessRules.accessErrorOf(access)
  if (fault !== undefined) yield* failWith(...fault, "/access")
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

const authorizationIdOf = (id: string): string => randomFrom("authorization of a consent", id).uuid()

/** Returns the address of the page on which the person authorizes the consent. */
const pageOf = Effect.fnUntraced(function* (id: string) {
  const { bank } = yield* BankRequestContext
  const { address } = yield* PageHost
  const name = ConsentKeys.fileNameOf(bank, id)
  const path = PagePath.pathOf({ company: bank.id, name, secret: PagePath.secretOf(id) })
  return new URL(path, yield* address).href
})

const decoded = Option.liftThrowable(decodeURIComponent)

/** Returns the name of a provider's brand. Characters that do not fit in a header are percent-encoded. */
const nameOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : Option.getOrElse(decoded(text), () => text)

const pathOf = (prefix: string, id: string): string => `${prefix}/consents/${encodeURIComponent(id)}`

const scaStatusOf = ({ record }: ConsentLookup.FoundConsent): ScaStatus => {
  const { authorization, granted, status } = record
  if (GrantConfirmation.isConfirmationPending(record)) return "unconfirmed"
  if (status === "received") return authorization.type === "REDIRECT" ? "started" : "psuIdentified"
  return granted === undefined ? "failed" : "finalised"
}

const appMessage = "Authorize the consent in the bank's app."

/** Lets the person's scenario decide a decoupled authorization. */
const decide = Effect.fnUntraced(function* ({ id, person }: ConsentLookup.FoundConsent) {
  const { bank } = yield* BankRequestContext
  const accounts = bankAccountsOf(bank, person).map(({ accountId }) => accountId)
  const now = yield* Clock.currentTimeMillis
  yield* ConsentLookup.changeConsent(id, (stored) =>
    ScenarioDecision.decideConsent(stored, bank, person, accounts, now)
  )
})

/** The methods that a bank with several of them offers. */
const offeredMethods: ReadonlyArray<AuthenticationObject> = [
  { authenticationType: "PUSH_OTP", authenticationMethodId: "app", name: "The bank's app" },
  { authenticationType: "SMS_OTP", authenticationMethodId: "sms", name: "Text message" }
]

/** Returns true if the person must choose a method before the authorization goes on. */
const offersMethods = ({ record }: ConsentLookup.FoundConsent) =>
  Effect.map(
    BankRequestContext,
    ({ profile }) => profile.scaMethods !== undefined && approachOfRecord(record) === "DECOUPLED"
  )

/** Starts the authorization. A decoupled one is decided immediately, unless the person must choose a method. */
const start = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent) {
  const { id, record } = found
  const authorizationId = authorizationIdOf(id)
  yield* ConsentLookup.changeConsent(id, (stored) => ({
    ...stored,
    requested: { ...found.requested, authorizationId }
  }))
  if (approachOfRecord(record) === "DECOUPLED" && !(yield* offersMethods(found))) yield* decide(found)
  return authorizationId
})

/** Returns what opens the bank's app. It is the same for the same consent. */
const challengeOf = (id: string): ChallengeData => ({
  data: [
    randomFrom("autostart token of a consent", id).uuid(),
    `bank.${randomFrom("code of a consent", id).digits(12)}`
  ],
  additionalInformation: appMessage
})

/** Returns the methods to choose from, or what opens the bank's app. */
const nextOf = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent) {
  if (approachOfRecord(found.record) === "REDIRECT") return {}
  return (yield* offersMethods(found)) ? { scaMethods: offeredMethods } : { challengeData: challengeOf(found.id) }
})

/** Chooses a method, and returns what opens the bank's app. */
const chooseMethod = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent, methodId: string) {
  const isOffered = offeredMethods.some(({ authenticationMethodId }) => authenticationMethodId === methodId)
  if (!isOffered || !(yield* offersMethods(found))) {
    yield* failWith("SCA_METHOD_UNKNOWN", "The bank has not offered this method.")
  }
  yield* decide(found)
  return { challengeData: challengeOf(found.id) }
})

/** Confirms an authorization on the bank's page with the code from the return address. */
const confirm = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent, confirmationCode: string) {
  if (!GrantConfirmation.isConfirmationPending(found.record)) {
    yield* failWith("SCA_INVALID", "The authorization does not await a confirmation.")
  }
  yield* ConsentLookup.changeConsent(found.id, (record) => GrantConfirmation.confirmGrant(record, confirmationCode))
  return {}
})

const scaStatusLink = (consentId: string, authorizationId: string) =>
  Effect.map(BankRequestContext, ({ prefix }) =>
    Links.makeLink(`${pathOf(prefix, consentId)}/authorisations/${authorizationId}`)
  )

const startedLinks = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent, authorizationId: string) {
  const { bank } = yield* BankRequestContext
  const scaStatus = yield* scaStatusLink(found.id, authorizationId)
  const { needsConfirmation, usesOAuth } = found.requested
  if (approachOfRecord(found.record) === "DECOUPLED") return { scaStatus }
  if (usesOAuth === true) return { scaOAuth: Links.makeLink(yield* AuthorizationServer.metadataUrlOf(bank)), scaStatus }
  const scaRedirect = Links.makeLink(yield* pageOf(found.id))
  return { scaRedirect, scaStatus, ...(needsConfirmation === true && { confirmation: scaStatus }) }
})

const echo = Effect.map(BankRequestContext, ({ requestId }) => ({ "x-request-id": requestId }))

const respond = <A>(body: A) => Effect.map(echo, (headers) => HttpApiSchema.withHeaders({ body, headers }))

export const layer = HttpApiBuilder.group(BankApi, "consents", (handlers) =>
  Effect.map(Effect.context<ConsentFileStore | PageHost | RecurringConsents>(), (context) =>
    handlers.handleAll({
      createConsent: ({ headers, payload }) =>
        Effect.gen(function* () {
          const { bank, needsConfirmation, prefix, profile, requestId, tpp, usesOAuth } = yield* BankRequestContext
          const loginHash = profile.authentication?.before === "CONSENT" ? yield* Bearer.checkLogin() : undefined
          const now = yield* Clock.currentTimeMillis
          const approach = approachOf(headers)
          const user = headers["psu-id"]
          if (headers["psu-corporate-id"] !== undefined) {
            yield* failWith("CORPORATE_ID_INVALID", "The bank has no corporate customers.", "PSU-Corporate-ID")
          }
          yield* ScenarioFaults.injectCreationFault(user ?? "")
          yield* checkTerms(payload, now)
          const returnUrl = headers["tpp-redirect-uri"]
          if (approach === "REDIRECT" && returnUrl === undefined) {
            return yield* failWith("FORMAT_ERROR", "The redirect approach needs this header.", "TPP-Redirect-URI")
          }
          if (approach === "DECOUPLED" && user === undefined) {
            return yield* failWith("FORMAT_ERROR", "The decoupled approach needs this header.", "PSU-ID")
          }
          const id = randomFrom("consent at a bank", bank.id, tpp, requestId.toLowerCase()).uuid()
          const person = approach === "REDIRECT" ? pageIdentity : identityOf(user ?? "")
          const isExplicit = headers["tpp-explicit-authorisation-preferred"] === true
          const requestHash = hash("sha256", JSON.stringify([approach, isExplicit, user, returnUrl, payload]))
          const clientName = nameOf(headers["tpp-brand-logging-information"])
          const locale = localeOf(headers["psu-accept-language"])
          const files = yield* ConsentFileStore
          const record = yield* Effect.orDie(
            files.make(ConsentKeys.fileNameOf(bank, id), {
              company: bank.id,
              ...(clientName !== undefined && { clientName }),
              scope: AccessRules.requestedScope(payload.access, bankAccountsOf(bank, person)),
              validUntil: payload.validUntil,
              madeAt: now,
              authorization:
                returnUrl !== undefined && approach === "REDIRECT"
                  ? ConsentRecord.makeRedirectAuthorization(PagePath.secretOf(id), returnUrl)
                  : {
                      type: "ELECTRONIC_ID",
                      sealedPerson: DeterministicEncryption.encrypt(ConsentKeys.personKey(id), person)
                    },
              ...(locale !== undefined && { locale }),
              status: "received",
              failedOnce: [],
              requested: {
                requestHash,
                tpp,
                sealedAccess: ConsentLookup.sealAccess(id, payload.access),
                recurring: payload.recurringIndicator,
                frequencyPerDay: payload.frequencyPerDay,
                ...(usesOAuth && approach === "REDIRECT" && { usesOAuth }),
                ...(loginHash !== undefined && { loginHash }),
                ...(needsConfirmation && !usesOAuth && approach === "REDIRECT" && { needsConfirmation })
              }
            })
          )
          if (record.requested?.requestHash !== requestHash) {
            return yield* failWith("PARAMETER_NOT_CONSISTENT", "Another request had this X-Request-ID.", "X-Request-ID")
          }
          const found = yield* ConsentLookup.findConsent(id)
          const self = pathOf(prefix, id)
          const links = { self: Links.makeLink(self), status: Links.makeLink(`${self}/status`) }
          const authorizationId = found.requested.authorizationId ?? (isExplicit ? undefined : yield* start(found))
          const more =
            authorizationId === undefined
              ? { startAuthorisation: Links.makeLink(`${self}/authorisations`) }
              : yield* startedLinks(found, authorizationId)
          return HttpApiSchema.withHeaders({
            body: {
              consentStatus: yield* ConsentLookup.statusOf(yield* ConsentLookup.findConsent(id)),
              consentId: id,
              _links: { ...links, ...more },
              ...(approach === "DECOUPLED" && { psuMessage: appMessage })
            },
            headers: { ...(yield* echo), "aspsp-sca-approach": approach }
          })
        }).pipe(Effect.provideContext(context)),

      getConsent: ({ params: { consentId } }) =>
        Effect.gen(function* () {
          const found = yield* Bearer.findConsent(consentId)
          const { bank } = yield* BankRequestContext
          const { access, person, record, requested } = found
          const { granted, madeAt, validUntil } = record
          return yield* respond({
            access: granted ? AccessRules.grantedAccess(access, granted.scope, bankAccountsOf(bank, person)) : access,
            recurringIndicator: requested.recurring,
            validUntil: granted ? ConsentRecord.dayOf(granted.until) : validUntil,
            frequencyPerDay: requested.frequencyPerDay,
            lastActionDate: ConsentRecord.dayOf(madeAt),
            consentStatus: yield* ConsentLookup.statusOf(found)
          })
        }).pipe(Effect.provideContext(context)),

      deleteConsent: ({ params: { consentId } }) =>
        Effect.gen(function* () {
          yield* Bearer.findConsent(consentId)
          const now = yield* Clock.currentTimeMillis
          yield* ConsentLookup.changeConsent(consentId, (record) => ConsentRecord.terminate(record, now))
          return yield* respond<void>(undefined)
        }).pipe(Effect.provideContext(context)),

      getConsentStatus: ({ params: { consentId } }) =>
        Effect.gen(function* () {
          const found = yield* Bearer.findConsent(consentId)
          yield* ScenarioFaults.injectStatusFault(found)
          return yield* respond({ consentStatus: yield* ConsentLookup.statusOf(found) })
        }).pipe(Effect.provideContext(context)),

      getAuthorisations: ({ params: { consentId } }) =>
        Effect.gen(function* () {
          const { authorizationId } = (yield* Bearer.findConsent(consentId)).requested
          return yield* respond({ authorisationIds: authorizationId === undefined ? [] : [authorizationId] })
        }).pipe(Effect.provideContext(context)),

      startAuthorisation: ({ headers, params: { consentId } }) =>
        Effect.gen(function* () {
          const found = yield* ConsentLookup.findConsent(consentId)
          if (found.requested.loginHash !== undefined) yield* Bearer.checkAccessToken(found)
          const user = headers["psu-id"]
          const approach = approachOfRecord(found.record)
          if (user !== undefined && approach === "DECOUPLED" && identityOf(user) !== found.person) {
            yield* failWith("PSU_CREDENTIALS_INVALID", "The consent belongs to another person.", "PSU-ID")
          }
          const status = yield* ConsentLookup.statusOf(found)
          if (found.requested.authorizationId === undefined && status !== "received") {
            yield* failWith("STATUS_INVALID", `The consent is ${status}.`)
          }
          // Repeated requests return the one authorization, because one person authorizes each consent.
          const authorizationId = found.requested.authorizationId ?? (yield* start(found))
          const started = yield* ConsentLookup.findConsent(consentId)
          return HttpApiSchema.withHeaders({
            body: {
              scaStatus: scaStatusOf(started),
              authorisationId: authorizationId,
              _links: yield* startedLinks(started, authorizationId),
              ...(yield* nextOf(started)),
              ...(approach === "DECOUPLED" && { psuMessage: appMessage })
            },
            headers: { ...(yield* echo), "aspsp-sca-approach": approach }
          })
        }).pipe(Effect.provideContext(context)),

      getScaStatus: ({ params: { authorisationId, consentId } }) =>
        Effect.gen(function* () {
          const found = yield* Bearer.findConsent(consentId)
          if (found.requested.authorizationId !== authorisationId) {
            yield* failWith("RESOURCE_UNKNOWN", "The consent has no such authorization.")
          }
          return yield* respond({ scaStatus: scaStatusOf(found) })
        }).pipe(Effect.provideContext(context)),

      confirmAuthorisation: ({ params: { authorisationId, consentId }, payload }) =>
        Effect.gen(function* () {
          const found = yield* ConsentLookup.findConsent(consentId)
          if (found.requested.authorizationId !== authorisationId) {
            yield* failWith("RESOURCE_UNKNOWN", "The consent has no such authorization.")
          }
          const next: { readonly challengeData?: ChallengeData } =
            "confirmationCode" in payload
              ? yield* confirm(found, payload.confirmationCode)
              : yield* chooseMethod(found, payload.authenticationMethodId)
          const confirmed = yield* ConsentLookup.findConsent(consentId)
          return yield* respond({
            scaStatus: scaStatusOf(confirmed),
            _links: { scaStatus: yield* scaStatusLink(consentId, authorisationId) },
            ...next
          })
        }).pipe(Effect.provideContext(context))
    })
  )
)
