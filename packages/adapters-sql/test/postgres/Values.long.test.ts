/** Tests that values survive PostgreSQL and its driver unchanged. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { PostgresServer } from "../../src/testing/index.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

for (const installation of PostgresServer.installations()) {
  layer(PostgresDatabase.layer(installation))(`values on ${installation.name}`, (it) => {
    const echoed = (type: string, value: string | number | Uint8Array) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ value: unknown }>`SELECT CAST(${value} AS ${sql.literal(type)}) AS value`
        return row?.value
      })

    it.effect("are read back unchanged, except NUL", () =>
      Effect.gen(function* () {
        for (const text of ["", "\uFEFF", "\uFEFF\uFFFD", "保險 😀"])
          assert.strictEqual(yield* echoed("text", text), text)
        assert.strictEqual(yield* echoed("text", "a\0b"), "a\uFFFDb")
        for (const time of [0, -1, 1_775_000_000_000]) assert.strictEqual(yield* echoed("bigint", time), time)
        assert.strictEqual(yield* echoed("bigint", "9007199254740993"), 9007199254740993n)
        const bytes = Uint8Array.of(0, 255, 128)
        assert.deepStrictEqual(yield* echoed("bytea", bytes), bytes)
      })
    )
  })
}
