/** Tests which rows each installed PostgreSQL reads for a page of a list. */
import { Layer } from "effect"
import { PostgresServer } from "../../src/testing/index.ts"
import * as Database from "../Database.ts"
import { listPages } from "../ListPages.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

for (const installation of PostgresServer.installations()) {
  const database = Layer.merge(PostgresDatabase.layer(installation), Database.sealing)
  listPages(installation.name, Database.everyStore.pipe(Layer.provideMerge(database)))
}
