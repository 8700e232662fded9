/**
 * Collections at a bank with OAuth on two nodes of one database: each code is exchanged once, also if a node stops in the
 * meantime (decisions 20, 21).
 */
import { hasEnded, until } from "@sheaf/adapters-http/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ListeningProcess } from "../../src/testing/index.ts"
import { plainStart } from "../Starts.ts"
import * as OAuthVisit from "../consents/OAuthVisit.ts"
import * as SandboxBank from "../consents/SandboxBank.ts"
import { TestService } from "../TestService.ts"

const [newest] = PostgresServer.installations()
const server = await PostgresServer.launch(newest)
const folder = mkdtempSync(join(tmpdir(), "sheaf-two-nodes-"))
let bank: ListeningProcess.ListeningProcess | undefined
const nodes: Array<TestService> = []

beforeAll(async () => {
  const { address, process } = await SandboxBank.start(join(folder, "bank"))
  bank = process
  const options = {
    env: { DATABASE_URL: server.url(), MTLS_PORT: "off", SHEAF_PUBLIC_URL: "https://service.example" },
    config: { banks: [OAuthVisit.bankAt(address)] },
    folder: mkdtempSync(join(folder, "service-"))
  }
  for (const node of [new TestService(options), new TestService(options)]) {
    nodes.push(node)
    await node.start()
  }
}, 120_000)

afterAll(async () => {
  for (const node of nodes) await node.kill()
  await bank?.kill()
  rmSync(folder, { recursive: true })
})

it("the bank issues tokens for a code that arrives at both nodes at once", { timeout: 120_000 }, async () => {
  const [one, other] = nodes
  if (one === undefined || other === undefined) assert.fail("two nodes are needed")
  const complete = async () => {
    const { id, page } = await OAuthVisit.begin(one.client)
    const { pathname, search } = new URL(await OAuthVisit.decide(page, "approve"))
    const visits = [one, other].map(({ process }) => OAuthVisit.come(process.base + pathname + search))
    const statuses = (await Promise.all(visits)).map(({ status }) => status)
    assert.deepStrictEqual(statuses, [200, 200])
    assert.strictEqual((await other.client.poll(id, hasEnded)).status, "COMPLETED")
  }
  await Promise.all(Array.from({ length: 8 }, complete))
})

it(
  "a stopping node keeps its running exchange, and hands over its other work meanwhile",
  { timeout: 180_000 },
  async () => {
    const [one, other] = nodes
    if (one === undefined || other === undefined || bank === undefined) assert.fail("two nodes and a bank are needed")
    const { id, page } = await OAuthVisit.begin(one.client)
    const { pathname, search } = new URL(await OAuthVisit.decide(page, "approve"))
    const { process: stopping } = one
    process.kill(bank.pid, "SIGSTOP")
    assert.strictEqual((await OAuthVisit.come(stopping.base + pathname + search)).status, 200)
    // Until the exchange, the collection is due every few seconds.
    const dueAt = async () => {
      const rows = await PostgresServer.query(
        server.url(),
        `SELECT due_at::float8 AS at FROM collection WHERE id = '${id}'`
      )
      return (rows as ReadonlyArray<{ readonly at: number }>)[0]?.at ?? 0
    }
    await until(dueAt, (at) => at > Date.now() + 15_000)
    const running = await Promise.all(Array.from({ length: 4 }, () => one.client.begin(plainStart)))
    let hasStopped = false
    const stopped = one.stop().then(() => (hasStopped = true))
    for (const started of running) {
      assert.strictEqual((await other.client.poll(started, hasEnded)).status, "COMPLETED")
    }
    assert.isFalse(hasStopped, "the other work waited for the exchange, or the exchange was lost")
    process.kill(bank.pid, "SIGCONT")
    await stopped
    assert.include(stopping.output(), "Sheaf has stopped.")
    assert.strictEqual((await other.client.poll(id, hasEnded)).status, "COMPLETED")
  }
)
