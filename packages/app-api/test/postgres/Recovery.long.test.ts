/** Checks that collections on PostgreSQL continue after the service is killed or the database crashes (ADR 22). */
import { isAskingForInput, ScenarioCatalog, ScenarioDriver, hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"

/** Each collection has its own company, because Sheaf pauses calls to companies that fail too often. */
const plan: ReadonlyArray<readonly [scenario: string, loginMethod: LoginMethod, company: string]> = [
  ["completed", "USERNAME_AND_PASSWORD", "se-granskog"],
  ["two-factor", "USERNAME_AND_PASSWORD", "fr-bocage"],
  ["two-factor-choice", "EMAIL", "lv-priedes"],
  ["incorrect-credentials", "EMAIL", "lt-rasos"]
]

describe.each(PostgresServer.installations())("on $name,", (installation) => {
  let server: PostgresServer.PostgresServer
  let service: TestService

  beforeAll(async () => {
    server = await PostgresServer.launch(installation)
    service = new TestService({ env: { DATABASE_URL: server.url(), MTLS_PORT: "off" } })
    await service.start()
  })

  afterAll(() => service.end())

  const beginAll = async (): Promise<ReadonlyArray<ScenarioDriver>> => {
    const scenarios = await service.client.scenarios()
    return Promise.all(
      plan.map(([name, loginMethod, company]) =>
        ScenarioDriver.begin(service.client, ScenarioCatalog.findScenario(scenarios, name), loginMethod, { company })
      )
    )
  }

  const asked = (drives: ReadonlyArray<ScenarioDriver>) =>
    Promise.all(
      drives
        .filter(({ scenario }) => scenario.supplements !== undefined)
        .map(({ id }) => waitFor(() => service.client.status(id), isAskingForInput))
    )

  const end = async (drives: ReadonlyArray<ScenarioDriver>): Promise<void> => {
    for (const drive of drives) assert.strictEqual((await drive.finish()).status, drive.scenario.finalStatus, drive.id)
  }

  it("collections wait while the database is away, and requests get 503", async () => {
    const drives = await beginAll()
    await asked(drives)
    const fresh = await beginAll()
    await server.stop("immediate")
    const answer = await service.client.send("/collections")
    assert.strictEqual(answer.expect(503).problem.code, "NOT_READY")
    assert.strictEqual(answer.header("retry-after"), "2")
    await waitFor(
      () => service.client.send("/ready"),
      ({ status }) => status === 503
    )
    assert.strictEqual((await service.client.send("/health")).status, 200)
    await server.start()
    await waitFor(
      () => service.client.send("/ready"),
      ({ status }) => status === 200
    )
    await end([...drives, ...fresh])
  })

  it("requests get 503 while the database is read-only, for example after a failover", async () => {
    const become = async (isReadOnly: boolean) => {
      const setting = `ALTER DATABASE postgres SET default_transaction_read_only = ${isReadOnly ? "on" : "off"}`
      await PostgresServer.query(server.url("template1"), setting)
      await PostgresServer.query(
        server.url("template1"),
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'"
      )
      await waitFor(
        () => service.client.send("/ready"),
        ({ status }) => status === (isReadOnly ? 503 : 200)
      )
    }
    await become(true)
    const answer = await service.client.post("/users", { externalId: "maja" })
    assert.strictEqual(answer.expect(503).problem.code, "NOT_READY")
    await become(false)
    await end(await beginAll())
  })

  it("a service whose clock is ahead is not ready, says so, and records the database's time", async () => {
    const clock = new URL("../ShiftedClock.ts", import.meta.url).href
    // Every PostgreSQL server has the database `template1`.
    const url = server.url("template1")
    const env = { DATABASE_URL: url, NODE_OPTIONS: `--import=${clock}`, CLOCK_OFFSET_MILLIS: "60000" }
    const ahead = new TestService({ env: { ...env, MTLS_PORT: "off" } })
    await ahead.start()
    assert.strictEqual((await ahead.client.send("/ready")).status, 503)
    assert.include(ahead.process.output(), "the clocks of this machine and of the database differ")
    await ahead.client.poll(await ahead.client.begin(plainStart), hasEnded)
    const late = `SELECT count(*)::int AS n FROM collection_history
      WHERE abs(at - extract(epoch FROM clock_timestamp()) * 1000) > 30000`
    assert.deepStrictEqual(await PostgresServer.query(url, late), [{ n: 0 }])
    await ahead.end()
  })
})
