/** Connect sessions over HTTP, from the link to the client's confirmation (spec 13). */
import { hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type {
  ConnectCompany,
  ConnectPermission,
  ConnectPermissions,
  ConnectSummary,
  FinishedConnectSession
} from "@sheaf/domain/ConnectPageApi"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import type { Consent, ConsentDetails } from "@sheaf/domain/Consent"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { assert, describe, it } from "vitest"
import * as BankPage from "../consents/BankPage.ts"
import * as Requests from "../recovery/Requests.ts"
import { plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import { createSession, openSession, ConnectPage } from "./ConnectPage.ts"

const service = TestService.forAll()
const { client } = service

const returnUrl = "http://localhost:3000/linked"

describe("a session for collections", () => {
  it("leads a person from the link to the result", async () => {
    const link = await createSession(client, {
      purpose: "COLLECT",
      market: "se",
      sessionMetadata: { ADVISOR_HANDLE: "a-1" }
    })
    const page = new ConnectPage(client)
    const { session: shown } = await page.open(link)
    assert.deepInclude(shown, { purpose: "COLLECT", status: "OPEN", market: "se", returns: false })
    const companies = await page.call<ReadonlyArray<ConnectCompany>>("GET", "/connect/companies")
    assert.isTrue(companies.some(({ company }) => company === plainStart.company))
    assert.isTrue(companies.every(({ market }) => market === "se"))
    const methods = companies.flatMap(({ loginMethods }) => loginMethods.map(({ loginMethod }) => loginMethod))
    assert.isFalse(methods.some((method) => method.includes("CLIENT_SIDE")))
    const ended = await page.collect(plainStart)
    assert.strictEqual(ended.status, "COMPLETED")
    assert.deepInclude(ended.sessionMetadata, { ADVISOR_HANDLE: "a-1", SESSION_ID: link.connectSessionId })
    const { collections } = await page.call<ConnectSummary>("GET", "/connect/summary")
    assert.strictEqual(collections[0]?.collectionId, ended.collectionId)
    assert.isAbove(Object.keys(collections[0]?.counts ?? {}).length, 0)
    const finished = await page.call<FinishedConnectSession>("POST", "/connect/finish", { outcome: "COMPLETED" })
    assert.deepStrictEqual(finished, { status: "COMPLETED" })
    const session = await client.read<ConnectSession>(`/connect-sessions/${link.connectSessionId}`)
    assert.deepStrictEqual(session.collectionIds, [ended.collectionId])
    assert.deepStrictEqual(
      session.steps.map(({ step }) => step),
      ["OPENED", "COLLECTION_STARTED", "COMPLETED"]
    )
    await client.read(`/collections/${ended.collectionId}/insurance/data`)
  })
})

describe("a session for sensitive data", () => {
  it("shows the categories, and gives the client only those that the person allows", async () => {
    const refused = await client.post("/connect-sessions", { purpose: "COLLECT", sensitive: ["CLAIMS", "CLAIMS"] })
    assert.strictEqual(refused.status, 400)
    const link = await createSession(client, { purpose: "COLLECT", sensitive: ["CLAIMS"] })
    const page = new ConnectPage(client)
    const { session } = await page.open(link)
    assert.deepStrictEqual(session.sensitive, ["CLAIMS"])
    assert.strictEqual(
      await page.refused("POST", "/connect/collections", { ...plainStart, sensitive: ["HEALTH"] }),
      "400 INVALID_FIELD"
    )
    const hasClaims = async (allowed: ReadonlyArray<string>) => {
      const { collectionId } = await page.collect({ ...plainStart, sensitive: allowed })
      const found = await client.read<ReadonlyArray<object>>(`/collections/${collectionId}/insurance/data`)
      assert.isNotEmpty(found)
      return found.some((record) => "claims" in record)
    }
    assert.deepStrictEqual([await hasClaims([]), await hasClaims(["CLAIMS"])], [false, true])
  })
})

describe("a session with a return address", () => {
  it("keeps its data until the client confirms it for the person who finished", async () => {
    const [user, stranger] = [await TestUser.make(client), await TestUser.make(client)]
    const link = await createSession(client, { purpose: "COLLECT", userId: user.userId, returnUrl, state: "case 17" })
    const page = new ConnectPage(client)
    await page.open(link)
    const { collectionId } = await page.collect(plainStart)
    const data = `/collections/${collectionId}/wealth/data`
    const path = `/connect-sessions/${link.connectSessionId}/confirmation`
    const { returnTo = "" } = await page.call<FinishedConnectSession>("POST", "/connect/finish", {
      outcome: "COMPLETED"
    })
    const { origin, pathname, searchParams } = new URL(returnTo)
    assert.strictEqual(origin + pathname, returnUrl)
    assert.strictEqual(searchParams.get("state"), "case 17")
    assert.strictEqual(searchParams.get("connectSessionId"), link.connectSessionId)
    const code = searchParams.get("code") ?? assert.fail("no code")
    assert.strictEqual(
      (await client.send(data)).expect(409).read<{ code: string }>().code,
      "CONNECT_SESSION_UNCONFIRMED"
    )
    ;(await client.post(path, { code })).expect(401)
    ;(await user.withKey.post(path, { code: "another" })).expect(409)
    ;(await stranger.withKey.post(path, { code: "another" })).expect(404)
    const confirmed = (await user.withKey.post(path, { code })).expect(200).read<ConnectSession>()
    assert.isTrue(confirmed.confirmed)
    ;(await client.send(data)).expect(200)
    ;(await user.withKey.post(path, { code })).expect(200)
  })
})

describe("a confirmation", () => {
  it("by another user makes the data unusable", async () => {
    const [sender, victim] = [await TestUser.make(client), await TestUser.make(client)]
    const link = await createSession(client, { purpose: "COLLECT", userId: sender.userId, returnUrl })
    // The sender forwards the link, and the victim finishes the session in their own browser.
    const page = new ConnectPage(client)
    await page.open(link)
    const { collectionId } = await page.collect(plainStart)
    const { returnTo } = await page.call<{ returnTo: string }>("POST", "/connect/finish", { outcome: "COMPLETED" })
    const code = new URL(returnTo).searchParams.get("code")
    const path = `/connect-sessions/${link.connectSessionId}/confirmation`
    ;(await victim.withKey.post(path, { code })).expect(404)
    ;(await sender.withKey.post(path, { code })).expect(409)
    ;(await client.send(`/collections/${collectionId}/wealth/data`)).expect(409)
  })

  it("is required before the user's permissions page shows or exports any data of the session", async () => {
    const sender = await TestUser.make(client)
    const link = await createSession(client, { purpose: "COLLECT", userId: sender.userId, returnUrl })
    const victim = new ConnectPage(client)
    await victim.open(link)
    const { collectionId } = await victim.collect(plainStart)
    const seen = async () => {
      const page = await openSession(client, { purpose: "PERMISSIONS", userId: sender.userId })
      const { permissions } = await page.call<ConnectPermissions>("GET", "/connect/permissions")
      const { collections, events } = await page.call<{ collections: Array<unknown>; events: Array<unknown> }>(
        "GET",
        "/connect/export"
      )
      return {
        permissions: permissions.map((each) => each.collectionId),
        exported: JSON.stringify([collections, events]).includes(collectionId),
        ofSession: JSON.stringify(events).includes(link.connectSessionId)
      }
    }
    const nothing = { permissions: [], exported: false, ofSession: false }
    assert.deepStrictEqual(await seen(), nothing)
    const { returnTo } = await victim.call<{ returnTo: string }>("POST", "/connect/finish", { outcome: "COMPLETED" })
    assert.deepStrictEqual(await seen(), nothing)
    const own = await victim.call<ConnectPermissions>("GET", "/connect/permissions")
    assert.strictEqual(own.permissions.length, 1)
    const code = new URL(returnTo).searchParams.get("code")
    ;(await sender.withKey.post(`/connect-sessions/${link.connectSessionId}/confirmation`, { code })).expect(200)
    assert.deepStrictEqual(await seen(), { permissions: [collectionId], exported: true, ofSession: true })
  })

  it("of a session without a user works with and without a user's token", async () => {
    const user = await TestUser.make(client)
    const link = await createSession(client, { purpose: "COLLECT", returnUrl })
    const page = new ConnectPage(client)
    await page.open(link)
    const { returnTo } = await page.call<{ returnTo: string }>("POST", "/connect/finish", { outcome: "COMPLETED" })
    const code = new URL(returnTo).searchParams.get("code")
    const path = `/connect-sessions/${link.connectSessionId}/confirmation`
    for (const by of [user.withKey, client, user.withKey]) (await by.post(path, { code })).expect(200)
  })

  it("is impossible for a session that the person abandoned", async () => {
    const page = await openSession(client, { purpose: "COLLECT", returnUrl })
    const { returnTo } = await page.call<{ returnTo: string }>("POST", "/connect/finish", { outcome: "ABANDONED" })
    assert.isNull(new URL(returnTo).searchParams.get("code"))
  })
})

describe("a session for a consent", () => {
  const bank = "se-fjallbanken"
  const asked = { company: bank, parameters: [{ type: "PSD2_AIS_CONSENT" }] }

  const approved = async (page: ConnectPage, request: object = asked) => {
    const { consentId } = await page.call<Consent>("POST", "/connect/consents", request, 201)
    const { authInstructions } = await waitFor(
      () => page.call<ConsentStatusObject>("GET", `/connect/consents/${consentId}/status`),
      ({ authInstructions: shown }) => shown?.redirectUrl !== undefined
    )
    const url = authInstructions?.redirectUrl ?? assert.fail("no bank page")
    const { pathname, search } = new URL(await BankPage.press(service.dataDir, url, "approve"))
    const back = await page.visit(pathname + search)
    return { consentId, location: new URL(back.headers.get("location") ?? assert.fail("no redirect")) }
  }

  it("returns from the bank to the page, which confirms the consent", async () => {
    const user = await TestUser.make(client)
    const psd2Ais = { transactions: false, validUntil: "2030-01-31" }
    const link = await createSession(client, { purpose: "CONSENT", userId: user.userId, psd2Ais })
    const page = new ConnectPage(client)
    await page.open(link)
    const companies = await page.call<ReadonlyArray<ConnectCompany>>("GET", "/connect/companies")
    assert.isTrue(companies.every(({ accounts }) => accounts?.storedConsents))
    const { consentId, location } = await approved(page)
    assert.strictEqual(location.origin + location.pathname, link.url.split("#")[0])
    assert.strictEqual(location.searchParams.get("consentId"), consentId)
    const path = `/connect/consents/${consentId}/confirmation`
    const code = location.searchParams.get("code")
    // Another browser that returns from the bank cannot open the page, so it cannot confirm the consent.
    assert.strictEqual(await new ConnectPage(client).refused("POST", path, { code }), "401 MISSING_CREDENTIALS")
    const confirmed = await page.call<ConsentStatusObject>("POST", path, { code })
    assert.strictEqual(confirmed.status, "AUTHORIZED")
    assert.deepInclude(confirmed.scope, { balances: true, transactions: false })
    const session = await client.read<ConnectSession>(`/connect-sessions/${link.connectSessionId}`)
    assert.deepStrictEqual(session.consentIds, [consentId])
    const revoked = await page.call<ConsentStatusObject>("DELETE", `/connect/consents/${consentId}`)
    assert.strictEqual(revoked.status, "REVOKED")
  })

  const renewing = ["CONSENT", "RECONNECT"]
  it.each(renewing)(
    "renews a consent, with less if the person wants, and ends the earlier one: %s",
    async (purpose) => {
      const { userId, withKey } = await TestUser.make(client)
      const authorized = async (session: object, request: object) => {
        const page = await openSession(client, { purpose: "CONSENT", userId, ...session })
        const { consentId, location } = await approved(page, request)
        const code = location.searchParams.get("code")
        await page.call("POST", `/connect/consents/${consentId}/confirmation`, { code })
        return withKey.read<ConsentDetails>(`/consents/${consentId}`)
      }
      const validUntil = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
      const { consentId: renews } = await authorized({ psd2Ais: { validUntil } }, asked)
      const fewer = { ...asked, parameters: [{ type: "PSD2_AIS_CONSENT", transactions: false }] }
      const renewed = await authorized({ renews, purpose }, fewer)
      assert.deepInclude(renewed, { renews, status: "AUTHORIZED" })
      assert.deepInclude(renewed.scope, { balances: true, transactions: false })
      await waitFor(
        () => withKey.read<Consent>(`/consents/${renews}`),
        ({ status }) => status === "REVOKED"
      )
    }
  )

  it("replaces a consent only once the client confirms a session with a return address", async () => {
    const { userId, withKey } = await TestUser.make(client)
    const validUntil = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    const authorized = async (page: ConnectPage) => {
      const { consentId, location } = await approved(page)
      const code = location.searchParams.get("code")
      await page.call("POST", `/connect/consents/${consentId}/confirmation`, { code })
      return consentId
    }
    const renews = await authorized(await openSession(client, { purpose: "CONSENT", userId, psd2Ais: { validUntil } }))
    const link = await createSession(client, { purpose: "CONSENT", userId, renews, returnUrl })
    const page = new ConnectPage(client)
    await page.open(link)
    const consentId = await authorized(page)
    const statusOf = (id: string) => withKey.read<Consent>(`/consents/${id}`)
    await waitFor(
      () => statusOf(consentId),
      ({ status }) => status === "AUTHORIZED"
    )
    const { returnTo = "" } = await page.call<FinishedConnectSession>("POST", "/connect/finish", {
      outcome: "COMPLETED"
    })
    assert.strictEqual((await statusOf(renews)).status, "AUTHORIZED")
    const code = new URL(returnTo).searchParams.get("code")
    ;(await withKey.post(`/connect-sessions/${link.connectSessionId}/confirmation`, { code })).expect(200)
    await waitFor(
      () => statusOf(renews),
      ({ status }) => status === "REVOKED"
    )
    assert.strictEqual((await statusOf(consentId)).status, "AUTHORIZED")
  })

  it("cannot be used before the client confirms a session with a return address", async () => {
    const user = await TestUser.make(client)
    const link = await createSession(client, { purpose: "CONSENT", userId: user.userId, returnUrl })
    const page = new ConnectPage(client)
    await page.open(link)
    const { consentId, location } = await approved(page)
    await page.call("POST", `/connect/consents/${consentId}/confirmation`, { code: location.searchParams.get("code") })
    const start = { company: bank, parameters: [{ type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }] }
    const refused = (await user.withKey.post("/collections", start)).expect(409)
    assert.strictEqual(refused.problem.code, "CONNECT_SESSION_UNCONFIRMED")
    const { returnTo = "" } = await page.call<FinishedConnectSession>("POST", "/connect/finish", {
      outcome: "COMPLETED"
    })
    const code = new URL(returnTo).searchParams.get("code")
    ;(await user.withKey.post(`/connect-sessions/${link.connectSessionId}/confirmation`, { code })).expect(200)
    ;(await user.withKey.post("/collections", start)).expect(201)
  })
})

describe("a session for permissions", () => {
  it("shows everything of the user, revokes, erases and exports it", async () => {
    const [user, other] = [await TestUser.make(client), await TestUser.make(client)]
    const collectionId = await user.withKey.begin(plainStart)
    await waitFor(() => user.withKey.status(collectionId), hasEnded)
    const consentId = await Requests.create(user, Requests.byPage)
    await other.withKey.begin(plainStart)
    const link = await createSession(client, { purpose: "PERMISSIONS", userId: user.userId })
    const page = new ConnectPage(client)
    await page.open(link)
    const shown = await page.call<ConnectPermissions>("GET", "/connect/permissions")
    assert.deepStrictEqual(
      shown.permissions.map((each) => each.collectionId ?? each.consentId),
      [consentId, collectionId]
    )
    assert.deepInclude(shown.permissions[0], { revocable: true, erasable: false })
    assert.deepInclude(shown.permissions[1], {
      revocable: false,
      erasable: true,
      companyDisplayName: "Nordhem"
    })
    assert.isNotEmpty(Object.keys(shown.permissions[1]?.counts ?? {}))
    const exported = await page.send("GET", "/connect/export")
    assert.match(exported.headers.get("content-disposition") ?? "", /^attachment/)
    assert.include(JSON.stringify(exported.body), user.externalId)
    const timesOf = ({ createdAt, endedAt }: ConnectPermission) => [
      createdAt <= (endedAt ?? createdAt),
      endedAt !== undefined
    ]
    assert.deepStrictEqual(shown.permissions.map(timesOf), [
      [true, false],
      [true, false]
    ])
    await page.call("DELETE", `/connect/consents/${consentId}`)
    await page.call("DELETE", `/connect/collections/${collectionId}`, undefined, 204)
    const after = await page.call<ConnectPermissions>("GET", "/connect/permissions")
    assert.deepStrictEqual(after.permissions.map(timesOf), [
      [true, true],
      [true, true]
    ])
    ;(await client.send(`/collections/${collectionId}/wealth/data`)).expect(410)
    assert.strictEqual(await page.refused("POST", "/connect/collections", plainStart), "409 CONNECT_PURPOSE_MISMATCH")
    await page.call("POST", "/connect/finish", { outcome: "COMPLETED" })
    assert.strictEqual(await page.refused("GET", "/connect/export"), "409 CONNECT_SESSION_ENDED")
  })
})
