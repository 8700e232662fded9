/** Runs the contract suites on SQLite. */
import { contracts } from "./Contracts.ts"
import * as Database from "./Database.ts"
import { pepperRotation } from "./sealing/PepperRotation.ts"
import { sealingKeyRotation } from "./sealing/SealingKeyRotation.ts"

contracts("SQLite", Database.stores)
sealingKeyRotation("SQLite", Database.layer)
pepperRotation("SQLite", Database.layer)
