/** The person's return from a bank's authorization server to a collection under a one-time consent (decisions 9, 21). */
import { CollectionStore, Connectors } from "@sheaf/ports"
import type { AuthorizationResponse, Work } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { announced } from "../../durable/Engine.ts"
import { withFailures } from "../../FailureLog.ts"
import * as ConnectorCall from "../ConnectorCall.ts"
import { CollectionEngine } from "../Process.ts"
import * as ReturnState from "./ReturnState.ts"
import * as Settlement from "../Settlement.ts"

/** Returns the collection's session with the response, if the collection waits for one. */
const sessionWith = Effect.fnUntraced(
  function* ({ company, session, status }: Work, response: AuthorizationResponse) {
    const found = yield* (yield* Connectors).find(company)
    if (session === undefined || status !== "WAITING_FOR_USER_ACTION" || Option.isNone(found)) return Option.none()
    return yield* ConnectorCall.returned(found.value.connector, session, response)
  },
  Effect.catchCause((cause) =>
    Effect.logWarning("connector could not use the authorization server's response").pipe(
      withFailures(cause),
      Effect.as(Option.none<string>())
    )
  )
)

/**
 * Records an authorization server's response in the session of its collection, so that it survives a power cut. The next
 * step uses the response. Returns false if no collection waits for a response with this state, for example because it already has one.
 */
export const returned = Effect.fnUntraced(function* (state: string, response: AuthorizationResponse) {
  const store = yield* CollectionStore
  const engine = yield* CollectionEngine
  const collectionId = ReturnState.idIn(state)
  for (;;) {
    const found = collectionId === undefined ? Option.none<Work>() : yield* Effect.orDie(store.work(collectionId))
    if (Option.isNone(found) || (yield* ReturnState.of(found.value)) !== state) return false
    const work = found.value
    const session = yield* sessionWith(work, response)
    if (Option.isNone(session)) return false
    const now = yield* Clock.currentTimeMillis
    const change = { ...Settlement.unchanged(work, now, session.value), dueAt: now }
    const write = Effect.orDie(store.advance(work, [change], { isLasting: true }))
    if (yield* announced(write, engine.wake(work.collectionId, work.step))) return true
  }
})
