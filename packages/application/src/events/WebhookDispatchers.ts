/**
 * Runs a dispatcher for each endpoint of this node. Endpoints move with their shards to other nodes (spec 15).
 */
import { ChangeSignals, endpointsTopic, Shards, WebhookDeliveryStore } from "@sheaf/ports"
import { Effect, FiberMap, Latch, Layer, Semaphore } from "effect"
import { withFailures } from "../telemetry/FailureLog.ts"
import * as WebhookDispatcher from "./WebhookDispatcher.ts"

/** The pause between two searches for endpoints whose signal was lost, for example because a command created them. */
const searchInterval = "30 seconds"

/** The pause after a search that failed. */
const retryPause = "1 second"

const make = Effect.gen(function* () {
  const store = yield* WebhookDeliveryStore
  const shards = yield* Shards
  const { subscribe } = yield* ChangeSignals
  const dispatch = yield* WebhookDispatcher.make

  const dispatchers = yield* FiberMap.make<string>()
  const turn = yield* Semaphore.make(1)

  /** Starts dispatchers for the endpoints of this node, and ends those of endpoints that it no longer has. */
  const refresh = Effect.gen(function* () {
    const endpoints = yield* store.own
    const ids = new Set(endpoints.map(({ endpointId }) => endpointId))
    const gone = Array.from(dispatchers, ([endpointId]) => endpointId).filter((endpointId) => !ids.has(endpointId))
    yield* Effect.forEach(gone, (endpointId) => FiberMap.remove(dispatchers, endpointId), {
      concurrency: "unbounded",
      discard: true
    })
    for (const endpoint of endpoints) {
      yield* FiberMap.run(dispatchers, endpoint.endpointId, dispatch(endpoint), { onlyIfMissing: true })
    }
  }).pipe(Semaphore.withPermits(turn, 1))

  const isSignaled = Latch.makeUnsafe(true)
  const unsubscribe = subscribe(endpointsTopic, () => isSignaled.openUnsafe())
  yield* Effect.addFinalizer(() => Effect.sync(unsubscribe))
  yield* shards.subscribe(Effect.sync(() => isSignaled.openUnsafe()))
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.gen(function* () {
        yield* Effect.timeoutOption(isSignaled.await, searchInterval)
        isSignaled.closeUnsafe()
        yield* Effect.catchCause(refresh, (cause) =>
          Effect.logWarning("could not find webhook endpoints; will retry").pipe(
            withFailures(cause),
            Effect.andThen(Effect.sleep(retryPause)),
            Effect.andThen(Effect.sync(() => isSignaled.openUnsafe()))
          )
        )
      })
    )
  )
})

export const layer = Layer.effectDiscard(make)
