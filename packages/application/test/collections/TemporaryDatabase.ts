/** Temporary databases for tests. Each test has its own, but the migrations run only once per process. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Sqlite } from "@sheaf/adapters-sql"
import { Effect, FileSystem, Layer } from "effect"

/** Linux's in-memory file system. On a disk, the tests would spend most of their time waiting for writes. */
const memory = "/dev/shm"

const newFile = Effect.gen(function* () {
  const fileSystem = yield* FileSystem.FileSystem
  const directory = (yield* fileSystem.exists(memory)) ? memory : undefined
  return `${yield* fileSystem.makeTempDirectoryScoped({ directory })}/sheaf.db`
})

const migrated = Effect.gen(function* () {
  const file = yield* newFile
  yield* Effect.scoped(Layer.build(Sqlite.layer(file)))
  return yield* (yield* FileSystem.FileSystem).readFile(file)
}).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer), Effect.orDie, Effect.cached, Effect.runSync)

/**
 * A new, migrated database file, which is deleted when the scope ends. Several test worlds can use it one after
 * another.
 */
export const temporaryDatabase = Effect.gen(function* () {
  const file = yield* newFile
  yield* (yield* FileSystem.FileSystem).writeFile(file, yield* migrated)
  return file
}).pipe(Effect.provide(NodeFileSystem.layer))
