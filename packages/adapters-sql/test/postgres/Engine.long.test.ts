/** The durable engine on each installed PostgreSQL. */
import { PostgresServer } from "../../src/testing/index.ts"
import { engineSuite } from "../EngineSuite.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

for (const installation of PostgresServer.installations()) {
  engineSuite(installation.name, PostgresDatabase.layer(installation))
}
