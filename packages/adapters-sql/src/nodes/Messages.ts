/** The engine's messages, which the nodes share. */
import { Effect, Fiber, Layer, Schedule } from "effect"
import { MessageStorage, SqlMessageStorage } from "effect/cluster"

/** The attempts to find the messages of new shards. A database that is away for longer also loses the shards' locks. */
const attempts = Schedule.max([Schedule.spaced("500 millis"), Schedule.recurs(10)])

/**
 * A node that takes over shards resets the messages that their last node has read. The engine ignores failures and long
 * waits, and would then read these messages only after 10 minutes. This storage continues until it succeeds.
 */
const resetting = Effect.gen(function* () {
  const storage = yield* MessageStorage.MessageStorage
  const scope = yield* Effect.scope
  return MessageStorage.MessageStorage.of({
    ...storage,
    resetShards: (shards) => {
      const reset = Effect.retry(storage.resetShards([...shards]), attempts)
      return Effect.flatMap(Effect.forkIn(reset, scope, { startImmediately: true }), Fiber.join)
    }
  })
})

/** Creates the engine's tables of messages. */
export const layer = Layer.effect(MessageStorage.MessageStorage, resetting).pipe(Layer.provide(SqlMessageStorage.layer))
