/**
 * Attacks through failing companies, and through data that is cheap to send but expensive to read. Such data comes from
 * companies, banks and uploaded files (spec 2.4, 6, 8, 10, 16).
 */
import { hasEnded } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { exponentialPdf } from "../parties/HostilePdf.ts"
import * as LargeBank from "../parties/LargeBank.ts"
import * as ScriptedConnector from "../parties/ScriptedConnector.ts"
import { companyId, emptyEndStep, loginStep } from "../parties/ScriptedConnector.ts"
import type { Attack } from "../stage/Testbed.ts"
import { aisConsentParameter, electronicIdStartRequest, startRequestAs, uploadStartRequest } from "../victim/Starts.ts"

const endOf = async (client: TestClient, start: StartCollection): Promise<string> =>
  (await client.poll(await client.begin(start), hasEnded)).status

const breaker: Attack = {
  name: "breaker",
  summary: "starts failing collections at a company, first with one login and then with ten",
  promise:
    "A company's circuit breaker opens only after failures for two persons of two clients, so the company stays open for others.",
  run: async (stage) => {
    const connector = await ScriptedConnector.start(stage.cleanup, {
      begin: ({ login }) => (login?.username?.startsWith("fails") ? { status: 500, body: {} } : loginStep),
      resume: emptyEndStep()
    })
    const timeouts = { connectorRetrySeconds: 1 }
    const { attacker, honest } = await stage.start({ config: { timeouts, connectors: [connector] } })
    const alice = startRequestAs("alice", companyId)
    assert.equal(await endOf(honest, alice), "COMPLETED_EMPTY")
    for (const logins of [Array<string>(10).fill("fails"), Array.from({ length: 10 }, (_, n) => `fails-${n}`)]) {
      const ends = await Promise.all(logins.map((login) => endOf(attacker, startRequestAs(login, companyId))))
      assert.deepEqual([...new Set(ends)], ["THIRD_PARTY_ERROR"])
      assert.equal(await endOf(honest, alice), "COMPLETED_EMPTY", "the company is closed for another client")
    }
    return "the company stayed open after 20 failures"
  }
}

const hostile = 25

const policy = new URL("../../../../packages/adapters-pdf/fixtures/ee-motor-policy.pdf", import.meta.url)

const hostilePdfs: Attack = {
  name: "hostile-pdfs",
  summary: `uploads ${hostile} PDFs of 3 kB that take seconds to read, and a good file`,
  promise:
    "Clients take turns in having PDFs read, so another client's upload takes at most about twice as long. The attacker's own good file waits only for a short attempt at each file in front of it.",
  run: async (stage) => {
    const { attacker } = await stage.start()
    const costly = uploadStartRequest(exponentialPdf(12))
    const ids: Array<string> = []
    const beginUntil = async (count: number) => {
      while (ids.length < count) ids.push(await attacker.begin(costly))
    }
    // A short run cannot wait for all hostile files: each takes up to a second of CPU time.
    const [inFront, seconds] = stage.sized([3, 20] as const, [hostile, 2] as const)
    await beginUntil(inFront)
    const good = await attacker.begin(uploadStartRequest(readFileSync(policy)))
    await beginUntil(hostile)
    const began = performance.now()
    const { status } = await attacker.poll(good, hasEnded)
    const waited = (performance.now() - began) / 1000
    assert.equal(status, "COMPLETED", `the attacker's good file ended as ${status}`)
    const ends = await Promise.all(ids.map(async (id) => (await attacker.status(id)).status))
    for (const end of ends) assert.match(end, /^(?:RUNNING|FAILED)/, `a hostile file ended as ${end}`)
    const most = inFront * seconds
    assert.ok(waited <= most, `the good file was read after ${waited.toFixed(1)} s, more than ${most} s`)
    return `the good file was read after ${waited.toFixed(1)} s`
  }
}

const heap = 1024

/** Maximum memory growth, in megabytes. A full heap would crash the service. */
const heapGrowth = 1.5 * heap

/** A connector's step of almost 4 MiB: one account with 9,000 transactions. */
const largeEnd = () => {
  const transactions = Array.from({ length: 9_000 }, (_, at) => ({
    transactionId: String(at),
    bookingDate: "2026-03-01",
    amount: { amount: 1, currency: "SEK" },
    remittanceInformation: "x".repeat(250),
    status: "BOOKED"
  }))
  const named = { id: "1", company: companyId, companyDisplayName: "Attack", accountId: "1", currency: "SEK" }
  return emptyEndStep({ status: "COMPLETED" }, { wealth: [{ type: "PSD2_CHECKING_ACCOUNT", ...named, transactions }] })
}

const order = electronicIdStartRequest(LargeBank.companyId)
const bankStart = { ...order, parameters: [...order.parameters, aisConsentParameter] }

interface Ended {
  readonly status: string
  readonly extraInformation?: {
    readonly FAILURE_REASON?: { readonly missing?: ReadonlyArray<{ readonly reason: string }> }
  }
}

const readAtBank = async (attacker: TestClient): Promise<void> => {
  const id = await attacker.begin(bankStart)
  const { extraInformation, status }: Ended = await attacker.poll(id, hasEnded)
  const records = await attacker.read<ReadonlyArray<object>>(`/collections/${id}/wealth/data`)
  const missing = extraInformation?.FAILURE_REASON?.missing ?? []
  assert.deepEqual([status, records.length], ["COMPLETED_PARTIAL", LargeBank.accountCount])
  assert.deepEqual([...new Set(missing.map(({ reason }) => reason))], ["TOO_MUCH_DATA"])
}

const tooMuchData: Attack = {
  name: "large-data",
  summary: `collects 100 accounts with 9,999 transactions each, many times at once, with a heap of ${heap} MB`,
  promise: `The collections end as COMPLETED_PARTIAL with every account, and memory grows by at most ${heapGrowth} MB.`,
  run: async (stage) => {
    const bank = await LargeBank.start(stage.cleanup)
    const connector = await ScriptedConnector.start(stage.cleanup, { begin: loginStep, resume: largeEnd() })
    const { attacker, measureGrowth } = await stage.start({
      config: { banks: [bank], connectors: [connector], limits: { openOrdersPerPerson: 1000 } },
      env: { NODE_OPTIONS: `--max-old-space-size=${heap}` }
    })
    const readAtConnector = async () =>
      assert.equal(await endOf(attacker, startRequestAs("mallory", companyId)), "COMPLETED_EMPTY")
    // The collections at the bank and at the connector run concurrently.
    const all = Array.from({ length: stage.sized(2, 16) })
    const grown = await measureGrowth(heapGrowth, () =>
      Promise.all(all.flatMap(() => [readAtBank(attacker), readAtConnector()]))
    )
    return `${all.length} readings ended as COMPLETED_PARTIAL, and ${grown}`
  }
}

export const all: ReadonlyArray<Attack> = [breaker, hostilePdfs, tooMuchData]
