/** Monitors and receipts on the Connect page, over HTTP (spec 13, 18). */
import { TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { ConnectPageSession, ConnectPermissions, ConnectReceipt } from "@sheaf/domain/ConnectPageApi"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import type { Monitor } from "@sheaf/domain/Monitor"
import { createPublicKey, verify } from "node:crypto"
import { assert, describe, it } from "vitest"
import { authorizeConsent } from "../conformance/resources/Monitors.ts"
import * as TestService from "../TestService.ts"
import { createSession, openSession, ConnectPage } from "./ConnectPage.ts"

const service = TestService.forAll()
const { client } = service

const returnUrl = "http://localhost:3000/linked"

const prepared = async () => {
  const user = await TestUser.make(client)
  return { user, consentId: await authorizeConsent({ client }, user) }
}

const jsonOf = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, "base64url").toString())

const checked = async (receipt: string) => {
  const [head = "", body = "", signature = ""] = receipt.split(".")
  const { keys } = await client.read<{ keys: ReadonlyArray<{ kid: string }> }>("/.well-known/jwks.json")
  const jwk = keys.find(({ kid }) => kid === jsonOf(head)["kid"]) ?? assert.fail("the key is not published")
  const key = { key: createPublicKey({ key: { ...jwk }, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const
  return verify("sha256", Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url")) && jsonOf(body)
}

describe("a session that asks for a monitor", () => {
  it("creates the monitor once the person has said yes and the client has confirmed it", async () => {
    const { consentId, user } = await prepared()
    const source = { consentId }
    const monitor = { source, every: "P7D", at: "07:00" }
    const link = await createSession(client, { purpose: "MONITOR", userId: user.userId, monitor, returnUrl })
    const page = new ConnectPage(client)
    const { session } = await page.open(link)
    assert.deepInclude(session.monitor, { every: "P7D", at: "07:00", source, ready: true, permitted: false })
    assert.strictEqual(await page.refused("POST", "/connect/monitor", {}), "400 INVALID_FIELD")
    const permitted = await page.call<ConnectPageSession>("POST", "/connect/monitor", { source })
    assert.isTrue(permitted.monitor?.permitted)
    const listed = () => user.withKey.read<ReadonlyArray<Monitor>>("/monitors")
    assert.deepStrictEqual(await listed(), [])
    const { returnTo } = await page.call<{ returnTo: string }>("POST", "/connect/finish", { outcome: "COMPLETED" })
    const code = new URL(returnTo).searchParams.get("code")
    const path = `/connect-sessions/${link.connectSessionId}/confirmation`
    const confirmed = (await user.withKey.post(path, { code })).expect(200).read<ConnectSession>()
    assert.deepStrictEqual(
      (await listed()).map(({ monitorId }) => monitorId),
      [confirmed.monitorId]
    )
    assert.strictEqual(await page.refused("POST", "/connect/monitor", { source }), "409 CONNECT_SESSION_ENDED")
  })

  it("is what a change needs that looks more often or longer", async () => {
    const { consentId, user } = await prepared()
    const created = await user.withKey.post("/monitors", { source: { consentId }, every: "P30D" })
    const { monitorId } = created.expect(201).read<Monitor>()
    const change = { method: "PATCH", body: JSON.stringify({ every: "P1D" }) }
    const refused = (await user.withKey.send(`/monitors/${monitorId}`, change)).expect(400).problem
    assert.include(refused.errors?.[0]?.detail, "Create a Connect session with the purpose MONITOR")
    const page = await openSession(client, {
      purpose: "MONITOR",
      userId: user.userId,
      monitor: { monitorId, every: "P1D" }
    })
    const { monitor } = await page.call<ConnectPageSession>("POST", "/connect/monitor", {})
    assert.isTrue(monitor?.permitted)
    assert.strictEqual((await user.withKey.read<Monitor>(`/monitors/${monitorId}`)).every, "P1D")
    const other = await openSession(client, { purpose: "CONSENT", userId: user.userId })
    assert.strictEqual(await other.refused("POST", "/connect/monitor", {}), "409 CONNECT_PURPOSE_MISMATCH")
  })
})

describe("a session for permissions", () => {
  it("lists monitors, pauses and ends them, and gives receipts that anybody can check and no stranger can fetch", async () => {
    const { consentId, user } = await prepared()
    const created = await user.withKey.post("/monitors", { source: { consentId }, every: "P1D" })
    const { monitorId } = created.expect(201).read<Monitor>()
    await waitFor(
      () => user.withKey.read<Monitor>(`/monitors/${monitorId}`),
      ({ runs }) => runs > 0
    )
    const page = await openSession(client, { purpose: "PERMISSIONS", userId: user.userId })
    const { monitors } = await page.call<ConnectPermissions>("GET", "/connect/permissions")
    assert.deepInclude(monitors[0], { monitorId, status: "ACTIVE", companyDisplayName: "Fjällbanken" })
    assert.isAbove(monitors[0]?.lastChanges?.added ?? 0, 0)

    const path = `/connect/monitors/${monitorId}/receipt`
    const { receipt } = await page.call<ConnectReceipt>("GET", `${path}?language=sv`)
    const claims = (await checked(receipt)) || assert.fail("the signature is wrong")
    assert.deepInclude(claims, { sub: user.userId, iss: client.base })
    assert.match(String(claims["purpose"]), /får själv titta/)
    const [head = "", body = "", signature = ""] = receipt.split(".")
    const changed = Buffer.from(JSON.stringify({ ...jsonOf(body), sub: "another" })).toString("base64url")
    assert.isFalse(await checked(`${head}.${changed}.${signature}`))
    await page.call("GET", `/connect/consents/${consentId}/receipt`)
    assert.strictEqual(await page.refused("GET", `${path}?language=xx`), "400 INVALID_FIELD")
    const stranger = await openSession(client, { purpose: "PERMISSIONS", userId: (await TestUser.make(client)).userId })
    for (const own of [path, `/connect/consents/${consentId}/receipt`]) {
      assert.strictEqual(await stranger.refused("GET", own), "404 NOT_FOUND")
      assert.strictEqual(await new ConnectPage(client).refused("GET", own), "401 MISSING_CREDENTIALS")
      ;(await client.send(own)).expect(401)
      ;(await user.withKey.send(own)).expect(401)
    }

    const paused = await page.call<Monitor>("PATCH", `/connect/monitors/${monitorId}`, { paused: true })
    assert.deepInclude(paused, { status: "PAUSED", pausedByPerson: true })
    const resume = { method: "PATCH", body: JSON.stringify({ paused: false }) }
    ;(await user.withKey.send(`/monitors/${monitorId}`, resume)).expect(409)
    assert.strictEqual(await stranger.refused("DELETE", `/connect/monitors/${monitorId}`), "404 NOT_FOUND")
    const ended = await page.call<Monitor>("DELETE", `/connect/monitors/${monitorId}`)
    assert.deepInclude(ended, { status: "ENDED", endReason: "REMOVED" })
  })
})
