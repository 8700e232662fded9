/** Banks' pages that are forwarded to other people (spec 2.4, 13). */
import { hasEnded, TestUser, until } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import { BankFiles, ListeningProcess } from "@sheaf/app-api/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ConnectLink from "../../workshop/driver/ConnectLink.ts"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"
import type { Attack } from "../Attack.ts"

/** Runs the sandbox's banks in a process of their own. `statuses` returns the statuses of their consents. */
const startBanks = async (cleanup: Cleanup) => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-attack-banks-"))
  cleanup.add(() => rmSync(folder, { recursive: true }))
  const [banks, [, address = ""]] = await ListeningProcess.start({
    program: ListeningProcess.sheaf("bank", "sandbox", "--port", "0"),
    env: { SHEAF_DATA_DIR: folder },
    listening: /listening on (http:\/\/\S+)\.\n/
  })
  cleanup.add(banks.kill)
  return {
    address,
    statuses: () => BankFiles.all(folder, join(folder, "bank-consents")).map(({ status }) => status)
  }
}

const entry = { market: "se", profile: "nextgenpsd2-1.3", allowPrivateAddresses: true }

const banksAt = (address: string) => [
  {
    ...entry,
    company: "se-provbanken",
    companyDisplayName: "Provbanken",
    url: new URL("se-fjallbanken/", address).href,
    approach: "REDIRECT"
  },
  {
    ...entry,
    company: "se-klarvik",
    companyDisplayName: "Klarvik",
    url: new URL("se-klarvik/", address).href,
    approach: "OAUTH",
    oauth: { issuer: new URL("se-klarvik", address).href, clientId: "PSDSE-FINA-000000" }
  }
]

const startOf = (company: string, consent: object = {}) => ({
  company,
  loginMethod: "EMAIL",
  parameters: [
    { type: "EMAIL", email: "mallory@example.com" },
    { type: "PSD2_AIS_CONSENT", ...consent }
  ]
})

const locationOf = (answer: Response): string => answer.headers.get("location") ?? assert.fail("there is no redirect")

/** Lets another person approve on a bank's page, in a browser without cookies. Returns the service's response. */
const approveElsewhere = async (page: string): Promise<Response> => {
  const isServer = new URL(page).pathname.endsWith("/oauth/authorize")
  const shown = isServer ? new URL(locationOf(await fetch(page, { redirect: "manual" })), page) : page
  const body = new URLSearchParams({ decision: "approve" })
  const back = locationOf(await fetch(shown, { method: "POST", body, redirect: "manual" }))
  return fetch(back, { redirect: "manual", headers: { accept: "text/html" } })
}

type Read = () => Promise<StatusObject>

const pageOf = async (read: Read): Promise<string> => {
  const { extraInformation } = await until(read, (seen) => seen.extraInformation?.REDIRECT_URL !== undefined)
  return extraInformation?.REDIRECT_URL ?? assert.fail("there is no page")
}

const endsUnconfirmed = async (read: Read): Promise<void> => {
  const { extraInformation, status } = await until(read, hasEnded)
  assert.deepEqual([status, extraInformation?.FAILURE_REASON?.code], ["AUTHENTICATION_ERROR", "NOT_CONFIRMED"])
}

/** Forwards a bank's page from a Connect session. */
const fromConnect = async (attacker: Client, company: string): Promise<void> => {
  const { call } = await ConnectLink.open(attacker, { purpose: "COLLECT" })
  const statusOf = async (response: Response) => (await response.json()) as StatusObject // the documented body
  const { collectionId } = await statusOf(await call("collections", startOf(company)))
  const read: Read = async () => statusOf(await call(`collections/${collectionId}/status`))
  assert.equal((await approveElsewhere(await pageOf(read))).status, 200)
  await endsUnconfirmed(read)
}

/** Forwards a bank's page from an app. The other person's code reaches the app in that person's browser. */
const fromApp = async (attacker: Client, company: string): Promise<void> => {
  const [mallory, alice] = [await TestUser.make(attacker), await TestUser.make(attacker)]
  const start = { ...startOf(company, { psuIpAddress: "192.0.2.17" }), returnUrl: "http://localhost:9/done" }
  const { collectionId } = (await mallory.withKey.post("/collections", start)).expect(201).read<StatusObject>()
  const read: Read = () => mallory.withKey.read<StatusObject>(`/collections/${collectionId}/status`)
  const code = new URL(locationOf(await approveElsewhere(await pageOf(read)))).searchParams.get("code")
  assert.notEqual(code, null)
  ;(await alice.withKey.post(`/collections/${collectionId}/confirmation`, { code })).expect(404)
  await endsUnconfirmed(read)
  ;(await mallory.withKey.post(`/collections/${collectionId}/confirmation`, { code })).expect(409)
}

const forwardedPages: Attack = {
  name: "forwarded-pages",
  summary: "sends banks' pages to another person, who approves there, from Connect and from an app",
  promise:
    "The collection ends with NOT_CONFIRMED, and no consent stays valid at the bank, whether it redirects or uses OAuth.",
  run: async (stage) => {
    const { address, statuses } = await startBanks(stage.cleanup)
    const { attacker } = await stage.start({ config: { banks: banksAt(address) } })
    for (const { company } of banksAt(address)) {
      await fromConnect(attacker, company)
      await fromApp(attacker, company)
    }
    await until(statuses, (all) => !all.includes("valid"))
    return `${statuses().length} approvals of another person gave nothing, and are revoked`
  }
}

export const banks: ReadonlyArray<Attack> = [forwardedPages]
