/**
 * Implements long polling (`Prefer: wait`; RFC 7240 §4.3; spec 2.5) for requests that do not take the fast path. After
 * each change, the request runs again from the start.
 */
import type { Caller, PollState } from "@sheaf/ports"
import { Context, Effect } from "effect"
import type { Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import type { LongPolls, PolledStatus, Subscribe } from "./LongPolls.ts"
import * as IncomingRequest from "../connections/IncomingRequest.ts"

/** Without a `tag`, the response's `ETag` is used. */
type Seen = Omit<PolledStatus, "tag"> & Partial<Pick<PolledStatus, "tag">>

interface Hold {
  readonly watch: Subscribe
  seen: Seen | undefined
}

/** Absent if the request does not ask to wait. */
const Hold = Context.Reference<Hold | undefined>("@sheaf/adapters-http/Hold", { defaultValue: () => undefined })

/**
 * Reads the status of `id`. If the request asks to wait, also watches `id` and the caller's user, and stores what was
 * read in {@link Hold}.
 */
export const readStatus = <
  A extends Pick<PollState, "isFinal" | "qrUntil"> & Pick<Seen, "readAgainAfter" | "tag">,
  E,
  R
>(
  { clientId, connectSessionId, userId }: Caller,
  id: string,
  read: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Hold, (hold) => {
    if (hold === undefined) return read
    hold.watch(id)
    if (userId !== undefined) hold.watch(userId)
    return Effect.tap(read, ({ isFinal, qrUntil, readAgainAfter, tag }) =>
      Effect.sync(() => {
        hold.seen = {
          clientId,
          ...(connectSessionId !== undefined && { connectSessionId }),
          isFinal,
          ...(qrUntil !== undefined && { qrUntil }),
          ...(readAgainAfter !== undefined && { readAgainAfter }),
          ...(tag !== undefined && { tag })
        }
      })
    )
  })

/** Confirms the wait (RFC 7240 §3). */
export const preferenceAppliedFields = (seconds: number) => ({ "preference-applied": `wait=${seconds}` })

/**
 * Runs `handle` and, if it reads a status, holds the response for up to `seconds`. `handle` can run several times. Each
 * run checks the client certificate and admits the request again.
 */
export const holdRequest = <E, R>(
  { hold }: LongPolls["Service"],
  fiber: Fiber.Fiber<unknown, unknown>,
  { headers, source }: HttpServerRequest.HttpServerRequest,
  seconds: number,
  handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> => {
  const checked = Effect.andThen(IncomingRequest.recheckCertificate(source), handle)
  const poll = (watch: Subscribe) =>
    Effect.suspend(() => {
      const current: Hold = { watch, seen: undefined }
      // The server restores the fiber's context after the request.
      fiber.setContext(Context.add(fiber.context, Hold, current))
      return Effect.map(checked, (response) => {
        const tag = current.seen?.tag ?? response.headers["etag"]
        return { response, ...(current.seen && tag !== undefined && { status: { ...current.seen, tag } }) }
      })
    })
  return Effect.map(
    hold({ seconds, ifNoneMatch: headers["if-none-match"] }, poll),
    ({ response, isPreferenceApplied }) =>
      isPreferenceApplied ? HttpServerResponse.setHeaders(response, preferenceAppliedFields(seconds)) : response
  )
}
