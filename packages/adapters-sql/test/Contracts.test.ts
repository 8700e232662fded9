/** The contract suites on SQLite. */
import { contracts } from "./Contracts.ts"
import * as Database from "./Database.ts"

contracts("SQLite", Database.stores)
