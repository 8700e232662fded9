/** The embedded database, stored in one file. */
import { Effect, Layer } from "effect"
import { migrate } from "../database/Migrations.ts"
import * as SqlitePointReads from "./SqlitePointReads.ts"
import * as SqliteClient from "./SqliteClient.ts"

const migrated = Effect.catch(migrate, (error) =>
  error._tag === "ReleaseUnsupported" ? Effect.fail(error) : Effect.die(error)
)

/** Opens or creates the database and migrates it. In-memory databases are not supported. */
export const layer = (filename: string) =>
  SqlitePointReads.layer(filename).pipe(
    // Prepared reads need the migrated tables.
    Layer.provide(Layer.effectDiscard(migrated)),
    Layer.provideMerge(SqliteClient.layer(filename))
  )
