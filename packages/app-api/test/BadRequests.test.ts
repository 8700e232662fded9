/** The table of refused requests, sent to a real process over real connections: it tells each, and goes on. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { badRequests } from "../../adapters-http/test/BadRequests.ts"
import type { BadRequest, Facts } from "../../adapters-http/test/BadRequests.ts"
import { start } from "../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../src/testing/ServiceProcess.ts"
import { Client, credentials, hasEnded, json, plainStart } from "./Client.ts"

/** Ids in the form of ours, for collections that are put in place by hand. */
const running = "019a0000-0000-7000-8000-00000000000a"
const ofAnotherClient = "019a0000-0000-7000-8000-00000000000b"

let dataDir: string
let service: ServiceProcess
let client: Client

/**
 * Puts two collections in place that a client cannot have on demand: one that stays COLLECTING, since no workflow takes
 * its next step, and one of another client, since the sandbox has but one.
 */
const arrange = (endedId: string) => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { timeout: 5_000 })
  try {
    database.exec("INSERT INTO client (id, name, environment, created_at) VALUES ('other', 'Another', 'test', 0)")
    const ended = database.prepare("SELECT * FROM collection WHERE id = ?").get(endedId)
    const open = { ...ended, status: "COLLECTING", step: 1, ended_at: null }
    for (const row of [
      { ...open, id: running },
      { ...open, id: ofAnotherClient, client_id: "other" }
    ]) {
      const columns = Object.keys(row)
      const places = columns.map((column) => `:${column}`)
      database.prepare(`INSERT INTO collection (${columns.join()}) VALUES (${places.join()})`).run(row)
    }
  } finally {
    database.close()
  }
}

const findFacts = async (): Promise<Facts> => {
  const completed = await client.begin(plainStart)
  const { id: waiting } = await client.beginTwoFactor()
  await client.poll(completed, hasEnded)
  arrange(completed)
  return { company: plainStart.company, running, waiting, completed, ofAnotherClient }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sheaf-bad-requests-"))
  service = await start({ dataDir })
  client = new Client(service.base)
})

afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

const send = ({ body, headers, method = "GET", path }: BadRequest): Promise<Response> => {
  const all = new Headers(credentials)
  if (body !== undefined) all.set("content-type", "application/json")
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === undefined) all.delete(name)
    else all.set(name, value)
  }
  return fetch(service.base + path, { method, headers: all, ...(body !== undefined && { body }) })
}

interface Problem {
  readonly code: string
  readonly detail: string
  readonly errors?: ReadonlyArray<{ readonly pointer: string; readonly code: string }>
}

/** What was answered, in the words of the table. */
const answered = async (row: BadRequest) => {
  const response = await send(row)
  const type = response.headers.get("content-type")
  const { code, detail, errors } = await json<Problem>(response)
  return {
    name: row.name,
    status: response.status,
    type,
    code,
    errors: errors && Object.fromEntries(errors.map((error) => [error.pointer, error.code])),
    names: row.names !== undefined && detail.includes(row.names) ? row.names : undefined
  }
}

describe("a bad request to a running service", () => {
  it("is told what is wrong, each of them, and the process lives and answers afterwards", async () => {
    const facts = await findFacts()
    const rows = badRequests(facts)
    assert.isAbove(rows.length, 100)
    for (const row of rows) {
      const { code, errors, name, names, status } = row
      const expected = { name, status, type: "application/problem+json", code, errors, names }
      assert.deepStrictEqual(await answered(row), expected)
    }
    assert.strictEqual((await client.get("/companies/availability")).status, 200)
    assert.strictEqual((await client.status(facts.waiting)).status, "TWO_FACTOR_PENDING")
    assert.notMatch(service.output(), /"level":"(ERROR|FATAL)"/i)
    assert.doesNotThrow(() => process.kill(service.pid, 0), "it is still the same process")
  })
})
