/**
 * Tests the rotation of the pepper on two nodes, which restart one after the other while clients use both nodes (ADR
 * 28).
 */
import { hasEnded } from "@sheaf/sandbox-site/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { afterAll, assert, it } from "vitest"
import { login, plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"

const [newest] = PostgresServer.installations()
const server = await PostgresServer.launch(newest)
const pepper = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const [old, next] = [pepper(8), pepper(9)]
const settings = { DATABASE_URL: server.url(), MTLS_PORT: "off", SHEAF_KEYS: `first:${pepper(7)}` }
const withPeppers = (...peppers: ReadonlyArray<string>) => ({ ...settings, SHEAF_PEPPER: peppers.join() })

const first = new TestService({ env: withPeppers(old) })
const { dataDir, folder } = first
const nodes: [TestService, TestService] = [first, new TestService({ env: withPeppers(old), folder })]

const rotate = (...peppers: ReadonlyArray<string>) =>
  Tools.sheaf({ dataDir, folder }, ["keys", "rotate-pepper"], withPeppers(...peppers))

let userId: string | undefined

/** Uses collections without documents, because documents need the old pepper until they expire. */
const expectBothToServe = async (when: string) => {
  for (const { client } of nodes) {
    const answer = await client.post("/users", { externalId: "maja" })
    const found = answer.expect(userId === undefined ? 201 : 200).read<{ readonly userId: string }>()
    userId ??= found.userId
    assert.strictEqual(found.userId, userId, when)
    const id = await client.begin({ ...plainStart, parameters: [{ ...login, username: "incorrect-credentials" }] })
    for (const node of nodes) {
      assert.strictEqual((await node.client.poll(id, hasEnded)).status, "INCORRECT_CREDENTIALS")
    }
  }
}

/** Restarts the nodes one after the other. After each restart, checks that both nodes serve requests. */
const roll = async (...peppers: ReadonlyArray<string>) => {
  for (const place of [0, 1] as const) {
    await nodes[place].process.stop()
    nodes[place] = new TestService({ env: withPeppers(...peppers), folder })
    await nodes[place].start()
    await expectBothToServe(`after the restart of node ${place} with ${peppers.length} peppers`)
  }
}

afterAll(async () => {
  await nodes[1].kill()
  await nodes[0].end()
})

it("everything is found on both nodes at each moment of a rotation", { timeout: 240_000 }, async () => {
  await Promise.all(nodes.map((node) => node.start()))
  await expectBothToServe("before the rotation")
  await roll(old, next)
  assert.include((await rotate(next, old)).err, "no service has started with this pepper first")
  await roll(next, old)
  const { code, err } = await rotate(next, old)
  assert.strictEqual(code, 0, err)
  assert.include(err, "Nothing needs an older pepper now.")
  await roll(next)
  for (const { client } of nodes) {
    const id = await client.begin(plainStart)
    for (const node of nodes) assert.strictEqual((await node.client.poll(id, hasEnded)).status, "COMPLETED")
  }
})
