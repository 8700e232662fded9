/** Connect sessions over HTTP, from the link to the client's confirmation (decisions 18). */
import { TestUser } from "@sheaf/adapters-http/testing"
import type {
  ConnectCompany,
  ConnectPageSession,
  ConnectSummary,
  FinishedConnectSession
} from "@sheaf/domain/ConnectPage"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import { assert, describe, it } from "vitest"
import { plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import { invite, Page } from "./Page.ts"

const service = TestService.forAll()
const { client } = service

const returnUrl = "http://localhost:3000/linked"

describe("a session for collections", () => {
  it("leads a person from the link to the result", async () => {
    const link = await invite(client, { purpose: "COLLECT", market: "se", sessionMetadata: { ADVISOR_HANDLE: "a-1" } })
    const page = new Page(client)
    const opened = await page.open(link)
    assert.deepInclude(opened.session, { purpose: "COLLECT", status: "OPEN", market: "se", returns: false })
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

  it("resumes in the browser that opened it, and nowhere else", async () => {
    const link = await invite(client, { purpose: "COLLECT" })
    const [page, other] = [new Page(client), new Page(client)]
    const { session } = await page.open(link)
    const again = await page.open(link)
    assert.strictEqual(again.session.connectSessionId, session.connectSessionId)
    const { connectSessionId } = Page.openingOf(link.url)
    const resumed = await page.call<{ readonly session: ConnectPageSession }>("POST", "/connect/open", {
      connectSessionId
    })
    assert.strictEqual(resumed.session.connectSessionId, connectSessionId)
    const opening = Page.openingOf(link.url)
    assert.strictEqual(await other.refused("POST", "/connect/open", opening), "409 CONNECT_SESSION_ELSEWHERE")
    other.token = page.token
    assert.strictEqual(await other.refused("GET", "/connect/session"), "401 INVALID_TOKEN")
  })
})

describe("a session with a return address", () => {
  it("keeps its data until the client confirms it for the person who finished", async () => {
    const [user, stranger] = [await TestUser.make(client), await TestUser.make(client)]
    const link = await invite(client, { purpose: "COLLECT", userId: user.userId, returnUrl, state: "case 17" })
    const page = new Page(client)
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
