/**
 * A NextGenPSD2 bank with the maximum number of accounts and transactions that Sheaf reads. It runs in its own thread.
 */
import { isMainThread, parentPort } from "node:worker_threads"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"
import * as LocalServer from "../../workshop/stage/LocalServer.ts"
import * as Thread from "../../workshop/stage/Thread.ts"

export const accountCount = 100

const transactionsOfAccount = 9_999

const booked = (at: number) => ({
  transactionId: `transaction-${at}`,
  bookingDate: "2026-03-01",
  valueDate: "2026-03-01",
  transactionAmount: { amount: "-12.50", currency: "SEK" },
  creditorName: "A company with a long name",
  remittanceInformationUnstructured: `Invoice ${at} `.repeat(8)
})

const answers = () => {
  const list = Array.from({ length: accountCount }, (_, at) => ({
    resourceId: `account-${at}`,
    bban: String(50_000_000_000 + at),
    currency: "SEK",
    balances: [{ balanceType: "interimBooked", balanceAmount: { amount: "1", currency: "SEK" } }]
  }))
  const transactions = JSON.stringify({
    transactions: { booked: Array.from({ length: transactionsOfAccount }, (_, at) => booked(at)) }
  })
  const started = { authorisationId: "authorization", scaStatus: "started" }
  const consent = {
    access: { allPsd2: "allAccounts" },
    recurringIndicator: false,
    validUntil: "2099-12-31",
    frequencyPerDay: 1,
    consentStatus: "valid"
  }
  return [
    [/^POST .*\/consents$/, 201, JSON.stringify({ consentStatus: "received", consentId: "consent" })],
    [/^POST .*\/authorisations$/, 201, JSON.stringify(started)],
    [/^GET .*\/authorisations$/, 200, JSON.stringify({ authorisationIds: [] })],
    [/^GET .*\/status$/, 200, JSON.stringify({ consentStatus: "valid" })],
    [/^GET .*\/consents\/consent$/, 200, JSON.stringify(consent)],
    [/^GET .*\/v1\/accounts$/, 200, JSON.stringify({ accounts: list })],
    [/^GET .*\/card-accounts$/, 200, JSON.stringify({ cardAccounts: [] })],
    [/^GET .*\/transactions/, 200, Buffer.from(transactions)],
    [/^DELETE /, 204, ""]
  ] as const
}

if (!isMainThread) {
  const known = answers()
  const { url } = await LocalServer.serve((request, response) => {
    const call = `${request.method} ${request.url}`
    const [, status = 404, body = "{}"] = known.find(([pattern]) => pattern.test(call)) ?? []
    request.resume().once("end", () => response.writeHead(status, { "content-type": "application/json" }).end(body))
  })
  parentPort?.postMessage(url)
}

export const companyId = "se-large"

export const start = async (cleanup: Cleanup): Promise<object> => {
  const thread = Thread.start<string>(new URL(import.meta.url))
  cleanup.add(thread.stop)
  return {
    company: companyId,
    companyDisplayName: "Large bank",
    market: "se",
    url: await thread.next(),
    profile: "nextgenpsd2-1.3",
    approach: "DECOUPLED",
    psuIdType: "SSN",
    frequencyPerDay: 4,
    maximumConsentValidityDays: 90,
    allowPrivateAddresses: true
  }
}
