/** Runs the conformance suite on PostgreSQL. */
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { conformance } from "../conformance/Conformance.ts"
import * as Service from "../conformance/Service.ts"

conformance(async () => {
  const [newest] = PostgresServer.installations()
  const server = await PostgresServer.launch(newest)
  return Service.start({ DATABASE_URL: server.url() })
})
