/**
 * Runs a dispatcher for each endpoint of this node. Endpoints of nodes that have died or left move to the other nodes
 * (decisions 20).
 */
import { ChangeSignals, Departures, endpointsTopic, WebhookDeliveryStore } from "@sheaf/ports"
import type { ClaimedEndpoint } from "@sheaf/ports"
import { Effect, FiberMap, Latch, Layer, Semaphore } from "effect"
import { withFailures } from "../FailureLog.ts"
import * as WebhookDispatcher from "./WebhookDispatcher.ts"

/** The number of endpoints that a node claims at a time, so that several nodes share the endpoints of one that has left. */
const claimedAtOnce = 16

/** The pause between two searches for endpoints whose signal was lost, for example because a command created them. */
const searchInterval = "10 seconds"

const make = Effect.gen(function* () {
  const store = yield* WebhookDeliveryStore
  const departures = yield* Departures
  const { subscribe } = yield* ChangeSignals
  const dispatch = yield* WebhookDispatcher.make

  // The dispatchers end before the node gives up its endpoints.
  yield* Effect.addFinalizer(() => Effect.ignore(store.release))
  const dispatchers = yield* FiberMap.make<string>()
  const turn = yield* Semaphore.make(1)

  const claimAll: Effect.Effect<ReadonlyArray<ClaimedEndpoint>, unknown> = Effect.suspend(() => claimMore(-1))
  const claimMore = (before: number): Effect.Effect<ReadonlyArray<ClaimedEndpoint>, unknown> =>
    Effect.flatMap(store.claim(claimedAtOnce), (claimed) =>
      claimed.length > before && departures.isShared ? claimMore(claimed.length) : Effect.succeed(claimed)
    )

  /** Starts dispatchers for the endpoints of this node, and ends those of endpoints that it no longer has. */
  const refresh = Effect.gen(function* () {
    const claimed = yield* claimAll
    const ids = new Set(claimed.map(({ endpointId }) => endpointId))
    for (const [endpointId] of dispatchers) {
      if (!ids.has(endpointId)) yield* FiberMap.remove(dispatchers, endpointId)
    }
    for (const endpoint of claimed) {
      yield* FiberMap.run(dispatchers, endpoint.endpointId, dispatch(endpoint), { onlyIfMissing: true })
    }
  }).pipe(Semaphore.withPermits(turn, 1))

  const isSignaled = Latch.makeUnsafe(true)
  const unsubscribe = subscribe(endpointsTopic, () => isSignaled.openUnsafe())
  yield* Effect.addFinalizer(() => Effect.sync(unsubscribe))
  yield* departures.subscribe(refresh)
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.gen(function* () {
        yield* Effect.timeoutOption(isSignaled.await, searchInterval)
        isSignaled.closeUnsafe()
        yield* Effect.catchCause(refresh, (cause) =>
          Effect.logWarning("could not find webhook endpoints; will retry").pipe(withFailures(cause))
        )
      })
    )
  )
})

export const layer = Layer.effectDiscard(make)
