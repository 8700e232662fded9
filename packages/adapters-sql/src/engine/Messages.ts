/** The engine's messages. The engine gives up soon if the database fails. This storage continues. */
import { Clock, Effect, Fiber, Layer, Schedule } from "effect"
import { MessageStorage, Snowflake, SqlMessageStorage } from "effect/cluster"
import type { ClusterError } from "effect/cluster"
import { isArrayNonEmpty } from "effect/Array"

const untilDatabaseIsBack = Schedule.spaced("500 millis")

/** The attempts to find the messages of new shards. A database that is away for longer also loses the shards' locks. */
const attempts = Schedule.max([untilDatabaseIsBack, Schedule.recurs(10)])

/**
 * A reply that the engine cannot store after 0.8 seconds is lost, and the execution stops until its process ends. Retries
 * instead, as long as the message still has no reply. Another node can have replied in the meantime.
 */
const replying = ({
  saveReply,
  unprocessedMessagesById
}: MessageStorage.Encoded): MessageStorage.Encoded["saveReply"] =>
  Effect.fnUntraced(function* (reply) {
    const isMissing = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      unprocessedMessagesById([Snowflake.Snowflake(reply.requestId)], now)
    ).pipe(
      Effect.retry(untilDatabaseIsBack),
      Effect.map(([message]) => message !== undefined)
    )
    const retried: Effect.Effect<void, ClusterError.PersistenceError> = Effect.suspend(() =>
      Effect.catch(saveReply(reply), () =>
        Effect.flatMap(isMissing, (isLeft) => (isLeft ? Effect.delay(retried, "500 millis") : Effect.void))
      )
    )
    yield* retried
  })

/**
 * Reading messages hides them from other readers for 10 minutes. After a failed read, whose messages can be hidden, the next
 * read shows all messages again. The engine ignores messages that it is processing.
 */
const reading = ({
  resetShards,
  unprocessedMessages
}: MessageStorage.Encoded): MessageStorage.Encoded["unprocessedMessages"] => {
  let hasFailed = false
  return Effect.fnUntraced(function* (shardIds, now, options) {
    if (hasFailed && isArrayNonEmpty(shardIds)) yield* resetShards(shardIds)
    hasFailed = true
    const messages = yield* unprocessedMessages(shardIds, now, options)
    hasFailed = false
    return messages
  })
}

const make = Effect.gen(function* () {
  const encoded = yield* SqlMessageStorage.makeEncoded()
  const scope = yield* Effect.scope
  return yield* MessageStorage.makeEncoded({
    ...encoded,
    saveReply: replying(encoded),
    unprocessedMessages: reading(encoded),
    /**
     * A node that takes over shards resets the messages that their last node has read. The engine ignores failures and long
     * waits, and would then read these messages only after 10 minutes.
     */
    resetShards: (shards) => {
      const reset = Effect.retry(encoded.resetShards(shards), attempts)
      return Effect.flatMap(Effect.forkIn(reset, scope, { startImmediately: true }), Fiber.join)
    }
  })
})

/** Creates the engine's tables of messages. */
export const layer = Layer.effect(MessageStorage.MessageStorage, make).pipe(Layer.provide(Snowflake.layerGenerator))
