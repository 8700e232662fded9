/** Data folders of earlier releases that move to PostgreSQL, where everything in them continues. */
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { afterAll, beforeAll, describe } from "vitest"
import * as Installation from "../mutual-tls/Installation.ts"
import * as Folders from "../recorded/Folders.ts"
import * as Opening from "../recorded/Opening.ts"
import * as Moving from "./Moving.ts"

const [newest] = PostgresServer.installations()

/**
 * Sets the database's clock to the time of the recording, because services correct clocks that differ from it. The
 * function hides PostgreSQL's own.
 */
const setClock = async (url: string, { endedAt }: Folders.RecordedFolder["manifest"]): Promise<void> => {
  await PostgresServer.query(url, "ALTER DATABASE postgres SET search_path = public, pg_catalog")
  await PostgresServer.query(
    url,
    `CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      RETURN pg_catalog.clock_timestamp() + interval '${endedAt - Date.now()} milliseconds'`
  )
}

describe.each(Folders.all)("the folder $name, moved to PostgreSQL,", (folder) => {
  let opened: Folders.Opened

  beforeAll(async () => {
    const server = await PostgresServer.launch(newest)
    opened = await Folders.Opened.open(folder, async (dataDir) => {
      const env = { DATABASE_URL: server.url() }
      await setClock(env.DATABASE_URL, folder.manifest)
      await Moving.move({ folder: dataDir, dataDir }, env.DATABASE_URL)
      return env
    })
  }, Installation.patience)
  afterAll(() => opened.close())

  Opening.continues(folder, () => opened)
})
