/** Tests that writes by other processes, such as an administrator's commands, cause signals. */
import { assert, layer } from "@effect/vitest"
import { ChangeSignals } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { DatabaseSync } from "node:sqlite"
import { ChangeSignalsLocal } from "../src/index.ts"
import * as Database from "./Database.ts"

layer(ChangeSignalsLocal.layerAcrossProcesses.pipe(Layer.provideMerge(Database.layer)))("A subscriber", (it) => {
  it.effect("is called within a second of another connection's write, but not after the service's own writes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { subscribe } = yield* ChangeSignals
      let calls = 0
      subscribe("a collection", () => calls++)
      yield* sql`CREATE TABLE own (id TEXT)`
      yield* TestClock.adjust("1 second")
      assert.strictEqual(calls, 0)
      const other = new DatabaseSync(yield* Database.DatabaseFile)
      other.exec("INSERT INTO own VALUES ('1')")
      other.close()
      yield* TestClock.adjust("1 second")
      assert.strictEqual(calls, 1)
    })
  )
})
