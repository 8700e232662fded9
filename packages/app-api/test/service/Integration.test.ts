/**
 * Tests how the API answers integrators' questions: which user an event belongs to, what Sheaf stores about a user, why
 * a start cannot succeed, and what is wrong with a request (spec 6, 7, 11).
 */
import { hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import type { CollectionDetails, StatusObject } from "@sheaf/domain/Collection"
import type { FinishedConnectSession } from "@sheaf/domain/ConnectPageApi"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import type { ConsentDetails } from "@sheaf/domain/Consent"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { Event } from "@sheaf/domain/versions/VersionedEvents"
import { connect } from "node:net"
import { assert, describe, it } from "vitest"
import { createSession, ConnectPage } from "../connect/ConnectPage.ts"
import * as Requests from "../recovery/Requests.ts"
import { plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"

const service = TestService.forAll()
const { client } = service

const clientReference = "order-20417"

const eventsOf = async (id: string): Promise<ReadonlyArray<Event>> =>
  (await client.read<ReadonlyArray<Event>>("/events?limit=100")).filter(({ subject }) =>
    Object.values(subject).includes(id)
  )

const ended = async (as: TestClient, request: object = plainStart): Promise<StatusObject> => {
  const { collectionId } = (await as.post("/collections", request)).expect(201).read<StatusObject>()
  return waitFor(() => as.read<StatusObject>(`/collections/${collectionId}/status`), hasEnded)
}

const detailOf = async (path: string, headers: Record<string, string | undefined> = {}, status = 401) =>
  (await client.send(path, { headers })).expect(status).problem.detail

describe("an event", () => {
  it("names the user and the client's reference, and can be read by its id", async () => {
    const user = await TestUser.make(client)
    const { collectionId } = await ended(user.withKey, { ...plainStart, clientReference })
    const [event] = await eventsOf(collectionId)
    assert.deepInclude(event?.subject, { collectionId, userId: user.userId, clientReference })
    assert.deepStrictEqual(await client.read(`/events/${event?.eventId}`), event)
    const stranger = await TestUser.make(client)
    ;(await stranger.withKey.send(`/events/${event?.eventId}`)).expect(404)
    await client.delete(`/users/${user.userId}`)
    assert.deepStrictEqual(
      (await eventsOf(user.userId)).map(({ type }) => type),
      ["user.erased"]
    )
  })

  it.each(["Maja Lind", "a@example.com", "x".repeat(65), ""])("takes no reference %j", async (given) => {
    const refused = await client.post("/collections", { ...plainStart, clientReference: given })
    assert.strictEqual(refused.expect(400).problem.errors?.[0]?.pointer, "/clientReference")
  })

  it("is withheld until a Connect session that returns is confirmed", async () => {
    const returnUrl = "http://localhost:3000/linked"
    const link = await createSession(client, { purpose: "COLLECT", returnUrl, clientReference })
    const { connectSessionId } = link
    const page = new ConnectPage(client)
    await page.open(link)
    const { collectionId } = await page.collect(plainStart)
    const { returnTo = "" } = await page.call<FinishedConnectSession>("POST", "/connect/finish", {
      outcome: "COMPLETED"
    })
    const types = async (id: string) => (await eventsOf(id)).map(({ type }) => type)
    assert.deepStrictEqual(await types(collectionId), [])
    const code = new URL(returnTo).searchParams.get("code")
    const confirmed = (await client.post(`/connect-sessions/${connectSessionId}/confirmation`, { code })).expect(200)
    assert.include(confirmed.read<ConnectSession>(), { confirmed: true, clientReference })
    const [completed] = await eventsOf(collectionId)
    assert.deepInclude(completed?.subject, { collectionId, connectSessionId, clientReference })
    assert.deepStrictEqual(await types(connectSessionId), [
      "connect_session.completed",
      "connect_session.confirmed",
      "collection.completed"
    ])
  })
})

describe("a list", () => {
  it("shows everything of a user, with the same filters everywhere", async () => {
    const user = await TestUser.make(client)
    const first = await ended(user.withKey)
    const second = await ended(user.withKey, Requests.username("incorrect-credentials"))
    const consentId = await Requests.create(user, Requests.byPage)
    const ids = async (path: string, as = client) =>
      (await as.read<ReadonlyArray<CollectionDetails>>(path)).map((entry) => entry.collectionId)
    const own = `/users/${user.userId}/collections`
    assert.deepStrictEqual(await ids(own), [second.collectionId, first.collectionId])
    assert.deepStrictEqual(await ids(`${own}?order=asc`), [first.collectionId, second.collectionId])
    assert.deepStrictEqual(await ids(`/collections?userId=${user.userId}&status=COMPLETED`), [first.collectionId])
    assert.deepStrictEqual(await ids(`${own}?createdAfter=${first.createdAt}`), [second.collectionId])
    assert.deepStrictEqual(await ids(`${own}?createdBefore=${second.createdAt}`), [first.collectionId])
    const [shown] = await client.read<ReadonlyArray<CollectionDetails>>(own)
    assert.deepStrictEqual(shown, { ...second, loginMethod: "USERNAME_AND_PASSWORD" })
    assert.deepStrictEqual(await client.read(`/collections/${second.collectionId}`), shown)
    const [consent] = await client.read<ReadonlyArray<ConsentDetails>>(`/consents?userId=${user.userId}`)
    assert.deepInclude(consent, { consentId, userId: user.userId })
    assert.include(await client.read<object>(`/consents/${consentId}`), { consentId, userId: user.userId })
    const users = await client.read<ReadonlyArray<{ readonly userId: string }>>("/users?limit=1")
    assert.deepStrictEqual(
      users.map(({ userId }) => userId),
      [user.userId]
    )
    const stranger = await TestUser.make(client)
    assert.deepStrictEqual(await ids(`/collections?userId=${user.userId}`, stranger.withKey), [])
    ;(await stranger.withKey.send(own)).expect(404)
    ;(await stranger.withKey.send(`/consents/${consentId}`)).expect(404)
  })

  it("pages through the oldest entries first, while new ones arrive", async () => {
    const user = await TestUser.make(client)
    const made: Array<string> = []
    for (let index = 0; index < 3; index++) made.push((await ended(user.withKey)).collectionId)
    const seen: Array<string> = []
    let path: string | undefined = `/users/${user.userId}/collections?limit=2&order=asc`
    while (path !== undefined) {
      const page = (await client.send(path)).expect(200)
      seen.push(...page.read<ReadonlyArray<CollectionDetails>>().map(({ collectionId }) => collectionId))
      if (made.length === 3) made.push((await ended(user.withKey)).collectionId)
      path = /<([^>]*)>; rel="next"/.exec(page.header("link") ?? "")?.[1]
    }
    assert.deepStrictEqual(seen, made)
  })

  it("shows Connect sessions by status and user", async () => {
    const { userId } = await TestUser.make(client)
    const { connectSessionId } = await createSession(client, { purpose: "COLLECT", userId, clientReference })
    const [session] = await client.read<ReadonlyArray<ConnectSession>>(`/connect-sessions?userId=${userId}&status=OPEN`)
    assert.include(session, { connectSessionId, userId, clientReference })
    assert.deepStrictEqual(await client.read(`/connect-sessions?userId=${userId}&status=EXPIRED,COMPLETED`), [])
  })
})

describe("collected data", () => {
  it("has the transactions of one account, by day and status, in pages", async () => {
    const user = await TestUser.make(client)
    const consentId = await Requests.create(user, Requests.byElectronicId(Requests.people.signs))
    await Requests.poll(user, consentId, "AUTHORIZED")
    const { collectionId } = await ended(user.withKey, {
      company: "se-fjallbanken",
      parameters: [{ type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }]
    })
    const data = `/collections/${collectionId}/wealth/data`
    const accounts = await client.read<ReadonlyArray<BankAccount>>(data)
    const account = accounts.find(({ transactions = [] }) => transactions.length > 2) ?? assert.fail()
    const all = account.transactions ?? []
    const days = all.map(({ bookingDate }) => bookingDate).toSorted()
    const middle = days[Math.floor(days.length / 2)] ?? ""
    const recent = all.filter(({ bookingDate }) => bookingDate >= middle)
    const since = await client.read<ReadonlyArray<BankAccount>>(`${data}?transactionsFrom=${middle}`)
    assert.deepStrictEqual(since.find(({ id }) => id === account.id)?.transactions, recent)
    assert.lengthOf(since, accounts.length)
    const path = `/collections/${collectionId}/wealth/accounts/${account.id}/transactions`
    assert.deepStrictEqual(await client.read(`${path}?from=${middle}&limit=100`), recent)
    const booked = all.filter(({ bookingDate, status }) => bookingDate <= middle && status === "BOOKED")
    assert.deepStrictEqual(await client.read(`${path}?to=${middle}&status=BOOKED&limit=100`), booked)
    const seen: Array<Transaction> = []
    for (let next: string | undefined = `${path}?limit=2`; next !== undefined;) {
      const page = (await client.send(next)).expect(200)
      seen.push(...page.read<ReadonlyArray<Transaction>>())
      next = /<([^>]*)>; rel="next"/.exec(page.header("link") ?? "")?.[1]
    }
    assert.deepStrictEqual(seen, all)
    ;(await client.send(path.replace(account.id, "other"))).expect(404)
    const stranger = await TestUser.make(client)
    ;(await stranger.withKey.send(path)).expect(404)
  })

  it("names the company of an insurance", async () => {
    const { collectionId } = await ended(client)
    const [record] = await client.read<ReadonlyArray<InsuranceRecord>>(`/collections/${collectionId}/insurance/data`)
    assert.strictEqual(record?.company, "se-nordhem")
    assert.isNotEmpty(record?.companyDisplayName)
  })
})

describe("a start that cannot succeed", () => {
  it("says so at once, and ends as the specification says", async () => {
    const started = (
      await client.post("/collections", {
        company: "se-nordhem",
        loginMethod: "SMART_ID",
        parameters: [{ type: "SMART_ID", personalCode: "39912319997", country: "EE" }]
      })
    ).expect(201)
    const { collectionId, warnings = [] } = started.read<StatusObject>()
    assert.deepStrictEqual(
      warnings.map(({ code }) => code),
      ["LOGIN_METHOD_NOT_SUPPORTED"]
    )
    const { status, warnings: none } = await waitFor(
      () => client.read<StatusObject>(`/collections/${collectionId}/status`),
      hasEnded
    )
    assert.strictEqual(status, "LOGIN_METHOD_NOT_APPLICABLE")
    assert.isUndefined(none)
  })

  it("warns of a company in maintenance", async () => {
    const companies = await client.read<
      ReadonlyArray<{
        readonly company: string
        readonly status: string
        readonly loginMethods: ReadonlyArray<string>
      }>
    >("/companies/availability")
    const down = companies.find(
      ({ loginMethods, status }) => status === "MAINTENANCE" && loginMethods.includes("USERNAME_AND_PASSWORD")
    )
    const started = (await client.post("/collections", { ...plainStart, company: down?.company })).expect(201)
    assert.deepStrictEqual(
      started.read<StatusObject>().warnings?.map(({ code }) => code),
      ["COMPANY_IN_MAINTENANCE"]
    )
  })
})

describe("an error", () => {
  const keyless = { "authorization-token": undefined }

  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ["in Authorization", { ...keyless, authorization: "Bearer sheaf-demo" }, /goes in Authorization-token/],
    ["in another header", { ...keyless, "x-api-key": "sheaf-demo" }, /header of another name/],
    ["after Bearer", { "authorization-token": "Bearer sheaf-demo" }, /such as Bearer/],
    ["in quotation marks", { "authorization-token": '"sheaf-demo"' }, /quotation marks/]
  ])("says that the API key is %s", async (_, headers, hint) => {
    const detail = await detailOf("/collections", headers)
    assert.match(detail, hint)
    assert.notInclude(detail, "sheaf-demo")
  })

  it.each([
    ["/collections/", "/collections"],
    ["/Collections", "/collections"],
    ["/collection", "/collections"],
    ["/company/availability", "/companies/availability"],
    ["/collections/199001012385/statsu", "/collections/{collectionId}/status"]
  ])("names the path nearest to %s", async (path, nearest) => {
    assert.strictEqual(await detailOf(path, {}, 404), `No version has this path. The nearest one is ${nearest}.`)
  })

  it("says where the JSON is malformed, and that a body is empty", async () => {
    const body = '{"company": "se-nordhem",\n "loginMethod": }'
    const malformed = (await client.send("/collections", { method: "POST", body })).expect(400)
    assert.include(malformed.problem.detail, "line 2, column 17")
    assert.include((await client.post("/collections")).expect(400).problem.detail, "empty")
  })

  it("says that the address or the header is too long", async () => {
    assert.strictEqual((await client.send(`/${"a".repeat(2000)}`)).status, 414)
    assert.strictEqual((await client.send("/collections", { headers: { "x-large": "a".repeat(20_000) } })).status, 431)
  })

  it("says that a header is there twice", async () => {
    const headers = { "service-version": "2025-01-01, 2026-04-01" }
    assert.include(await detailOf("/collections", headers, 400), "several Service-Version headers")
  })

  it("is a page for browsers", async () => {
    const { body, headers, status } = await fetch(`${client.base}/nothing`, {
      headers: { accept: "text/html,*/*;q=0.8" }
    })
    assert.strictEqual(status, 404)
    assert.match(headers.get("content-type") ?? "", /^text\/html/)
    assert.match(await new Response(body).text(), /UNKNOWN_ROUTE/)
  })

  it("answers a TLS handshake on the plain port in plain text", async () => {
    const { hostname, port } = new URL(client.base)
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ""
      const socket = connect(Number(port), hostname, () => socket.write(Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5])))
      socket.on("data", (bytes) => (text += bytes.toString()))
      socket.on("end", () => resolve(text))
      socket.on("error", reject)
    })
    assert.include(answer, "This port speaks plain HTTP")
  })
})
