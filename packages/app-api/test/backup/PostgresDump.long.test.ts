/** A dump of PostgreSQL with its own tools while Sheaf runs, restored on another server, as docs/operate.md describes. */
import { freePort, PostgresServer } from "@sheaf/adapters-sql/testing"
import { asks, Catalog, Drive, hasEnded, TestUser, until } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"

/** npm's PostgreSQL has no tools. */
const installation = PostgresServer.installations().find(({ programs }) => existsSync(join(programs, "pg_dump")))

const run = (tool: string, ...words: ReadonlyArray<string>): string => {
  assert.isDefined(installation, "this test needs pg_dump and pg_restore, from the package postgresql-15")
  return execFileSync(join(installation?.programs ?? "", tool), words, { encoding: "utf8" })
}

const port = String(await freePort())
let [lost, restored]: ReadonlyArray<TestService> = []
let [oldServer, newServer]: ReadonlyArray<PostgresServer.PostgresServer> = []

const given = <A>(value: A | undefined): A => value ?? assert.fail("the servers did not start")

beforeAll(async () => {
  const { launch } = PostgresServer
  const from = installation ?? assert.fail("this test needs pg_dump and pg_restore, from the package postgresql-15")
  ;[oldServer, newServer] = [await launch(from), await launch(from)]
  lost = new TestService({ env: { DATABASE_URL: oldServer.url(), PORT: port, MTLS_PORT: "off" } })
  await lost.start()
}, 120_000)
afterAll(async () => {
  await lost?.kill()
  await restored?.end()
})

/** Runs a `sheaf` command on one of the databases. */
const sheaf = async (server: PostgresServer.PostgresServer, ...words: ReadonlyArray<string>): Promise<string> => {
  const { dataDir, folder } = given(lost)
  const { code, err, out } = await Tools.sheaf({ folder, dataDir }, words, { DATABASE_URL: server.url() })
  assert.strictEqual(code, 0, err)
  return out
}

it("continues on another server, after the erasures of the audit export are repeated by hand", async () => {
  const [before, after] = [given(oldServer), given(newServer)]
  const { client, dataDir, folder } = given(lost)
  const [kept, erased] = [await TestUser.make(client), await TestUser.make(client)]
  const collect = async (by = client) => {
    const id = await by.begin(plainStart)
    await until(() => by.status(id), hasEnded)
    return id
  }
  const [data, ofErased] = [await collect(kept.withKey), await collect(erased.withKey)]
  const waiting = await Drive.begin(
    client,
    Catalog.named(await client.scenarios(), "two-factor"),
    "USERNAME_AND_PASSWORD"
  )
  await until(() => client.status(waiting.id), asks)
  const { endpointId } = (await client.post("/webhook-endpoints", { url: "http://127.0.0.1:9/" })).read<{
    readonly endpointId: string
  }>()
  const cursor = (await client.send("/events?limit=100")).expect(200).header("link") ?? ""

  // Other clients keep the service busy during the dump.
  let isBusy = true
  const busy = Array.from({ length: 4 }, async () => {
    while (isBusy) await client.begin(plainStart)
  })
  const file = join(folder, "sheaf.dump")
  run("pg_dump", "--format=custom", `--file=${file}`, before.url())
  isBusy = false
  await Promise.all(busy)

  assert.strictEqual((await client.delete(`/users/${erased.userId}`)).status, 204)
  const later = await sheaf(before, "audit", "list", "--action", "USER_ERASED")
  assert.include(later, erased.userId)
  await given(lost).kill()
  await before.stop("immediate")

  run("pg_restore", "--exit-on-error", `--dbname=${after.url()}`, file)
  assert.notInclude(await sheaf(after, "audit", "list", "--action", "USER_ERASED"), erased.userId)
  await sheaf(after, "users", "erase", "--client", "demo", "--user", erased.userId)

  restored = new TestService({ folder, env: { DATABASE_URL: after.url(), PORT: port, MTLS_PORT: "off" } })
  assert.strictEqual(restored.dataDir, dataDir)
  await restored.start()
  const again = restored.client
  const byToken = again.with({ authorization: kept.authorization, "authorization-token": undefined })
  assert.strictEqual((await byToken.send("/consents")).status, 200)
  assert.isTrue(asks(await again.status(waiting.id)))
  assert.strictEqual((await again.send(`/collections/${data}/wealth/data`)).status, 200)
  assert.strictEqual((await again.send(`/users/${erased.userId}`)).status, 404)
  await until(
    async () => (await again.send(`/collections/${ofErased}/wealth/data`)).status,
    (status) => status !== 200
  )
  const shown = (await again.send(`/webhook-endpoints/${endpointId}`)).expect(200)
  assert.deepInclude(shown.json, { disabled: false })
  assert.match(await sheaf(after, "audit", "verify"), /unchanged/)

  // The new server counts its transactions from the beginning, but events follow the old ones.
  const fresh = await again.begin(plainStart)
  const [, next = ""] = /<([^>]+)>; rel="next"/.exec(cursor) ?? []
  const events = () => again.read<ReadonlyArray<object>>(next)
  await until(events, (all) => JSON.stringify(all).includes(fresh))
})
