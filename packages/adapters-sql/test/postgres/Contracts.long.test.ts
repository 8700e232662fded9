/** Runs the contract suites on each installed PostgreSQL. */
import { Layer } from "effect"
import { PostgresServer } from "../../src/testing/index.ts"
import { contracts } from "../Contracts.ts"
import * as Database from "../Database.ts"
import { pepperRotation } from "../sealing/PepperRotation.ts"
import { sealingKeyRotation } from "../sealing/SealingKeyRotation.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

for (const installation of PostgresServer.installations()) {
  const database = Layer.merge(PostgresDatabase.layer(installation), Database.sealing)
  contracts(installation.name, Database.everyStore.pipe(Layer.provideMerge(database)))
  sealingKeyRotation(installation.name, PostgresDatabase.layer(installation))
  pepperRotation(installation.name, PostgresDatabase.layer(installation))
}
