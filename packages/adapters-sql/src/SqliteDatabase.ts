/** The embedded SQLite database with all tables of the service. */
import { Layer } from "effect"
import * as DatabaseFile from "./sqlite/DatabaseFile.ts"
import * as Tables from "./Tables.ts"

/** Opens the database file, or creates it, and migrates it. In-memory databases are not supported. */
export const layer = (filename: string) => Layer.provideMerge(DatabaseFile.layer(filename), Tables.layer)
