/** `sheaf nodes`: lists the nodes on a PostgreSQL database. */
import { Effect, Option } from "effect"
import type { FileSystem, Path } from "effect"
import { Command } from "effect/cli"
import * as Database from "../../installation/Database.ts"
import * as DataFolder from "../../config/DataFolder.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as Settings from "../../config/Settings.ts"
import * as CommandServices from "../CommandServices.ts"

const list: Effect.Effect<void, DataFolder.DataFolderError, FileSystem.FileSystem | Path.Path> = Effect.gen(
  function* () {
    const settings = yield* Settings.load(process.env)
    if (Option.isNone(settings.databaseUrl)) {
      return yield* failWith(
        "DATABASE_URL is not set, so there is only one node: set it to the database that the nodes share"
      )
    }
    const nodes = yield* Effect.provide(Database.listNodes, Database.layer(settings, yield* DataFolder.of(settings)))
    yield* Effect.forEach(
      nodes,
      ({ load, name, release, startedAt }) =>
        CommandServices.printRow(name, CommandServices.formatTime(startedAt), `${load}%`, `migration ${release}`),
      { discard: true }
    )
  }
)

export const makeCommand = (name: string) =>
  Command.make(name, {}, () => list).pipe(
    Command.withDescription(
      "Prints each live node's host and process id, start time, load as a percentage of one processor, and newest migration."
    )
  )
