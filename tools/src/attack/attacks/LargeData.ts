/** Companies and files that are cheap to send, and expensive to read (spec 2.4, 6, 8, 16). */
import { hasEnded } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import type { Attack } from "../Attack.ts"
import { doubling } from "../parties/HostilePdf.ts"
import * as InterimFlood from "../parties/InterimFlood.ts"
import * as LargeBank from "../parties/LargeBank.ts"
import * as ScriptedConnector from "../parties/ScriptedConnector.ts"
import { company } from "../parties/ScriptedConnector.ts"
import { accountInformation, orderAt, startAs } from "../Starts.ts"

const hostile = 25

const uploadOf = (content: Uint8Array) =>
  ({
    company: "ee-rannakindlustus",
    loginMethod: "PDF_UPLOAD",
    parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: Buffer.from(content).toString("base64") }]
  }) as const

const policy = new URL("../../../../packages/adapters-pdf/fixtures/ee-motor-policy.pdf", import.meta.url)

const hostilePdfs: Attack = {
  name: "hostile-pdfs",
  summary: `uploads ${hostile} PDFs of 3 kB that take seconds to read, and a good file`,
  promise:
    "Clients take turns in having PDFs read, so another client's upload takes at most about twice as long. The attacker's own good file waits only for a short attempt at each file in front of it.",
  run: async (stage) => {
    const { attacker } = await stage.start()
    const costly = uploadOf(doubling(12))
    const ids: Array<string> = []
    const beginUntil = async (count: number) => {
      while (ids.length < count) ids.push(await attacker.begin(costly))
    }
    // A short run cannot wait for all hostile files. A short attempt takes a second of processor time.
    const [inFront, seconds] = stage.sized([3, 20] as const, [hostile, 2] as const)
    await beginUntil(inFront)
    const good = await attacker.begin(uploadOf(readFileSync(policy)))
    await beginUntil(hostile)
    // Meanwhile, the victim uploads a policy every second.
    const began = performance.now()
    const { status } = await attacker.poll(good, hasEnded)
    const waited = (performance.now() - began) / 1000
    assert.equal(status, "COMPLETED", `the attacker's good file ended as ${status}`)
    const ends = await Promise.all(ids.map(async (id) => (await attacker.status(id)).status))
    for (const end of ends) assert.match(end, /^(?:RUNNING|FAILED)/, `a hostile file ended as ${end}`)
    const ended = ends.filter((end) => end !== "RUNNING").length
    const most = inFront * seconds
    assert.ok(waited <= most, `the good file was read after ${waited.toFixed(1)} s, more than ${most} s`)
    return `the good file was read after ${waited.toFixed(1)} s, when ${ended} of ${hostile} hostile files had ended`
  }
}

/** The number of a webhook's test calls at a time. */
const callsAtOnce = 8

/** Sends test calls until the time is up, and returns their outcomes. */
const testCalls = async (attacker: Client, url: string, millis: number): Promise<ReadonlySet<string>> => {
  const created = (await attacker.post("/webhook-endpoints", { url })).expect(201)
  const { endpointId } = created.read<{ readonly endpointId: string }>()
  const outcomes = new Set<string>()
  const until = Date.now() + millis
  const call = async (): Promise<void> => {
    const answer = await attacker.post(`/webhook-endpoints/${endpointId}/test`)
    // The attacker's calls have a rate.
    if (answer.status === 429) return
    const { error = "none" } = answer.expect(200).read<{ readonly error?: string }>()
    outcomes.add(error)
    if (Date.now() < until) await call()
  }
  await Promise.all(Array.from({ length: callsAtOnce }, call))
  return outcomes
}

const interimResponses: Attack = {
  name: "interim-responses",
  summary: "lets a webhook receiver and a connector send endless interim responses",
  promise: "Sheaf closes a connection after 16 interim responses. The calls fail, and others notice nothing.",
  run: async (stage) => {
    const url = await InterimFlood.start(stage.cleanup)
    const config = { connectors: [ScriptedConnector.entry(url)], webhooks: { allowPrivateAddresses: true } }
    const { attacker } = await stage.start({ config })
    const outcomes = await testCalls(attacker, url, stage.sized(2_000, 15_000))
    assert.deepEqual([...outcomes], ["UNREACHABLE"])
    const id = await attacker.begin(startAs("mallory", company))
    assert.equal((await attacker.poll(id, hasEnded)).status, "FAILED")
    return "every test call was UNREACHABLE, and the collection FAILED"
  }
}

/** The service's heap, in megabytes. */
const heap = 1024

/** The limit on memory growth, in megabytes: a full heap would end the service. */
const heapGrowth = 1.5 * heap

/** A step of almost 4 MiB, with the accounts that a connector reports. */
const largeEnd = () => {
  const transactions = Array.from({ length: 9_000 }, (_, at) => ({
    transactionId: String(at),
    bookingDate: "2026-03-01",
    amount: { amount: 1, currency: "SEK" },
    remittanceInformation: "x".repeat(250),
    status: "BOOKED"
  }))
  const account = {
    type: "PSD2_CHECKING_ACCOUNT",
    id: "1",
    company,
    companyDisplayName: "Attack",
    accountId: "1",
    currency: "SEK",
    transactions
  }
  return ScriptedConnector.emptyEnd({ status: "COMPLETED" }, { wealth: [account] })
}

const order = orderAt(LargeBank.company)
const bankStart = { ...order, parameters: [...order.parameters, accountInformation] }

interface Ended {
  readonly status: string
  readonly extraInformation?: { readonly FAILURE_REASON?: { readonly missing?: ReadonlyArray<object> } }
}

/** Waits until a collection at the bank ends, and returns its end with the number of its accounts. */
const endAtBank = async (attacker: Client) => {
  const id = await attacker.begin(bankStart)
  const { extraInformation, status }: Ended = await attacker.poll(id, hasEnded)
  const records = await attacker.read<ReadonlyArray<object>>(`/collections/${id}/wealth/data`)
  return { status, missing: extraInformation?.FAILURE_REASON?.missing, accounts: records.length }
}

const tooMuchData: Attack = {
  name: "large-data",
  summary: `collects 100 accounts with 9,999 transactions each, many times at once, with a heap of ${heap} MB`,
  promise: `The collections end as COMPLETED_PARTIAL with every account, and memory grows by at most ${heapGrowth} MB.`,
  run: async (stage) => {
    const bank = await LargeBank.start(stage.cleanup)
    const script = { begin: ScriptedConnector.loggingIn, resume: largeEnd() }
    const connector = await ScriptedConnector.start(stage.cleanup, script)
    const { attacker, growsAtMost } = await stage.start({
      config: { banks: [bank], connectors: [connector], limits: { openOrdersPerPerson: 1000 } },
      env: { NODE_OPTIONS: `--max-old-space-size=${heap}` }
    })
    const endAtConnector = async () =>
      (await attacker.poll(await attacker.begin(startAs("mallory", company)), hasEnded)).status
    // The collections at the bank and at the connector run at the same time.
    const all = Array.from({ length: stage.sized(4, 16) })
    const grown = await growsAtMost(heapGrowth, async () => {
      const [atBank, atConnector] = await Promise.all([
        Promise.all(all.map(() => endAtBank(attacker))),
        Promise.all(all.map(endAtConnector))
      ])
      const missing = [{ product: "PSD2_AIS", reason: "TOO_MUCH_DATA" }]
      for (const end of atBank) {
        assert.deepEqual(end, { status: "COMPLETED_PARTIAL", missing, accounts: LargeBank.accounts })
      }
      for (const status of atConnector) assert.equal(status, "COMPLETED_EMPTY")
    })
    return `${all.length} readings ended as COMPLETED_PARTIAL, and ${grown}`
  }
}

export const largeData: ReadonlyArray<Attack> = [hostilePdfs, interimResponses, tooMuchData]
