/** One PostgreSQL server, with the contestants on databases of their own. */
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import * as Contestants from "../servers/Contestants.ts"
import { withInstallation } from "../../workshop/stage/Installation.ts"
import type { Installation, Started } from "../../workshop/stage/Installation.ts"
import { inspectable } from "../../workshop/checker/Memory.ts"
import * as Protocol from "./Protocol.ts"
import { tables } from "./Workload.ts"

/** A contestant: two processes that share a database. */
export interface Pair<Node> {
  readonly first: Node
  readonly second: Node
}

export interface Stage {
  /** The address of the PostgreSQL server. */
  readonly url: string
  readonly mechanism: Pair<Protocol.Worker>
  readonly dbos: Pair<Protocol.Worker>
  readonly service: Pair<Started> & { readonly installation: Installation }
  /** The service on SQLite. */
  readonly sqlite: Started & { readonly installation: Installation }
}

const scripts = {
  dbos: new URL("./dbosWorker.ts", import.meta.url),
  sheaf: new URL("./sheafWorker.ts", import.meta.url)
}

const workers = async (
  server: PostgresServer.PostgresServer,
  kind: "dbos" | "sheaf"
): Promise<Pair<Protocol.Worker>> => {
  await PostgresServer.query(server.url(), `CREATE DATABASE ${kind}`)
  const start = (name: string) => Protocol.start(scripts[kind], server.url(kind), name)
  const first = await start("first")
  for (const table of tables(kind)) await PostgresServer.query(server.url(kind), table)
  return { first, second: await start("second") }
}

/** Starts all contestants. As in operation, the server waits for its disk. */
export const withStage = async <A>(use: (stage: Stage) => Promise<A>): Promise<A> => {
  Contestants.provide("dbos")
  const [installation] = PostgresServer.installations()
  const server = await PostgresServer.launch(installation, { settings: { fsync: "on" } })
  await PostgresServer.query(server.url(), "CREATE DATABASE service")
  const mechanism = await workers(server, "sheaf")
  const dbos = await workers(server, "dbos")
  try {
    return await withInstallation(
      async (shared) =>
        withInstallation(
          async (alone) => {
            const [first, sqlite] = await Promise.all([shared.start(), alone.start()])
            const service = { first, second: await shared.start(), installation: shared }
            return use({ url: server.url(), mechanism, dbos, service, sqlite: { ...sqlite, installation: alone } })
          },
          { env: inspectable }
        ),
      { databaseUrl: server.url("service"), env: inspectable }
    )
  } finally {
    for (const { first, second } of [mechanism, dbos]) await Promise.all([first.kill(), second.kill()])
    await server.stop("immediate")
  }
}
