/** The pepper rotates on two nodes, one restart at a time, while clients use both (ADR 28). */
import { hasEnded } from "@sheaf/adapters-http/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import type { FinishedConnectSession } from "@sheaf/domain/ConnectCalls"
import { afterAll, assert, it } from "vitest"
import { invite, Page } from "../connect/Page.ts"
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
/** The two nodes by position. Each restart replaces one. */
const nodes: [TestService, TestService] = [first, new TestService({ env: withPeppers(old), folder })]

const rotate = (...peppers: ReadonlyArray<string>) =>
  Tools.sheaf({ dataDir, folder }, ["keys", "rotate-pepper"], withPeppers(...peppers))

/** A user that the first node creates, and that both nodes must find from then on. */
let userId: string | undefined

/** A page that another node serves from now on. */
const at = ({ client }: TestService, { cookie, token }: Page): Page =>
  Object.assign(new Page(client), { cookie, token })

const asked = { purpose: "COLLECT", returnUrl: "http://localhost:3000/linked" }

const finish = async (page: Page): Promise<string> => {
  const { returnTo = "" } = await page.call<FinishedConnectSession>("POST", "/connect/finish", { outcome: "COMPLETED" })
  return new URL(returnTo).searchParams.get("code") ?? assert.fail("no code")
}

/** Brings Connect sessions as far as each step on one node. Returns a function that continues all of them on another node. */
const sessionsOn = async (one: TestService) => {
  const [link, open, finished] = await Promise.all([1, 2, 3].map(() => invite(one.client, asked)))
  if (link === undefined || open === undefined || finished === undefined) return assert.fail("no links")
  const [openPage, finishedPage] = [new Page(one.client), new Page(one.client)]
  await openPage.open(open)
  await finishedPage.open(finished)
  const shown = await finish(finishedPage)
  return async (other: TestService) => {
    const confirm = async ({ connectSessionId }: typeof link, code: string) => {
      ;(await other.client.post(`/connect-sessions/${connectSessionId}/confirmation`, { code })).expect(200)
    }
    const linkPage = new Page(other.client)
    await linkPage.open(link)
    await confirm(link, await finish(linkPage))
    await confirm(open, await finish(at(other, openPage)))
    assert.strictEqual(await finish(at(other, finishedPage)), shown)
    await confirm(finished, shown)
  }
}

/** The collections end without documents, because documents need the old pepper until they expire. */
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
  const [one, other] = nodes
  await (
    await sessionsOn(one)
  )(other)
  await (
    await sessionsOn(other)
  )(one)
}

/** Restarts one node after the other. Both serve in between. */
const roll = async (...peppers: ReadonlyArray<string>) => {
  for (const place of [0, 1] as const) {
    const inFlight = [await sessionsOn(nodes[0]), await sessionsOn(nodes[1])]
    await nodes[place].process.stop()
    nodes[place] = new TestService({ env: withPeppers(...peppers), folder })
    await nodes[place].start()
    for (const continueOn of inFlight) await continueOn(nodes[place])
    await expectBothToServe(`after the restart of node ${place} with ${peppers.length} peppers`)
  }
}

afterAll(async () => {
  await nodes[1].kill()
  await nodes[0].end()
}, 60_000)

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
