/** The embedded database with all of the service's tables. */
import { Layer } from "effect"
import * as DatabaseFile from "./sqlite/DatabaseFile.ts"
import * as Tables from "./Tables.ts"

/** Opens or creates the database and migrates it. Databases in memory are not supported. */
export const layer = (filename: string) => Layer.provideMerge(DatabaseFile.layer(filename), Tables.layer)
