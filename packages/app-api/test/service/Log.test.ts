/** The log's format, and the messages that it omits. */
import { assert, it } from "@effect/vitest"
import { Console, Effect } from "effect"
import * as Log from "../../src/Log.ts"

const linesOf = (effect: Effect.Effect<void>) => {
  const lines: Array<string> = []
  const console = { ...globalThis.console, error: (line: string) => void lines.push(line) }
  return effect.pipe(
    Effect.provide(Log.layer),
    Effect.provideService(Console.Console, console),
    Effect.map(() => lines.map((line): unknown => JSON.parse(line)))
  )
}

const cluster = Effect.annotateLogs("module", "effect/cluster/Sharding")

it.effect("the log omits the message that the cluster logs when the last node stops", () =>
  Effect.gen(function* () {
    const message = "No healthy runners available"
    assert.deepStrictEqual(yield* linesOf(cluster(Effect.logWarning(message))), [])
    assert.lengthOf(yield* linesOf(Effect.logWarning(message)), 1, "other modules can log the same text")
  })
)

it.effect("the log has one JSON object per line for every other message", () =>
  Effect.gen(function* () {
    const others = Effect.andThen(cluster(Effect.logWarning("a shard is lost")), Effect.logError("it fails"))
    const lines = yield* linesOf(others)
    assert.lengthOf(lines, 2)
    assert.containsSubset(lines, [
      { level: "WARN", message: "a shard is lost", annotations: { module: "effect/cluster/Sharding" } },
      { level: "ERROR", message: "it fails" }
    ])
  })
)
