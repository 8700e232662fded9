/** A bank and a connector with more data than memory can hold (decisions 9, 14, 21). */
import assert from "node:assert/strict"
import { hasEnded } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import * as LargeBank from "../stage/LargeBank.ts"
import { company, loggingIn, step, withConnector } from "../stage/ScriptedConnector.ts"
import type { ConnectorCall } from "../stage/ScriptedConnector.ts"
import type { Length } from "../stage/Stage.ts"
import { plainStart } from "../stage/Starts.ts"

/** The number of collections at the bank and at the connector, all at the same time. */
const collections: Readonly<Record<Length, number>> = { short: 4, full: 16 }

/** The service's heap, in megabytes. */
const heap = 1024

/** The limit on memory growth, in megabytes: a full heap would end the service. */
const mostGrowth = 1.5 * heap

/** A step of almost 4 MiB, with the accounts that a connector reports. */
const largeEnd = (() => {
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
  return step({ type: "END", status: "COMPLETED", collected: { insurance: [], wealth: [account], missing: [] } })
})()

const script = ({ name }: ConnectorCall) => {
  if (name === "begin") return loggingIn
  return name === "resume" ? largeEnd : { status: 204, body: {} }
}

const bankStart = {
  company: LargeBank.company,
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
  parameters: [
    { type: "SWEDISH_EID", personalNumber: "199001012385" },
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  ]
} as const

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

export const largeData: Attack = {
  name: "large-data",
  summary: `collects 100 accounts with 9,999 transactions each, many times at once, with a heap of ${heap} MB`,
  promise: `The collections end as COMPLETED_PARTIAL with every account, and memory grows by at most ${mostGrowth} MB.`,
  run: ({ length, withTarget }) => {
    const count = collections[length]
    const attack = (bank: object, connector: object) =>
      withTarget(
        {
          config: { banks: [bank], connectors: [connector], limits: { openOrdersPerPerson: 1000 } },
          env: { NODE_OPTIONS: `--max-old-space-size=${heap}` }
        },
        async ({ attacker, growth }) => {
          const grown = await growth(async () => {
            const all = Array.from({ length: count })
            const [atBank, atConnector] = await Promise.all([
              Promise.all(all.map(() => endAtBank(attacker))),
              Promise.all(
                all.map(async () => attacker.poll(await attacker.begin({ ...plainStart, company }), hasEnded))
              )
            ])
            const missing = [{ product: "PSD2_AIS", reason: "TOO_MUCH_DATA" }]
            for (const end of atBank) {
              assert.deepEqual(end, { status: "COMPLETED_PARTIAL", missing, accounts: LargeBank.accounts })
            }
            for (const { status } of atConnector) assert.equal(status, "COMPLETED_EMPTY")
          })
          assert.ok(grown <= mostGrowth, `memory grew by ${grown.toFixed(0)} MB`)
          return `${count} readings ended as COMPLETED_PARTIAL, and memory grew by ${grown.toFixed(0)} MB`
        }
      )
    return LargeBank.withLargeBank((bank) => withConnector(script, (connector) => attack(bank, connector)))
  }
}
