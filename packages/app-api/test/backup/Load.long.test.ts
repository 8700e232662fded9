/** A backup while clients start collections as fast as the machine allows, a kill, and a restoration (ADR 29). */
import { freePort } from "@sheaf/adapters-sql/testing"
import { hasEnded, TestUser, until } from "@sheaf/adapters-http/testing"
import { all, isFinal } from "@sheaf/domain/CollectionStatus"
import { afterAll, assert, beforeAll, it } from "vitest"
import { cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"

const service = new TestService({ env: { PORT: String(await freePort()), MTLS_PORT: "off" } })
const { client, dataDir, folder } = service
const place: Tools.Place = { folder, dataDir }
const lostDir = join(folder, "lost")

beforeAll(() => service.start(), 60_000)
afterAll(() => service.end(), 60_000)

/** Runs a command in a process of its own, next to the busy service. */
const sheaf = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await Tools.sheaf(place, words)
  assert.strictEqual(code, 0, err)
  return out
}

const countIn = (database: string, sql: string): number => {
  const db = new DatabaseSync(database, { readOnly: true })
  const count = Number(db.prepare(sql).get()?.["count"])
  db.close()
  return count
}

const finals = all
  .filter(isFinal)
  .map((status) => `'${status}'`)
  .join(", ")

const clients = 24

it("loses no collection from before the backup, and ends each once", { timeout: 120_000 }, async () => {
  const accepted: Array<string> = []
  let isLoaded = true
  const load = Array.from({ length: clients }, async () => {
    while (isLoaded) accepted.push(await client.begin(plainStart))
  })
  const erased = await TestUser.make(client)
  const ofErased = await erased.withKey.begin(plainStart)
  await until(
    async () => accepted.length,
    (count) => count > 300
  )

  const before = [...accepted]
  await sheaf("backup", "load.backup")
  const during = accepted.length - before.length
  assert.isAbove(during, 0, "the service accepted collections during the backup")
  const backup = join(folder, "load.backup")
  assert.isAbove(countIn(backup, "SELECT count(*) AS count FROM collection WHERE ended_at IS NULL"), 0)

  assert.strictEqual((await client.delete(`/users/${erased.userId}`)).status, 204)
  writeFileSync(join(folder, "audit.jsonl"), await sheaf("audit", "export"))
  isLoaded = false
  await Promise.all(load)
  await service.kill()

  renameSync(dataDir, lostDir)
  mkdirSync(dataDir, { mode: 0o700 })
  for (const key of ["keys", "pepper"]) cpSync(join(lostDir, key), join(dataDir, key))
  assert.match(await sheaf("restore", "load.backup", "--audit", "audit.jsonl"), /USER_ERASED/)
  await service.start()

  assert.strictEqual((await client.send(`/users/${erased.userId}`)).status, 404)
  assert.strictEqual((await erased.client.send("/consents")).status, 401)
  assert.notStrictEqual((await client.send(`/collections/${ofErased}/wealth/data`)).status, 200)
  for (const id of before) {
    const { status } = await until(() => client.status(id), hasEnded)
    assert.strictEqual(status, "COMPLETED", id)
  }
  const database = join(dataDir, "sheaf.db")
  await until(
    async () => countIn(database, "SELECT count(*) AS count FROM collection WHERE ended_at IS NULL"),
    (count) => count === 0
  )
  const endedTwice = `SELECT count(*) AS count FROM (SELECT collection_id FROM collection_history
    WHERE status IN (${finals}) GROUP BY collection_id HAVING count(*) <> 1)`
  assert.strictEqual(countIn(database, endedTwice), 0)
  assert.match(await sheaf("audit", "verify"), /unchanged/)
})
