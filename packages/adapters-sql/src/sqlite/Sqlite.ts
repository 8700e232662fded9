/** The embedded database: one file, brought to the newest state when it is opened. */
import { Effect, Layer } from "effect"
import { migrate } from "./Migrations.ts"
import * as PointReads from "./PointReads.ts"
import * as SqliteClient from "./SqliteClient.ts"

/** Opens the database in this file, which is made when it is not there. In-memory databases cannot be had. */
export const layer = (filename: string) =>
  PointReads.layerSqlite(filename).pipe(
    // The reads are prepared against the newest tables.
    Layer.provide(Layer.effectDiscard(Effect.orDie(migrate))),
    Layer.provideMerge(SqliteClient.layer(filename))
  )
