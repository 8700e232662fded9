/** New databases for tests. Each test has its own database, but the migrations run only once in each process. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Sqlite } from "@sheaf/adapters-sql"
import { Effect, FileSystem, Layer } from "effect"

/** A file system in memory, which Linux has. Waiting for a disk would take most of the tests' time. */
const memory = "/dev/shm"

const newFile = Effect.gen(function* () {
  const fileSystem = yield* FileSystem.FileSystem
  const directory = (yield* fileSystem.exists(memory)) ? memory : undefined
  return `${yield* fileSystem.makeTempDirectoryScoped({ directory })}/sheaf.db`
})

/** The content of a database with the newest tables and no rows. */
const migrated = Effect.gen(function* () {
  const file = yield* newFile
  yield* Effect.scoped(Layer.build(Sqlite.layer(file)))
  return yield* (yield* FileSystem.FileSystem).readFile(file)
}).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer), Effect.orDie, Effect.cached, Effect.runSync)

/** A new database file with the newest tables. It is deleted when the scope ends. Several worlds can use it one after another. */
export const temporaryDatabase = Effect.gen(function* () {
  const file = yield* newFile
  yield* (yield* FileSystem.FileSystem).writeFile(file, yield* migrated)
  return file
}).pipe(Effect.provide(NodeFileSystem.layer))
