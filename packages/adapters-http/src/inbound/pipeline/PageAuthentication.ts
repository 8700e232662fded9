/**
 * The stages of the Connect page's calls (spec 13). The request comes from the page itself. Its token belongs to the
 * session, and its cookie to the browser that opened the session.
 */
import { CurrentCaller, CurrentVisitor, PageAuthenticated, Problem, SameOrigin } from "@sheaf/http-contract"
import { ConnectPages, CurrentActor } from "@sheaf/ports"
import type { ActorAtWork, ConnectVisitor } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { isIP } from "node:net"
import { networkOfCaller, remoteAddress } from "../connections/RemoteAddress.ts"
import { checked, RateLimiter } from "../limits/RateLimiter.ts"
import * as ConnectCookie from "../pages/ConnectCookie.ts"
import * as CredentialRefusals from "../problems/CredentialRefusals.ts"
import { orRefuse } from "../problems/Refusals.ts"
import { table } from "../problems/RequestRefusals.ts"
import * as BearerToken from "./BearerToken.ts"
import * as CurrentRequest from "./CurrentRequest.ts"

/** The visitor of the current request. Present in endpoints behind `PageAuthenticated`. */
export const Visitor = Context.Reference<ConnectVisitor | undefined>("@sheaf/adapters-http/Visitor", {
  defaultValue: () => undefined
})

type Request = HttpServerRequest.HttpServerRequest

/** Returns true if no DNS record can point this name to another machine. */
const isFixed = (hostname: string): boolean => hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/gu, "")) !== 0

/**
 * Returns true if an origin is the one to which its request went. The `Host` field proves this only for IP addresses
 * and for `localhost`, because any other domain can resolve to this machine (DNS rebinding).
 */
const isHost = (origin: string, host: string | undefined): boolean => {
  if (!URL.canParse(origin)) return false
  const { host: from, hostname } = new URL(origin)
  return from === host && isFixed(hostname)
}

/**
 * Returns true if a page of another origin sent the request. Browsers send both fields, and pages cannot change them. Other
 * programs send neither, and have no cookies to misuse. Behind a proxy, `Host` can be an internal name, so the origin
 * must match the public address.
 */
const isCrossSite = ({ headers }: Request, address: string): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin") return true
  const origin = headers["origin"]
  return origin !== undefined && origin !== new URL(address).origin && !isHost(origin, headers["host"])
}

const sameOrigin = Layer.effect(
  SameOrigin,
  Effect.map(ConnectPages, (pages) =>
    SameOrigin.of((next) =>
      Effect.flatMap(pages.address, (address) =>
        CurrentRequest.unless(next, ({ request, requestId }) => {
          const { code, detail } = table.crossSite
          return isCrossSite(request, address) ? Problem.make(code, { detail, requestId }) : undefined
        })
      )
    )
  )
)

/** Returns who acts in a request, for the audit log. */
export const actorOf = (
  { request, requestId }: CurrentRequest.CurrentRequest,
  visitor?: ConnectVisitor
): ActorAtWork => {
  const address = remoteAddress(request.source)
  const { clientId, connectSessionId, userId } = visitor?.session ?? {}
  return {
    actor:
      clientId === undefined || connectSessionId === undefined
        ? { type: "SERVICE" }
        : { type: "CONNECT_SESSION", clientId, connectSessionId, ...(userId !== undefined && { userId }) },
    requestId,
    ...(address !== undefined && { address })
  }
}

const unauthenticated = (refusal: "noToken" | "wrongToken", requestId: string) => {
  const { challenge, code, detail } = CredentialRefusals.table[refusal]
  const body = Problem.make(code, { detail, requestId })
  return HttpApiSchema.withHeaders({ body, headers: { "www-authenticate": challenge } })
}

/** Counts a failure against the limit for the caller's network. Fails once the network is beyond it. */
export const countFailure = Effect.fnUntraced(function* (limiter: RateLimiter["Service"], request: Request) {
  const network = networkOfCaller(request.source)
  if (network === undefined) return
  yield* checked(limiter.count("authentication", network))
})

const pageAuthenticated = Layer.effect(
  PageAuthenticated,
  Effect.gen(function* () {
    const pages = yield* ConnectPages
    const limiter = yield* RateLimiter
    return PageAuthenticated.of((next) =>
      Effect.withFiber((fiber) =>
        Effect.gen(function* () {
          const current = CurrentRequest.of(fiber)
          const { request, requestId } = current
          const authorization = BearerToken.read(request.headers["authorization"])
          if (authorization._tag !== "Bearer") {
            yield* countFailure(limiter, request)
            return yield* Effect.fail(unauthenticated("noToken", requestId))
          }
          const isSecure = yield* pages.isSecure
          const visitor = yield* Effect.catch(
            pages.authenticate(authorization.token, (connectSessionId) =>
              ConnectCookie.secretIn(request.headers, { connectSessionId, isSecure })
            ),
            Effect.fnUntraced(function* (error) {
              if (error._tag === "ConnectSessionExpired") return yield* orRefuse(Effect.fail(error))
              yield* countFailure(limiter, request)
              return yield* Effect.fail(unauthenticated("wrongToken", requestId))
            })
          )
          return yield* next.pipe(
            Effect.provideService(CurrentCaller, visitor.caller),
            Effect.provideService(CurrentVisitor, { connectSessionId: visitor.session.connectSessionId }),
            Effect.provideService(Visitor, visitor),
            Effect.provideService(CurrentActor, actorOf(current, visitor))
          )
        })
      )
    )
  })
)

export const layer = Layer.merge(sameOrigin, pageAuthenticated)
