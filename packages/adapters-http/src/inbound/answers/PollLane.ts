/**
 * The express lane for status polls, which are most of the traffic (decisions 4; ADR 9): one that has nothing unusual
 * about it is answered without server, router and middlewares, by the same functions that answer it there. Whatever is
 * not answered with 200 or 304 goes the usual way, from its beginning, as if the lane were not there. What is added to
 * the conditions of the endpoint, or around every route, has to be asked here too, or to be a reason to stay out.
 */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { CollectionId } from "@sheaf/domain/Collection"
import { ApiKeys, Collections } from "@sheaf/ports"
import type { Peer } from "@sheaf/ports"
import { Context, Effect, Exit, identity, Option, References, Schema } from "effect"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { peerOf, refusalOf } from "../pipeline/Arrival.ts"
import * as CertificateFit from "../pipeline/CertificateFit.ts"
import * as Authentication from "../pipeline/Authentication.ts"
import * as CollectionsOfProduct from "../versions/2025-01-01/CollectionsOfProduct.ts"
import { dialect20250101, head } from "../versions/Dialect.ts"
import type { Dialect } from "../versions/Dialect.ts"
import { commonHeaders, versionHeaders, versionOf } from "../versions/Exchange.ts"
import * as StatusAnswer from "../handlers/StatusAnswer.ts"
import * as Lifecycle from "../versions/Lifecycle.ts"
import * as Negotiation from "../pipeline/Negotiation.ts"
import * as CurrentRequest from "../pipeline/CurrentRequest.ts"
import * as RequestLog from "../pipeline/RequestLog.ts"

/** Answers a request, or leaves it as it is and calls `otherwise`, once: at once, or when it has looked. */
export type PollLane = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void

/** Where a version has the status of a collection. */
interface Place {
  readonly route: string
  /** What of the path stands before the id. */
  readonly before: string
  readonly dialect: Dialect
  /** The collections that are found there. */
  readonly found: (collections: Collections["Service"]) => Collections["Service"]
}

const after = "/status"

const place = (collections: string, dialect: Dialect, found: Place["found"] = identity): Place => ({
  route: `${collections}/:collectionId${after}`,
  before: `${collections}/`,
  dialect,
  found
})

const places: Readonly<Record<ApiVersion, ReadonlyArray<Place>>> = {
  "2025-01-01": [
    place("/insurance/collection", dialect20250101, CollectionsOfProduct.of("INSURANCE")),
    place("/wealth/collection", dialect20250101, CollectionsOfProduct.of("WEALTH"))
  ],
  "2026-04-01": [place("/collections", head)]
}

/** The other ways to say who calls, to send a body, and to speak of the connection: they are handled elsewhere. */
const unusual = ["authorization", "content-length", "expect", "transfer-encoding", "upgrade"] as const

const isUsual = (headers: IncomingHttpHeaders): boolean =>
  unusual.every((name) => headers[name] === undefined) && Negotiation.takesJson(headers.accept)

const isCollectionId = Schema.is(CollectionId)

interface Poll {
  readonly place: Place
  readonly collectionId: string
  readonly key: string
}

/** What a request polls, when it is a poll with nothing unusual about it. */
const pollOf = (version: ApiVersion, { headers, method, url = "" }: IncomingMessage): Poll | undefined => {
  if (method !== "GET" || !url.endsWith(after)) return undefined
  const found = places[version].find(({ before }) => url.startsWith(before))
  const key = headers["authorization-token"]
  if (found === undefined || typeof key !== "string" || key === "" || !isUsual(headers)) return undefined
  const collectionId = url.slice(found.before.length, -after.length)
  return isCollectionId(collectionId) ? { place: found, collectionId, key } : undefined
}

/** What is left to be written. */
interface Written {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text?: string
  /** How the text is written: the same bytes either way, and without a look at each where there are only ASCII ones. */
  readonly encoding: "latin1" | "utf8"
}

const written = ({ body, headers, status }: StatusAnswer.StatusAnswer): Written => {
  if (body === undefined) return { status, headers, encoding: "latin1" }
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  const described = { "content-type": "application/json", "content-length": String(length) }
  return { status, headers: { ...headers, ...described }, text, encoding: length === text.length ? "latin1" : "utf8" }
}

const nobody: Effect.Effect<never, unknown> = Effect.fail("nobody who may come like this holds the key")

/** Builds the lane, once. */
export const make = ({ sunsets }: { readonly sunsets?: Lifecycle.Sunsets } = {}): Effect.Effect<
  PollLane,
  never,
  ApiKeys | Collections
> =>
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const collections = yield* Collections
    const surroundings = yield* Effect.context<never>()
    const run = Effect.runForkWith(surroundings)
    const isLogged = RequestLog.isOn(Context.get(surroundings, References.MinimumLogLevel))
    const added = versionHeaders(Lifecycle.make(sunsets))

    /** Fails with whatever the usual way has an answer for. */
    const answer = (
      { collectionId, key, place: { dialect, found } }: Poll,
      ifNoneMatch: string | undefined,
      peer: Peer | undefined
    ): Effect.Effect<Written, unknown> =>
      Effect.flatMap(Authentication.holderOf(keys, key), (holder) =>
        Option.isNone(holder) || CertificateFit.misfitOf(holder.value, peer) !== undefined
          ? nobody
          : Effect.map(found(collections).status(holder.value, collectionId), (current) =>
              written(StatusAnswer.of(dialect, ifNoneMatch, current))
            )
      )

    return (request, response, otherwise) => {
      const { headers } = request
      const version = versionOf(headers["service-version"])
      if (version === undefined || refusalOf(request) !== undefined) return otherwise()
      const poll = pollOf(version, request)
      if (poll === undefined) return otherwise()
      const requestId = CurrentRequest.idOf(headers)
      const fiber = run(Effect.suspend(() => answer(poll, headers["if-none-match"], peerOf(request))))
      const write = (exit: Exit.Exit<Written, unknown>): void => {
        if (Exit.isFailure(exit)) return otherwise()
        const { encoding, headers: own, status, text } = exit.value
        const common = commonHeaders({ requestId, version, versionHeaders: added })
        // Nothing reaches a client that has left.
        if (!response.destroyed) response.writeHead(status, { ...own, ...common }).end(text, encoding)
        if (isLogged) run(RequestLog.line({ requestId, method: "GET", route: poll.place.route, version, status }))
      }
      // Mostly it is done by now.
      const exit = fiber.pollUnsafe()
      if (exit === undefined) fiber.addObserver(write)
      else write(exit)
    }
  })
