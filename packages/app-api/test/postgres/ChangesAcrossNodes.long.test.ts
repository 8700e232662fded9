/** Promises that hold across two nodes on one PostgreSQL database (spec 8, 15; ADR 4). */
import {
  isAskingForInput,
  ScenarioCatalog,
  ScenarioDriver,
  hasEnded,
  TestUser,
  waitFor
} from "@sheaf/sandbox-site/testing"
import type { TestResponse, TestClient, HeaderFields } from "@sheaf/sandbox-site/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as CommandLine from "../CommandLine.ts"
import * as Requests from "../recovery/Requests.ts"
import * as Scrape from "../service/Scrape.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"

const [newest] = PostgresServer.installations()
const server = await PostgresServer.launch(newest)
const env = { DATABASE_URL: server.url() }
const config = {
  timeouts: { consentCheckSeconds: 1 }
}
const one = new TestService({ env: { ...env, METRICS_PORT: "0" }, config })
const other = new TestService({ env, config, folder: one.folder })
const { dataDir, folder } = one
let scenarios: ReadonlyArray<Scenario>
/** A collection that waits for its code during all tests. */
let unchanged: string

const sheaf = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await CommandLine.run({ folder, dataDir }, words, env)
  assert.strictEqual(code, 0, err)
  return out.trimEnd()
}

beforeAll(async () => {
  await Promise.all([one.start(), other.start()])
  scenarios = await one.client.scenarios()
  unchanged = (await asking({ here: one.client, there: other.client })).id
})

it("each node shows the number of live nodes and its connections in its metrics", async () => {
  const scrape = async () => Scrape.parse(await (await fetch(Scrape.metricsUrlIn(one.process.output()))).text())
  const samples = await waitFor(scrape, (all) => Scrape.sum(all, "sheaf_nodes_live") === 2)
  const names = new Set(samples.map(({ name }) => name))
  for (const name of Scrape.onlyOnPostgres) assert.isTrue(names.has(name), name)
  const pool = { db_client_connection_pool_name: "writers" }
  assert.isAbove(Scrape.sum(samples, "db_client_connection_max", pool), 1)
})

afterAll(async () => {
  await other.kill()
  await one.end()
})

interface Caller {
  readonly here: TestClient
  readonly there: TestClient
}

const callerWith = (headers: HeaderFields): Caller => ({
  here: one.client.with(headers),
  there: other.client.with(headers)
})

const newClient = async (): Promise<Caller & { readonly key: string }> => {
  const key = await sheaf("keys", "create", "--client", await sheaf("clients", "create", "--name", "Another"))
  return { key, ...callerWith({ "authorization-token": key }) }
}

const statusPath = (id: string) => `/collections/${id}/status`

const asking = async ({ here }: Caller): Promise<ScenarioDriver> => {
  const drive = await ScenarioDriver.begin(
    here,
    ScenarioCatalog.findScenario(scenarios, "two-factor"),
    "USERNAME_AND_PASSWORD"
  )
  await waitFor(() => here.status(drive.id), isAskingForInput)
  return drive
}

const hold = async (client: TestClient, path: string): Promise<{ readonly answered: Promise<TestResponse> }> => {
  const tag = (await client.send(path)).expect(200).header("etag") ?? assert.fail("no tag")
  return { answered: client.send(path, { headers: { prefer: "wait=20", "if-none-match": tag } }) }
}

/**
 * Holds two polls on a node: first a poll of a collection that never changes, and then the poll from `held`. Checks
 * that `change` ends the second poll while the first is still waiting.
 */
const wokenBy = async <A>(
  node: TestService,
  held: () => Promise<{ readonly answered: Promise<A> }>,
  change: () => Promise<unknown>
): Promise<A> => {
  const quiet = await hold(node.client, statusPath(unchanged))
  const { answered } = await held()
  await change()
  const older = quiet.answered.then(
    () => true,
    () => true
  )
  assert.isFalse(await Promise.race([answered.then(() => false), older]), "the change did not end the poll")
  return answered
}

describe("a poll that one node holds", () => {
  it("returns when the collection changes through the other", async () => {
    const caller = await newClient()
    for (const [node, held, changed] of [
      [one, caller.here, caller.there],
      [other, caller.there, caller.here]
    ] as const) {
      const { id, left } = await asking(caller)
      const answer = await wokenBy(
        node,
        () => hold(held, statusPath(id)),
        async () => {
          ;(await changed.supply(await changed.status(id), left[0] ?? assert.fail("no code"))).expect(202)
        }
      )
      assert.isFalse(isAskingForInput(answer.expect(200).read()))
    }
  })

  it("ends when its certificate is revoked", async () => {
    const file = (name: string) => join(dataDir, "certs", "demo", name)
    const base = other.process.mutualTlsBase ?? assert.fail("there is no mutual TLS")
    const { id } = await asking({ here: one.client, there: other.client })
    const words = ["--cacert", file("ca.pem"), "--cert", file("client.pem"), "--key", file("client.key")]
    const fields = ["-H", "authorization-token: sheaf-demo", "-H", "service-version: 2026-04-01"]
    const ask = (...more: ReadonlyArray<string>) => Tools.curl(one, base + statusPath(id), ...words, ...fields, ...more)
    const held = async () => {
      const [, tag = assert.fail("no tag")] = /^etag: (.*?)\r?$/im.exec((await ask("-i")).out) ?? []
      return { answered: ask("-H", "prefer: wait=20", "-H", `if-none-match: ${tag}`) }
    }
    const serial = new X509Certificate(readFileSync(file("client.pem"))).serialNumber
    const { out } = await wokenBy(other, held, () => sheaf("certs", "revoke", "--serial", serial))
    assert.include(out, "CERTIFICATE_REVOKED")
  })
})

it("an electronic ID order that one node placed is completed on the other node's page", async () => {
  const { company, parameters } = ScenarioCatalog.findScenario(scenarios, "electronic-id-press-sign")
  const { here, there } = await newClient()
  const id = await here.begin({ company, loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK", parameters })
  const { extraInformation } = await here.poll(id, (seen) => seen.extraInformation?.ORDER_PAGE_URL !== undefined)
  assert.strictEqual(await there.press(extraInformation?.ORDER_PAGE_URL ?? assert.fail("no page"), "sign"), 303)
  assert.strictEqual((await there.poll(id, hasEnded)).status, "COMPLETED")
})

/** Records each statement that changes consents, and when each changed consent is due next. A lost race changes no row. */
const recordConsentWrites = () =>
  PostgresServer.query(
    server.url(),
    `DO $all$ BEGIN
     CREATE TABLE consent_statement (at TIMESTAMPTZ DEFAULT now());
     CREATE TABLE consent_change (consent TEXT, due BIGINT);
     CREATE FUNCTION record_statement() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO consent_statement DEFAULT VALUES; RETURN NULL; END $$;
     CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO consent_change VALUES (NEW.id, NEW.due_at); RETURN NULL; END $$;
     CREATE TRIGGER statements AFTER UPDATE ON consent FOR EACH STATEMENT EXECUTE FUNCTION record_statement();
     CREATE TRIGGER changes AFTER UPDATE ON consent FOR EACH ROW EXECUTE FUNCTION record_change();
     END $all$`
  )

const consentWrites = async () => {
  const [writes] = await PostgresServer.query(
    server.url(),
    `SELECT (SELECT count(*) FROM consent_statement)::int AS statements, count(*)::int AS rows, min(gap)::int AS "minGap"
     FROM (SELECT due - lag(due) OVER (PARTITION BY consent ORDER BY due) AS gap FROM consent_change) AS change`
  )
  return writes as { readonly statements: number; readonly rows: number; readonly minGap: number }
}

it("the nodes check each consent once per interval together", async () => {
  const person = await TestUser.make((await newClient()).here)
  const consents = await Promise.all(
    Array.from({ length: 5 }, () => Requests.create(person, Requests.byElectronicId(Requests.people.signs)))
  )
  for (const consentId of consents) await Requests.poll(person, consentId, "AUTHORIZED")
  await recordConsentWrites()
  const { minGap, rows, statements } = await waitFor(consentWrites, ({ rows }) => rows >= consents.length * 4)
  assert.isAtLeast(minGap, config.timeouts.consentCheckSeconds * 1_000, "the nodes check too often")
  // A consent whose shard moves because a node stalls may be checked once by both nodes.
  assert.isAtMost(statements - rows, consents.length, "two nodes run the same checks")
})

it("nodes that a newer release no longer supports are not ready, and say so", async () => {
  const [own] = await PostgresServer.query(server.url(), "SELECT max(migration_id)::int AS id FROM sheaf_migration")
  const { id } = own as { readonly id: number }
  await PostgresServer.query(server.url(), `UPDATE schema_release SET oldest = ${id + 1}`)
  for (const { client } of [one, other]) {
    await waitFor(
      () => client.send("/ready"),
      ({ status }) => status === 503
    )
  }
  assert.include(one.process.output(), "a newer release no longer supports this release; stop this node")
})
