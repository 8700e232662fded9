/** Manual changes to the audit log on PostgreSQL. */
import { Postgres } from "@sheaf/adapters-sql/postgres"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { Effect, Layer, Redacted } from "effect"
import { tamperings } from "./Tampering.ts"

const [newest] = PostgresServer.installations()

const launch = async (): Promise<string> => {
  const url = (await PostgresServer.launch(newest)).url()
  await Effect.runPromise(Effect.scoped(Layer.build(Postgres.layer(Redacted.make(url)))))
  return url
}

let launched: Promise<string> | undefined
const database = Effect.promise(async () => {
  const url = await (launched ??= launch())
  await PostgresServer.query(url, "TRUNCATE audit_record, audit_checkpoint, audit_chain")
  return Postgres.layer(Redacted.make(url))
})

tamperings(newest.name, Layer.unwrap(database))
