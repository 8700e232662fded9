/** The contract suites on SQLite. */
import { contracts } from "./Contracts.ts"
import * as Database from "./Database.ts"
import { resealing } from "./Resealing.ts"

contracts("SQLite", Database.stores)
resealing("SQLite", Database.layer)
