/** A PostgreSQL database with all tables of the service. */
import { Effect, Layer } from "effect"
import type { Redacted } from "effect"
import * as Postgres from "./postgres/Postgres.ts"
import * as Tables from "./Tables.ts"

export { DatabaseUnusableError, maxMessageSize } from "./postgres/Postgres.ts"

/** Opens the database and migrates it. Fails with `DatabaseUnusableError` if Sheaf cannot use it. */
export const layer = (url: Redacted.Redacted) => Layer.provideMerge(Postgres.layer(url), Tables.layer)

/** Returns false if this release needs a part of the tables that a newer release has removed. */
export const supportsThisRelease = Effect.provide(Postgres.supportsThisRelease, Tables.layer)
