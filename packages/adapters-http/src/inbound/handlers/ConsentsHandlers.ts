/**
 * The operations on consents, written once for the newest version (spec 2.4, 4). They act for the token's user; an API
 * key alone can only read. Each version's schemas drop fields that the version lacks.
 */
import type { Consent, ConsentDetails } from "@sheaf/domain/Consent"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { ConfirmConsent, CreateConsent } from "@sheaf/domain/CreateConsent"
import type { RenewConsent } from "@sheaf/domain/RenewConsent"
import type { ConsentAnswer } from "@sheaf/domain/SupplementInfo"
import type { CurrentCaller, CurrentUser } from "@sheaf/http-contract"
import { Consents } from "@sheaf/ports"
import type { ConsentListRequest } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiSchema } from "effect/http-api"
import { headUrlBuilder } from "../responses/Urls.ts"
import * as StatusResponse from "../responses/StatusResponse.ts"
import type { ProblemOf } from "../problems/ApiErrors.ts"
import * as LongPollRequest from "../polling/LongPollRequest.ts"
import * as PagedResponse from "./PagedResponse.ts"
import { runForCaller, runForUser, createdResponse, noStoreResponse } from "./CallerResponse.ts"
import type { NoStoreHeaders } from "./CallerResponse.ts"

interface OfConsent {
  readonly params: { readonly consentId: string }
}

type Service = Consents["Service"]

type Outcome<Name extends keyof Service, A, Who = CurrentUser> = Effect.Effect<
  A,
  ProblemOf<Effect.Error<ReturnType<Service[Name]>>>,
  Who
>

type Private<A, More = unknown> = HttpApiSchema.withHeaders<A, NoStoreHeaders & More>

interface ConsentOperations {
  readonly create: (request: {
    readonly payload: CreateConsent
  }) => Outcome<"create", Private<Consent, { readonly location: string }>>
  readonly renew: (
    request: OfConsent & { readonly payload: RenewConsent }
  ) => Outcome<"renew", Private<ConsentDetails, { readonly location: string }>>
  readonly list: (request: {
    readonly query: PagedResponse.WithOptionalLimit<ConsentListRequest>
  }) => Outcome<"list", Private<ReadonlyArray<ConsentDetails>, { readonly link?: string }>, CurrentCaller>
  readonly read: (request: OfConsent) => Outcome<"read", Private<ConsentDetails>, CurrentCaller>
  readonly status: (
    request: OfConsent & { readonly request: HttpServerRequest.HttpServerRequest }
  ) => Outcome<"status", HttpServerResponse.HttpServerResponse, CurrentCaller>
  readonly confirm: (
    request: OfConsent & { readonly payload: typeof ConfirmConsent.Type }
  ) => Outcome<"confirm", Private<ConsentStatusObject>>
  readonly supply: (
    request: OfConsent & { readonly payload: ConsentAnswer }
  ) => Outcome<"supply", Private<ConsentStatusObject>>
  readonly revoke: (request: OfConsent) => Outcome<"revoke", Private<ConsentStatusObject>>
}

export const make = (
  version: string,
  endpoint: StatusResponse.EndpointDeclaration
): Effect.Effect<ConsentOperations, never, Consents> =>
  Effect.map(Consents, (consents) => {
    const write = StatusResponse.compileWriter(version, endpoint)
    return {
      create: ({ payload }) =>
        runForUser((user) => consents.create(user, payload)).pipe(
          Effect.map((body) => createdResponse(body, headUrlBuilder.consents.status({ params: body })))
        ),
      renew: ({ params, payload }) =>
        runForUser((user) => consents.renew(user, params.consentId, payload)).pipe(
          Effect.map((body) => createdResponse(body, headUrlBuilder.consents.status({ params: body })))
        ),
      list: ({ query }) =>
        PagedResponse.respond(headUrlBuilder.consents.list, query, (request) =>
          runForCaller((caller) => consents.list(caller, request))
        ),
      read: ({ params }) =>
        runForCaller((caller) => consents.read(caller, params.consentId)).pipe(Effect.map(noStoreResponse)),
      status: ({ params, request }) =>
        runForCaller((caller) =>
          LongPollRequest.readStatus(caller, params.consentId, consents.status(caller, params.consentId))
        ).pipe(Effect.map((current) => StatusResponse.respond(write, request, params.consentId, current))),
      confirm: ({ params, payload }) =>
        runForUser((user) => consents.confirm(user, params.consentId, Redacted.make(payload.code))).pipe(
          Effect.map(({ body }) => noStoreResponse(body))
        ),
      supply: ({ params, payload }) =>
        runForUser((user) => consents.supply(user, params.consentId, payload)).pipe(
          Effect.map(({ body }) => noStoreResponse(body))
        ),
      revoke: ({ params }) =>
        runForUser((user) => consents.revoke(user, params.consentId)).pipe(
          Effect.map(({ body }) => noStoreResponse(body))
        )
    }
  })
