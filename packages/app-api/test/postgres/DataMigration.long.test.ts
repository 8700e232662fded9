/** Tests `sheaf migrate-to-postgres`: what it rejects, and a migration that is killed and run again. */
import { hostname } from "node:os"
import { isAskingForInput, ScenarioCatalog, ScenarioDriver, hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { sheafProgram, start } from "../../src/testing/index.ts"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"
import * as DataMigration from "./DataMigration.ts"

describe("a move to PostgreSQL", () => {
  const service = new TestService({ env: { MTLS_PORT: "off" } })
  let server: PostgresServer.PostgresServer
  let url: string
  let moved: TestService | undefined

  beforeAll(async () => {
    server = await PostgresServer.launch(PostgresServer.installations()[0])
    url = server.url()
    await service.start()
  })
  afterAll(async () => {
    await moved?.kill()
    await service.end()
  })

  const query = (text: string) => PostgresServer.query(url, text)

  const lists = async (client: string, env: Readonly<Record<string, string>> = {}) => {
    const commands = [
      ["clients", "list"],
      ["clients", "return-urls", "list", "--client", client],
      ["keys", "list", "--client", client]
    ]
    const outcomes = []
    for (const words of commands) outcomes.push(await Tools.sheaf(service, words, env))
    return outcomes.map(({ code, err, out }) => ({ code, err, out }))
  }

  it("is killed in the middle, is repeated, and everything continues", { timeout: 120_000 }, async () => {
    const client = await Tools.sheafPrints(service, "clients", "create", "--name", "Brask AB")
    const address = "https://app.example/banks/done"
    await Tools.sheafPrints(service, "clients", "return-urls", "add", "--client", client, address)
    const key = await Tools.sheafPrints(service, "keys", "create", "--client", client)
    await Tools.sheafPrints(service, "keys", "revoke", "--key", key.split("_")[2] ?? "")
    const scenarios = await service.client.scenarios()
    const begin = (name: string) =>
      ScenarioDriver.begin(service.client, ScenarioCatalog.findScenario(scenarios, name), "USERNAME_AND_PASSWORD")
    const waiting = await Promise.all(["two-factor", "two-factor-timeout", "contact-form-pending"].map(begin))
    for (const { id } of waiting) await waitFor(() => service.client.status(id), isAskingForInput)
    const complete = await service.client.begin(plainStart)
    await service.client.poll(complete, hasEnded)
    const running = await service.client.begin(plainStart)
    await service.process.stop()
    const listed = await lists(client)

    // Makes the database sleep in the middle of the migration.
    await Tools.sheaf(service, ["nodes"], { DATABASE_URL: url })
    await query(`CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$`)
    await query("CREATE TRIGGER sleep BEFORE INSERT ON collection_history FOR EACH ROW EXECUTE FUNCTION sleep()")
    const [tool, ...words] = sheafProgram("migrate-to-postgres")
    const env = { PATH: process.env["PATH"] ?? "", SHEAF_DATA_DIR: service.dataDir, DATABASE_URL: url }
    const first = spawn(tool, words, { env, stdio: "ignore" })
    await waitFor(
      () => query("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"),
      (found) => found.length > 0
    )
    const early = await start({ dataDir: join(service.folder, "early"), env: { DATABASE_URL: url } }).catch(String)
    assert.include(early, "is being filled by sheaf migrate-to-postgres: wait until it ends")
    first.kill("SIGKILL")
    await once(first, "close")
    await query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
    await query("DROP FUNCTION sleep CASCADE")
    assert.isEmpty(await query("SELECT 1 FROM client"))

    assert.match(
      await DataMigration.migrate(service, url),
      /^Copied and compared [\d,]+ rows in [\d.]+ seconds\. Start Sheaf with/
    )
    assert.match(
      await DataMigration.migrate(service, url),
      /^The database has contained these [\d,]+ rows since .+ Nothing was copied\.$/
    )

    moved = new TestService({ env: { MTLS_PORT: "off", DATABASE_URL: url }, folder: service.folder })
    await moved.start()
    assert.include(await DataMigration.migrationError(service, url), `services are using the database (${hostname()}:`)
    assert.deepStrictEqual(await lists(client, { DATABASE_URL: url }), listed)
    const { client: after } = moved
    for (const { id, scenario } of waiting) {
      const drive = new ScenarioDriver(after, scenario, id)
      assert.strictEqual((await drive.finish()).status, scenario.finalStatus, scenario.scenario)
    }
    for (const id of [complete, running]) assert.strictEqual((await after.poll(id, hasEnded)).status, "COMPLETED")
    const records = await after.read(after.dialect.wealth.data(complete))
    assert.isNotEmpty(records)
  })
})
