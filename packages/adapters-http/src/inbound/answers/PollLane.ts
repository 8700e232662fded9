/**
 * The express lane for status polls, which are most of the traffic (decisions 4; ADR 9): one that has nothing unusual
 * about it is answered without server, router and middlewares, by the same functions that answer it there. Whatever is
 * not answered with 200 or 304 goes the usual way, from its beginning, as if the lane were not there. What is added to
 * the conditions of the endpoint, or around every route, has to be asked here too, or to be a reason to stay out.
 */
import { CollectionId } from "@sheaf/domain/Collection"
import { ApiKeys, Collections } from "@sheaf/ports"
import type { Peer } from "@sheaf/ports"
import { Context, Effect, Exit, identity, Option, References, Schema } from "effect"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { peerOf, refusalOf } from "../pipeline/Arrival.ts"
import * as CertificateFit from "../pipeline/CertificateFit.ts"
import * as Authentication from "../pipeline/Authentication.ts"
import { answering, chooser, commonHeaders } from "../versions/Exchange.ts"
import type { Answering } from "../versions/Exchange.ts"
import type { Rendering } from "../versions/Rendering.ts"
import type { StatusPath } from "../versions/Version.ts"
import * as Versions from "../versions/Versions.ts"
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
  readonly rendering: Rendering
  readonly collections: Collections["Service"]
}

const after = "/status"

const placeOf =
  (collections: Collections["Service"]) =>
  ({ collections: path, found = identity, rendering }: StatusPath): Place => ({
    route: `${path}/:collectionId${after}`,
    before: `${path}/`,
    rendering,
    collections: found(collections)
  })

/** A version with its places. */
interface Polled extends Answering {
  readonly places: ReadonlyArray<Place>
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
const pollOf = ({ places }: Polled, { headers, method, url = "" }: IncomingMessage): Poll | undefined => {
  if (method !== "GET" || !url.endsWith(after)) return undefined
  const found = places.find(({ before }) => url.startsWith(before))
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
export const make = ({
  line = Versions.running,
  sunsets
}: { readonly line?: Versions.ServedVersions; readonly sunsets?: Lifecycle.Sunsets } = {}): Effect.Effect<
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
    const versionOf = chooser(
      line.served.map(({ name, statusPaths }): Polled => ({
        ...answering(name, Lifecycle.of(name, line.versions, sunsets)),
        places: statusPaths.map(placeOf(collections))
      }))
    )

    /** Fails with whatever the usual way has an answer for. */
    const answer = (
      { collectionId, key, place: { collections, rendering } }: Poll,
      ifNoneMatch: string | undefined,
      peer: Peer | undefined
    ): Effect.Effect<Written, unknown> =>
      Effect.flatMap(Authentication.holderOf(keys, key), (holder) =>
        Option.isNone(holder) || CertificateFit.misfitOf(holder.value, peer) !== undefined
          ? nobody
          : Effect.map(collections.status(holder.value, collectionId), (current) =>
              written(StatusAnswer.of(rendering, ifNoneMatch, current))
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
        const common = commonHeaders({ requestId, version })
        // Nothing reaches a client that has left.
        if (!response.destroyed) response.writeHead(status, { ...own, ...common }).end(text, encoding)
        const { route } = poll.place
        if (isLogged) run(RequestLog.line({ requestId, method: "GET", route, version: version.name, status }))
      }
      // Mostly it is done by now.
      const exit = fiber.pollUnsafe()
      if (exit === undefined) fiber.addObserver(write)
      else write(exit)
    }
  })
