/** Handles the Connect page's calls (spec 13). A page sees only what its session started. */
import { head } from "@sheaf/domain/ApiVersion"
import type { ConnectLocale } from "@sheaf/domain/ConnectSession"
import type { PermissionType } from "@sheaf/domain/Receipt"
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
import type { Caller, ConnectDevice, ConnectVisitor, UserCaller } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { remoteAddress, RequestId } from "../connections/IncomingRequest.ts"
import * as ConnectCookie from "../pages/ConnectCookie.ts"
import type { ApiError } from "../problems/ApiErrors.ts"
import { failWith } from "../problems/ApiErrors.ts"
import { createdResponse, mapToProblems, noStoreHeaders, noStoreResponse } from "./CallerResponse.ts"
import { pageRateKey } from "../admission/Admission.ts"
import * as RequestAdmission from "../admission/RequestAdmission.ts"
import { actorOf } from "../admission/RequestAdmission.ts"
import { requireWithinRate, RateLimiter } from "../limits/RateLimiter.ts"
import * as LongPollRequest from "../polling/LongPollRequest.ts"
import * as StatusResponse from "../responses/StatusResponse.ts"

type Request = HttpServerRequest.HttpServerRequest

const forVisitor = <A, E extends ApiError>(use: (visitor: ConnectVisitor) => Effect.Effect<A, E>) =>
  Effect.flatMap(RequestAdmission.currentConnectVisitor, (visitor) =>
    visitor === undefined ? Effect.die(new Error("no visitor behind PageAuthentication")) : mapToProblems(use(visitor))
  )

const respondToVisitor = <A, E extends ApiError>(use: (visitor: ConnectVisitor) => Effect.Effect<A, E>) =>
  Effect.map(forVisitor(use), noStoreResponse)

const forPage = <A, E extends ApiError>(use: (caller: Caller) => Effect.Effect<A, E>) =>
  forVisitor(({ caller }) => use(caller))

/**
 * Like {@link forPage}, but fails if the session's purpose is PERMISSIONS, because the page of such a session can only
 * list and end permissions.
 */
const forWork = <A, E extends ApiError>(use: (caller: Caller, userId: string | undefined) => Effect.Effect<A, E>) =>
  forVisitor(({ caller, session: { purpose, userId } }): Effect.Effect<A, ConnectPurposeMismatch | E> =>
    purpose === "PERMISSIONS" ? Effect.fail(new ConnectPurposeMismatch()) : use(caller, userId)
  )

/** Like {@link forWork}, but for changes to a consent, which belongs to the session's user. */
const forUser = <A, E extends ApiError>(use: (user: UserCaller) => Effect.Effect<{ readonly body: A }, E>) =>
  forWork((caller, userId): Effect.Effect<{ readonly body: A }, ConsentNotFound | E> =>
    userId === undefined ? Effect.fail(new ConsentNotFound()) : use({ ...caller, userId })
  ).pipe(Effect.map(({ body }) => noStoreResponse(body)))

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
          const { connectSessionId, embedded, handover, secret } = payload
          const browser = ConnectCookie.readSecret(request.headers, {
            connectSessionId,
            isSecure: yield* pages.isSecure
          })
          const requestId = yield* RequestId
          const opened = yield* pages
            .open({
              connectSessionId,
              ...(secret !== undefined && { link: Redacted.make(secret) }),
              ...(browser !== undefined && { browser }),
              ...(handover !== undefined && { handover: Redacted.make(handover) }),
              ...(embedded !== undefined && { embedded })
            })
            .pipe(
              Effect.provideService(CurrentActor, actorOf({ request, requestId })),
              Effect.catch((error) =>
                Effect.flatMap(
                  RequestAdmission.countFailure(
                    limiter,
                    error,
                    error._tag === "ConnectLinkUnknown" ? "NETWORK" : undefined,
                    request.source
                  ),
                  (counted) => failWith(counted)
                )
              )
            )
          // Requests with guessed codes never get here, so only the person can use up the session's quota.
          yield* requireWithinRate(limiter.count(...pageRateKey("requests", connectSessionId)))
          return HttpApiSchema.withHeaders({
            body: opened.body,
            headers: { ...noStoreHeaders, "set-cookie": ConnectCookie.formatSetCookie(opened) }
          })
        })
      )
    })
  )

const localeOf = ({ session }: ConnectVisitor): ConnectLocale => session.terms.locale ?? "en"

const fileName = "sheaf-data.json"

const calls = (api: SystemApi.SystemApi) =>
  HttpApiBuilder.group(
    api,
    "connectPages",
    Effect.fnUntraced(function* (handlers) {
      const pages = yield* ConnectPages
      const collections = yield* Collections
      const consents = yield* Consents
      const writeCollection = StatusResponse.compileWriter(head, ConnectPagesGroup.endpoints.collectionStatus)
      const writeConsent = StatusResponse.compileWriter(head, ConnectPagesGroup.endpoints.consentStatus)
      const receiptOf = (type: PermissionType, id: string, language?: ConnectLocale) =>
        respondToVisitor((visitor) => pages.receipt(visitor, type, id, language ?? localeOf(visitor)))
      return handlers.handleAll({
        session: () => respondToVisitor(pages.session),
        handOver: () => respondToVisitor(pages.handOver),
        companies: () => respondToVisitor(pages.companies),
        startCollection: ({ payload, request }) =>
          forVisitor((visitor) => pages.startCollection(visitor, payload, deviceOf(request))).pipe(
            Effect.map(({ body }) => createdResponse(body, `/connect/collections/${body.collectionId}/status`))
          ),
        collectionStatus: ({ params: { collectionId }, request }) =>
          forWork((caller) =>
            LongPollRequest.readStatus(caller, collectionId, collections.status(caller, collectionId))
          ).pipe(Effect.map((current) => StatusResponse.respond(writeCollection, request, collectionId, current))),
        supplement: ({ params, payload }) =>
          forWork((caller) => collections.supply(caller, params.collectionId, payload)).pipe(
            Effect.map(({ body }) => noStoreResponse(body))
          ),
        eraseCollection: ({ params }) => forPage((caller) => collections.erase(caller, params.collectionId)),
        createConsent: ({ payload, request }) =>
          forVisitor((visitor) => pages.createConsent(visitor, payload, deviceOf(request))).pipe(
            Effect.map((body) => createdResponse(body, `/connect/consents/${body.consentId}/status`))
          ),
        consentStatus: ({ params: { consentId }, request }) =>
          forWork((caller) => LongPollRequest.readStatus(caller, consentId, consents.status(caller, consentId))).pipe(
            Effect.map((current) => StatusResponse.respond(writeConsent, request, consentId, current))
          ),
        confirmConsent: ({ params, payload }) =>
          forUser((user) => consents.confirm(user, params.consentId, Redacted.make(payload.code))),
        answerConsent: ({ params, payload }) => forUser((user) => consents.supply(user, params.consentId, payload)),
        revokeConsent: ({ params }) =>
          forPage((caller) => consents.revoke(caller, params.consentId)).pipe(
            Effect.map(({ body }) => noStoreResponse(body))
          ),
        permitMonitor: ({ payload }) => respondToVisitor((visitor) => pages.permitMonitor(visitor, payload)),
        pauseMonitor: ({ params: { monitorId }, payload: { paused } }) =>
          respondToVisitor((visitor) => pages.pauseMonitor(visitor, monitorId, paused)),
        eraseCredentials: ({ params }) =>
          respondToVisitor((visitor) => pages.eraseCredentials(visitor, params.monitorId)),
        endMonitor: ({ params }) => respondToVisitor((visitor) => pages.endMonitor(visitor, params.monitorId)),
        collectionReceipt: ({ params, query }) => receiptOf("COLLECTION", params.collectionId, query.language),
        consentReceipt: ({ params, query }) => receiptOf("CONSENT", params.consentId, query.language),
        monitorReceipt: ({ params, query }) => receiptOf("MONITOR", params.monitorId, query.language),
        summary: () => respondToVisitor(pages.summary),
        permissions: () => respondToVisitor(pages.permissions),
        export: () =>
          forVisitor(pages.export).pipe(
            Effect.map((body) =>
              HttpServerResponse.stream(body, {
                contentType: "application/json",
                headers: { ...noStoreHeaders, "content-disposition": `attachment; filename="${fileName}"` }
              })
            )
          ),
        finish: ({ payload }) => respondToVisitor((visitor) => pages.finish(visitor, payload.outcome))
      })
    })
  )

export const layer = (api: SystemApi.SystemApi) => Layer.merge(opening(api), calls(api))
