/**
 * Limits how many bytes of downloads clients have not read yet (spec 8). Responses cannot share memory, because
 * collected data and documents belong to one person.
 */
import { CurrentCaller, CurrentVisitor, DownloadLimit } from "@sheaf/http-contract"
import { Context, Effect, Exit, Layer } from "effect"
import type { HttpServerResponse } from "effect/http"
import { apiError, failWith } from "../problems/ApiErrors.ts"
import type { ProblemOf } from "../problems/ApiErrors.ts"
import * as FairSemaphore from "../connections/FairSemaphore.ts"
import { IncomingRequest, currentRequestOf } from "../connections/IncomingRequest.ts"

export interface DownloadLimits {
  /** How many bytes of downloads may be unread, in total and per client. */
  readonly downloadBytes: number
  readonly downloadBytesPerClient: number
}

/** The maximum download size, in bytes. A download counts as this many bytes until its size is known. */
export const maxDownloadBytes = 20 * 1024 * 1024

/** How many of a client's downloads may wait. For comparison: the default rate allows 600 requests a minute. */
const maxWaiting = 1_000

/**
 * How long a download waits for room. After that, the oldest unread responses of the same client are aborted to make
 * room.
 */
const patience = "10 seconds"

type TooMany = ProblemOf<{ readonly _tag: "TooManyDownloads" }>

const tooMany: Effect.Effect<never, TooMany> = failWith(apiError("TooManyDownloads"))

type Response = Pick<HttpServerResponse.HttpServerResponse, "body">

/**
 * Returns a function that runs `read` once there is room for another download of the client. The download takes up room
 * until the response to the request `source` has been sent.
 *
 * If other clients leave no room, the client with the most unread bytes loses its oldest responses after half a second.
 * If there is still no room when the wait ends, the waiting client loses its own oldest responses. If it has none, its
 * request fails with `TooManyDownloads`.
 *
 * A Connect session has one download at a time. The client's other requests can end that download after waiting for
 * half a second, and the client's other sessions can end it when their wait is over.
 */
export const make = ({ downloadBytes, downloadBytesPerClient }: DownloadLimits) => {
  const places = FairSemaphore.make({
    permits: downloadBytes,
    perClient: downloadBytesPerClient,
    perSession: maxDownloadBytes,
    waitingPerClient: maxWaiting
  })
  return <A extends Response, E, R>(
    client: string,
    source: object,
    read: Effect.Effect<A, E, R>,
    session?: string
  ): Effect.Effect<A, E | TooMany, R> =>
    Effect.suspend(() => {
      const response = source instanceof IncomingRequest ? source.response : undefined
      let lease: FairSemaphore.Lease | undefined
      let isUnread = false
      // A response that the client is still reading can be ended to make room. Otherwise, a client that reads slowly
      // could hold the room for hours.
      const revocationCost = () => (isUnread ? 0 : undefined)
      const request = {
        revocationCost,
        onRevoked: () => response?.destroy(),
        session,
        size: maxDownloadBytes,
        isEstimate: true
      }
      const hold = (held: FairSemaphore.Lease) => void (lease = held)
      const waited = FairSemaphore.acquire(places, client, hold, {
        request,
        limits: { timeout: patience, isPreempting: true }
      })
      const turn = Effect.flatMap(waited, (isHeld) => (isHeld ? Effect.void : tooMany))
      return Effect.onExit(Effect.andThen(turn, read), (exit) =>
        Effect.sync(() => {
          if (Exit.isFailure(exit) || response === undefined || response.destroyed) return lease?.release()
          const { body } = exit.value
          isUnread = true
          lease?.resize(body._tag === "Uint8Array" ? body.contentLength : maxDownloadBytes)
          response.once("close", () => {
            isUnread = false
            lease?.release()
          })
        })
      )
    })
}

/** Shared by all versions, so a client's limit covers all of its requests. */
export const layer = (limits: DownloadLimits): Layer.Layer<DownloadLimit> =>
  Layer.sync(DownloadLimit, () => {
    const inTurn = make(limits)
    return (next) =>
      Effect.withFiber((fiber) => {
        const { clientId } = Context.getUnsafe(fiber.context, CurrentCaller)
        const session = Context.getOrUndefined(fiber.context, CurrentVisitor)?.connectSessionId
        return inTurn(clientId, currentRequestOf(fiber).request.source, next, session)
      })
  })
