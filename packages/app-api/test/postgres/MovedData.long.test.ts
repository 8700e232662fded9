/** Data folders of earlier releases that move to PostgreSQL, where everything in them continues. */
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { afterAll, beforeAll, describe } from "vitest"
import * as Installation from "../mutual-tls/Installation.ts"
import * as Folders from "../recorded/Folders.ts"
import * as Opening from "../recorded/Opening.ts"
import * as Moving from "./Moving.ts"

const [newest] = PostgresServer.installations()

describe.each(Folders.all)("the folder $name, moved to PostgreSQL,", (folder) => {
  let opened: Folders.Opened

  beforeAll(async () => {
    const server = await PostgresServer.launch(newest)
    opened = await Folders.Opened.open(folder, async (dataDir) => {
      const env = { DATABASE_URL: server.url() }
      await Moving.move({ folder: dataDir, dataDir }, env.DATABASE_URL)
      return env
    })
  }, Installation.patience)
  afterAll(() => opened.close())

  Opening.continues(folder, () => opened)
})
