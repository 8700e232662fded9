/** Tests the lock that allows one process per data folder. */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { DatabaseSync } from "node:sqlite"
import { DataFolderLock } from "../../src/index.ts"
import * as Database from "../Database.ts"

/** A held lock also prevents reads. */
const isFree = (path: string): boolean => {
  const other = new DatabaseSync(path, { timeout: 0 })
  try {
    other.exec("SELECT count(*) FROM sqlite_schema")
    return true
  } catch {
    return false
  } finally {
    other.close()
  }
}

layer(Database.file)("the lock of the data folder", (it) => {
  it.effect("is held for the lifetime of the layer", () =>
    Effect.gen(function* () {
      const path = yield* Database.DatabaseFile
      const scope = yield* Scope.make()
      yield* Scope.provide(Layer.build(DataFolderLock.layer(path)), scope)
      assert.isFalse(isFree(path))
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(isFree(path))
      yield* Layer.build(DataFolderLock.layer(path))
      assert.isFalse(isFree(path))
    })
  )
})
