/** The contract of {@link RecordIds} (spec 10). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import { RecordIds } from "../collections/RecordIds.ts"

/** `opened` opens the adapter again, as another process would do, or as this process would after a restart. */
export const recordIdsContract = <R, E>(
  name: string,
  adapter: Layer.Layer<RecordIds | R, E>,
  opened: Effect.Effect<RecordIds["Service"], unknown, R>
) =>
  layer(adapter)(`the record ids contract: ${name}`, (it) => {
    it.effect("returns a UUID of version 8 that depends on every part", () =>
      Effect.gen(function* () {
        const { of } = yield* RecordIds
        const parts = [["a", "b"], ["a", "c"], ["a"], ["ab"], ["", "a", "b"], ["a", "b", ""], ['a","b'], ["\ud800"]]
        const ids = parts.map(of)
        assert.strictEqual(new Set(ids).size, ids.length)
        for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      })
    )

    it.effect("returns the same UUID for the same parts in every process", () =>
      Effect.gen(function* () {
        const { of } = yield* RecordIds
        const others = yield* Effect.all([opened, opened, opened], { concurrency: "unbounded" })
        for (const other of others) assert.strictEqual(other.of(["a", "b"]), of(["a", "b"]))
      })
    )
  })
