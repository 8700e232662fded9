/** Handlers for consents and their authorizations. */
import { Clock, Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { bankAccountsOf } from "../../records/BankAccounts.ts"
import { identityOf } from "../Bank.ts"
import type { ConsentFileStore } from "../ConsentFileStore.ts"
import * as ConsentRecord from "../ConsentRecord.ts"
import * as Bearer from "../oauth/Bearer.ts"
import { BankApi } from "../protocol/BankApi.ts"
import type { AuthorizationUpdateRequest } from "../protocol/ConsentBodies.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import * as Links from "../protocol/Links.ts"
import * as AccessRules from "../consents/AccessRules.ts"
import * as ScenarioFaults from "../consents/ScenarioFaults.ts"
import type { PageHost } from "../PageHost.ts"
import type { RecurringConsents } from "../consents/RecurringConsents.ts"
import { failWith } from "../protocol/TppErrors.ts"
import * as ConsentLookup from "../consents/ConsentLookup.ts"
import * as ConsentAuthorization from "./ConsentAuthorization.ts"
import * as ConsentCreation from "./ConsentCreation.ts"

const echo = Effect.map(BankRequestContext, ({ requestId }) => ({ "x-request-id": requestId }))

const respond = <A>(body: A) => Effect.map(echo, (headers) => HttpApiSchema.withHeaders({ body, headers }))

const respondWithStart = <A extends object>(body: A, approach: ConsentAuthorization.Approach) =>
  Effect.map(echo, (headers) =>
    HttpApiSchema.withHeaders({
      body: { ...body, ...(approach === "DECOUPLED" && { psuMessage: ConsentAuthorization.appMessage }) },
      headers: { ...headers, "aspsp-sca-approach": approach }
    })
  )

/** Also starts the consent's authorization, unless the provider starts it with a separate request. */
const createConsent = Effect.fnUntraced(function* (request: ConsentCreation.CreationRequest) {
  const { approach, found } = yield* ConsentCreation.create(request)
  const { id, requested } = found
  const { prefix } = yield* BankRequestContext
  const self = ConsentAuthorization.pathOf(prefix, id)
  const links = { self: Links.makeLink(self), status: Links.makeLink(`${self}/status`) }
  const authorizationId =
    requested.authorizationId ??
    (ConsentCreation.requestsExplicitAuthorization(request.headers)
      ? undefined
      : yield* ConsentAuthorization.start(found))
  const more =
    authorizationId === undefined
      ? { startAuthorisation: Links.makeLink(`${self}/authorisations`) }
      : yield* ConsentAuthorization.startedAuthorizationLinks(found, authorizationId)
  const consentStatus = yield* ConsentLookup.statusOf(yield* ConsentLookup.findConsent(id))
  return yield* respondWithStart({ consentStatus, consentId: id, _links: { ...links, ...more } }, approach)
})

const getConsent = Effect.fnUntraced(function* (consentId: string) {
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
})

const deleteConsent = Effect.fnUntraced(function* (consentId: string) {
  yield* Bearer.findConsent(consentId)
  const now = yield* Clock.currentTimeMillis
  yield* ConsentLookup.changeConsent(consentId, (record) => ConsentRecord.terminate(record, now))
  return yield* respond<void>(undefined)
})

const getConsentStatus = Effect.fnUntraced(function* (consentId: string) {
  const found = yield* Bearer.findConsent(consentId)
  yield* ScenarioFaults.injectStatusFault(found)
  return yield* respond({ consentStatus: yield* ConsentLookup.statusOf(found) })
})

const getAuthorisations = Effect.fnUntraced(function* (consentId: string) {
  const { authorizationId } = (yield* Bearer.findConsent(consentId)).requested
  return yield* respond({ authorisationIds: authorizationId === undefined ? [] : [authorizationId] })
})

const startAuthorisation = Effect.fnUntraced(function* (consentId: string, user: string | undefined) {
  const found = yield* ConsentLookup.findConsent(consentId)
  if (found.requested.loginHash !== undefined) yield* Bearer.checkAccessToken(found)
  const approach = ConsentAuthorization.approachOfRecord(found.record)
  if (user !== undefined && approach === "DECOUPLED" && identityOf(user) !== found.person) {
    yield* failWith("PSU_CREDENTIALS_INVALID", "The consent belongs to another person.", "PSU-ID")
  }
  const status = yield* ConsentLookup.statusOf(found)
  if (found.requested.authorizationId === undefined && status !== "received") {
    yield* failWith("STATUS_INVALID", `The consent is ${status}.`)
  }
  // A consent has only one authorization, because one person authorizes it. Repeated requests return the same one.
  const authorizationId = found.requested.authorizationId ?? (yield* ConsentAuthorization.start(found))
  const started = yield* ConsentLookup.findConsent(consentId)
  return yield* respondWithStart(
    {
      scaStatus: ConsentAuthorization.scaStatusOf(started),
      authorisationId: authorizationId,
      _links: yield* ConsentAuthorization.startedAuthorizationLinks(started, authorizationId),
      ...(yield* ConsentAuthorization.nextLinksOf(started))
    },
    approach
  )
})

const getScaStatus = Effect.fnUntraced(function* (consentId: string, authorisationId: string) {
  const found = yield* Bearer.findConsent(consentId)
  if (found.requested.authorizationId !== authorisationId) {
    yield* failWith("RESOURCE_UNKNOWN", "The consent has no such authorization.")
  }
  return yield* respond({
    scaStatus: ConsentAuthorization.scaStatusOf(found),
    ...(yield* ConsentAuthorization.openInstructionsOf(found))
  })
})

const update = (found: ConsentLookup.FoundConsent, payload: typeof AuthorizationUpdateRequest.Type) => {
  if ("confirmationCode" in payload) return ConsentAuthorization.confirm(found, payload.confirmationCode)
  return "authenticationMethodId" in payload
    ? ConsentAuthorization.chooseMethod(found, payload.authenticationMethodId)
    : ConsentAuthorization.enterCode(found, payload.scaAuthenticationData)
}

const confirmAuthorisation = Effect.fnUntraced(function* (
  consentId: string,
  authorisationId: string,
  payload: typeof AuthorizationUpdateRequest.Type
) {
  const found = yield* ConsentLookup.findConsent(consentId)
  if (found.requested.authorizationId !== authorisationId) {
    yield* failWith("RESOURCE_UNKNOWN", "The consent has no such authorization.")
  }
  const next = yield* update(found, payload)
  const confirmed = yield* ConsentLookup.findConsent(consentId)
  return yield* respond({
    scaStatus: ConsentAuthorization.scaStatusOf(confirmed),
    _links: { scaStatus: yield* ConsentAuthorization.scaStatusLink(consentId, authorisationId) },
    ...next
  })
})

export const layer = HttpApiBuilder.group(BankApi, "consents", (handlers) =>
  Effect.map(Effect.context<ConsentFileStore | PageHost | RecurringConsents>(), (context) => {
    const provide = Effect.provideContext(context)
    return handlers.handleAll({
      createConsent: (request) => provide(createConsent(request)),
      getConsent: ({ params }) => provide(getConsent(params.consentId)),
      deleteConsent: ({ params }) => provide(deleteConsent(params.consentId)),
      getConsentStatus: ({ params }) => provide(getConsentStatus(params.consentId)),
      getAuthorisations: ({ params }) => provide(getAuthorisations(params.consentId)),
      startAuthorisation: ({ headers, params }) => provide(startAuthorisation(params.consentId, headers["psu-id"])),
      getScaStatus: ({ params }) => provide(getScaStatus(params.consentId, params.authorisationId)),
      confirmAuthorisation: ({ params, payload }) =>
        provide(confirmAuthorisation(params.consentId, params.authorisationId, payload))
    })
  })
)
