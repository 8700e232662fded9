/** Tests two nodes on one database, and what happens to the work of a node that leaves (ADR 4). */
import { isAskingForInput, ScenarioCatalog, ScenarioDriver, hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import { plainStart } from "../Starts.ts"
import { forAll, TestService } from "../TestService.ts"

const [newest] = PostgresServer.installations()
const server = await PostgresServer.launch(newest)
const env = { DATABASE_URL: server.url(), MTLS_PORT: "off" }
const one = forAll({ env })
const other = new TestService({ env, folder: one.folder })

beforeAll(() => other.start(), 60_000)
afterAll(() => other.kill())

const query = <Row>(text: string): Promise<ReadonlyArray<Row>> =>
  PostgresServer.query(server.url(), text) as Promise<ReadonlyArray<Row>>

interface NodeRow {
  readonly id: string
  readonly name: string
  readonly startedAt: number
}

/** The nodes, newest first. */
const nodes = () =>
  query<NodeRow>('SELECT id, name, extract(epoch FROM started_at)::float8 AS "startedAt" FROM node ORDER BY 3 DESC')

// Retried, because the machine can stall for so long that the other nodes stop waiting for the node to reconnect.
it("a node that loses its session is not dead", { retry: 3 }, async () => {
  const sessions = () =>
    query<{ readonly pid: number }>("SELECT pid FROM pg_stat_activity WHERE application_name = 'sheaf node'")
  const identities = async () => (await nodes()).map(({ id, startedAt }) => ({ id, startedAt }))
  const [before, lost] = [await identities(), (await sessions()).map(({ pid }) => pid)]
  assert.lengthOf(lost, 2)
  const earlier = [one, other].map(({ process }) => process.output().length)
  await query(`SELECT pg_terminate_backend(pid) FROM unnest(ARRAY[${lost.join()}]) AS pid`)
  await waitFor(sessions, (found) => found.filter(({ pid }) => !lost.includes(pid)).length === 2)
  assert.deepStrictEqual(await identities(), before)
  for (const [index, { process }] of [one, other].entries())
    assert.notInclude(process.output().slice(earlier[index]), "taking over")
})

/**
 * Starts collections on a node that then leaves. Some of them wait for a code, and the others run in the node's memory.
 */
const leaving = async (leave: () => Promise<unknown>): Promise<void> => {
  const scenario = ScenarioCatalog.findScenario(await other.client.scenarios(), "two-factor")
  const waiting = await Promise.all(
    Array.from({ length: 4 }, () => ScenarioDriver.begin(other.client, scenario, "USERNAME_AND_PASSWORD"))
  )
  for (const { id } of waiting) await waitFor(() => other.client.status(id), isAskingForInput)
  const running = await Promise.all(Array.from({ length: 8 }, () => other.client.begin(plainStart)))
  await leave()
  // The scenario drivers cannot answer here, because they poll through the node that has left.
  for (const { id, left } of waiting) {
    ;(await one.client.supply(await one.client.status(id), left[0] ?? assert.fail("no code"))).expect(202)
  }
  for (const id of [...running, ...waiting.map(({ id }) => id)]) {
    assert.strictEqual((await one.client.poll(id, hasEnded)).status, "COMPLETED")
  }
}

it("the work of a stopped node continues on the other node", { timeout: 60_000 }, async () => {
  await leaving(() => other.process.stop())
  // If this line were missing, the process would have ended only because stopping took too long.
  assert.include(other.process.output(), "Sheaf has stopped.")
  assert.lengthOf(await nodes(), 1)
})

it("the work of a killed node continues before its lease of 6 seconds ends", { timeout: 60_000 }, async () => {
  await other.restart()
  await leaving(async () => {
    const [killed] = await nodes()
    await other.process.kill()
    // The killed node's lease now lasts another hour, but the other node must not wait until it ends.
    await query(`UPDATE node SET seen_at = clock_timestamp() + interval '1 hour'
      WHERE id = '${killed?.id}' AND seen_at > '-infinity'`)
  })
  assert.lengthOf(await waitFor(nodes, ({ length }) => length === 1), 1)
})
