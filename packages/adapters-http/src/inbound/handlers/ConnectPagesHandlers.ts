/** The handlers of the Connect page's calls (spec 13). The page sees only what its session started. */
import { head } from "@sheaf/domain/ApiVersion"
import { ConnectPagesGroup } from "@sheaf/http-contract"
import type { SystemApi } from "@sheaf/http-contract"
import {
  Collections,
  ConnectPages,
  ConnectPurposeMismatch,
  ConsentNotFound,
  Consents,
  CurrentActor
} from "@sheaf/ports"
import type { Caller, ConnectDevice, ConnectVisitor } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import * as StatusAnswer from "../answers/StatusAnswer.ts"
import { remoteAddress } from "../connections/RemoteAddress.ts"
import { checked, RateLimiter } from "../limits/RateLimiter.ts"
import { pageCount } from "../admission/Admission.ts"
import * as Entry from "../admission/Entry.ts"
import * as ConnectCookie from "../pages/ConnectCookie.ts"
import * as CurrentRequest from "../pipeline/CurrentRequest.ts"
import { actorOf } from "../pipeline/Authentication.ts"
import type { Refusal } from "../problems/Refusals.ts"
import { orRefuse, refuse } from "../problems/Refusals.ts"
import * as HeldRequest from "../waiting/HeldRequest.ts"
import { located, notKept, personal } from "./Personal.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Runs a use case for the request's visitor. Errors become problems. */
const forVisitor = <A, E extends Refusal>(use: (visitor: ConnectVisitor) => Effect.Effect<A, E>) =>
  Effect.flatMap(Entry.currentVisitor, (visitor) =>
    visitor === undefined ? Effect.die(new Error("no visitor behind PageAuthenticated")) : orRefuse(use(visitor))
  )

/** Runs a use case for the caller of the visitor's session. */
const forPage = <A, E extends Refusal>(use: (caller: Caller) => Effect.Effect<A, E>) =>
  forVisitor(({ caller }) => use(caller))

/** Like {@link forPage}, for calls about the session's own work. The page of PERMISSIONS only lists and ends permissions. */
const forWork = <A, E extends Refusal>(use: (caller: Caller, userId: string | undefined) => Effect.Effect<A, E>) =>
  forVisitor(({ caller, session: { purpose, userId } }): Effect.Effect<A, ConnectPurposeMismatch | E> =>
    purpose === "PERMISSIONS" ? Effect.fail(new ConnectPurposeMismatch()) : use(caller, userId)
  )

const deviceOf = ({ headers, source }: Request): ConnectDevice => {
  const address = remoteAddress(source)
  const userAgent = headers["user-agent"]
  return { ...(address !== undefined && { address }), ...(userAgent !== undefined && { userAgent }) }
}

const opening = (api: SystemApi.SystemApi) =>
  HttpApiBuilder.group(
    api,
    "connectOpen",
    Effect.fnUntraced(function* (handlers) {
      const pages = yield* ConnectPages
      const limiter = yield* RateLimiter
      return handlers.handle(
        "open",
        Effect.fnUntraced(function* ({ payload, request }) {
          const { connectSessionId, secret } = payload
          const browser = ConnectCookie.secretIn(request.headers, { connectSessionId, isSecure: yield* pages.isSecure })
          const requestId = yield* CurrentRequest.RequestId
          const opened = yield* pages
            .open({
              connectSessionId,
              ...(secret !== undefined && { link: Redacted.make(secret) }),
              ...(browser !== undefined && { browser })
            })
            .pipe(
              Effect.provideService(CurrentActor, actorOf({ request, requestId })),
              Effect.catch((refusal) =>
                Effect.flatMap(
                  Entry.counted(
                    limiter,
                    refusal,
                    refusal._tag === "ConnectLinkUnknown" ? "NETWORK" : undefined,
                    request.source
                  ),
                  (counted) => refuse(counted)
                )
              )
            )
          // Guesses do not reach this line, so only the person can use up the session's quota.
          yield* checked(limiter.count(...pageCount("requests", connectSessionId)))
          return HttpApiSchema.withHeaders({
            body: opened.body,
            headers: { ...notKept, "set-cookie": ConnectCookie.of(opened) }
          })
        })
      )
    })
  )

const fileName = "sheaf-data.json"

const calls = (api: SystemApi.SystemApi) =>
  HttpApiBuilder.group(
    api,
    "connectPages",
    Effect.fnUntraced(function* (handlers) {
      const pages = yield* ConnectPages
      const collections = yield* Collections
      const consents = yield* Consents
      const writeCollection = StatusAnswer.compile(head, ConnectPagesGroup.endpoints.collectionStatus)
      const writeConsent = StatusAnswer.compile(head, ConnectPagesGroup.endpoints.consentStatus)
      return handlers.handleAll({
        session: () => forVisitor(pages.session).pipe(Effect.map(personal)),
        companies: () => forVisitor(pages.companies).pipe(Effect.map(personal)),
        startCollection: ({ payload, request }) =>
          forVisitor((visitor) => pages.startCollection(visitor, payload, deviceOf(request))).pipe(
            Effect.map(({ body }) => located(body, `/connect/collections/${body.collectionId}/status`))
          ),
        collectionStatus: ({ params: { collectionId }, request }) =>
          forWork((caller) => HeldRequest.reading(caller, collectionId, collections.status(caller, collectionId))).pipe(
            Effect.map((current) => StatusAnswer.respond(writeCollection, request, collectionId, current))
          ),
        supplement: ({ params, payload }) =>
          forWork((caller) => collections.supply(caller, params.collectionId, payload)).pipe(
            Effect.map(({ body }) => personal(body))
          ),
        eraseCollection: ({ params }) => forPage((caller) => collections.erase(caller, params.collectionId)),
        createConsent: ({ payload, request }) =>
          forVisitor((visitor) => pages.createConsent(visitor, payload, deviceOf(request))).pipe(
            Effect.map((body) => located(body, `/connect/consents/${body.consentId}/status`))
          ),
        consentStatus: ({ params: { consentId }, request }) =>
          forWork((caller) => HeldRequest.reading(caller, consentId, consents.status(caller, consentId))).pipe(
            Effect.map((current) => StatusAnswer.respond(writeConsent, request, consentId, current))
          ),
        confirmConsent: ({ params, payload }) =>
          forWork((caller, userId) =>
            userId === undefined
              ? Effect.fail(new ConsentNotFound())
              : consents.confirm({ ...caller, userId }, params.consentId, Redacted.make(payload.code))
          ).pipe(Effect.map(({ body }) => personal(body))),
        revokeConsent: ({ params }) =>
          forPage((caller) => consents.revoke(caller, params.consentId)).pipe(Effect.map(({ body }) => personal(body))),
        summary: () => forVisitor(pages.summary).pipe(Effect.map(personal)),
        permissions: () => forVisitor(pages.permissions).pipe(Effect.map(personal)),
        export: () =>
          forVisitor(pages.export).pipe(
            Effect.map((body) =>
              HttpServerResponse.stream(body, {
                contentType: "application/json",
                headers: { ...notKept, "content-disposition": `attachment; filename="${fileName}"` }
              })
            )
          ),
        finish: ({ payload }) =>
          forVisitor((visitor) => pages.finish(visitor, payload.outcome)).pipe(Effect.map(personal))
      })
    })
  )

export const layer = (api: SystemApi.SystemApi) => Layer.merge(opening(api), calls(api))
