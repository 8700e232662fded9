/** A PostgreSQL database with all of the service's tables. */
import { Effect, Layer } from "effect"
import type { Redacted } from "effect"
import * as Postgres from "./postgres/Postgres.ts"
import * as Tables from "./Tables.ts"

export { DatabaseUnusableError, maxMessageSize } from "./postgres/Postgres.ts"

/**
 * Opens the database at this URL and migrates it. Fails with `DatabaseUnusableError` if Sheaf cannot use that database.
 */
export const layer = (url: Redacted.Redacted) => Layer.provideMerge(Postgres.layer(url), Tables.layer)

/** Returns false once a newer release has removed parts of the tables that this one uses. */
export const supportsThisRelease = Effect.provide(Postgres.supportsThisRelease, Tables.layer)
