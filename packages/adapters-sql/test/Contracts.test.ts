/** The contract suites on SQLite. */
import { contracts } from "./Contracts.ts"
import * as Database from "./Database.ts"
import { pepperRotation } from "./sealed/PepperRotation.ts"
import { resealing } from "./sealed/Resealing.ts"

contracts("SQLite", Database.stores)
resealing("SQLite", Database.layer)
pepperRotation("SQLite", Database.layer)
