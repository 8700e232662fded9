/** A PostgreSQL server for a run. As in production, a commit waits for the disk. */
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import type { Cleanup } from "./Cleanup.ts"

/** Starts the newest version that is installed on this machine. */
export const start = async (
  cleanup: Cleanup,
  settings: Readonly<Record<string, string>> = {}
): Promise<PostgresServer.PostgresServer> => {
  const [newest] = PostgresServer.installations()
  const server = await PostgresServer.launch(newest, { settings: { fsync: "on", ...settings } })
  cleanup.add(() => server.stop("immediate"))
  return server
}

export const createDatabase = async (server: PostgresServer.PostgresServer, name: string): Promise<string> => {
  await PostgresServer.query(server.url(), `CREATE DATABASE ${name}`)
  return server.url(name)
}
