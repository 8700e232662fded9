/** Attacks on Connect sessions (spec 13): guessed links, other browsers, other sites and other sessions. */
import { isAskingForInput, hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { ConnectPermissions, FinishedConnectSession } from "@sheaf/domain/ConnectPageApi"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import { ConnectOpenGroup, ConnectPagesGroup } from "@sheaf/http-contract"
import { assert, describe, it } from "vitest"
import * as Requests from "../recovery/Requests.ts"
import { plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import { changeReturnUrls, createSession, openSession as openPage, ConnectPage } from "./ConnectPage.ts"

const service = TestService.forAll()
const { client } = service

const asking = Requests.username("two-factor")

const opened = (request: object = { purpose: "COLLECT" }): Promise<ConnectPage> => openPage(client, request)

describe("a link", () => {
  it("does not show whether its session exists", async () => {
    const { connectSessionId, secret } = ConnectPage.openingOf(
      (await createSession(client, { purpose: "COLLECT" })).url
    )
    const guesses = [
      { connectSessionId },
      { connectSessionId, secret: `${secret.slice(0, -1)}${secret.endsWith("A") ? "E" : "A"}` },
      { connectSessionId, secret: "guess" },
      { connectSessionId: "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e", secret }
    ]
    const bodies = await Promise.all(
      guesses.map(async (guess) => {
        const { body, headers, status } = await new ConnectPage(client).send("POST", "/connect/open", guess)
        assert.isNull(headers.get("set-cookie"))
        const { requestId: _, ...problem } = Object(body)
        return JSON.stringify({ status, problem })
      })
    )
    assert.strictEqual(new Set(bodies).size, 1)
    assert.include(bodies[0], "CONNECT_SESSION_NOT_FOUND")
  })

  it("never binds to a secret that its browser already had", async () => {
    const link = await createSession(client, { purpose: "COLLECT" })
    const { connectSessionId } = link
    const known = await opened()
    const [, ofAnother = ""] = known.cookie?.split("=") ?? []
    const planted = [ofAnother, "A".repeat(43)].flatMap((secret) =>
      ["sheaf-connect", "__Host-sheaf-connect"].flatMap((name) => [
        `${name}=${secret}`,
        `${name}-${connectSessionId}=${secret}`
      ])
    )
    const page = new ConnectPage(client)
    page.cookie = planted.join("; ")
    await page.open(link)
    assert.match(page.cookie, /^sheaf-connect-[0-9a-f-]{36}=[A-Za-z0-9_-]{43}$/u)
    for (const cookie of planted) assert.notInclude(page.cookie, cookie.split("=")[1] ?? cookie)
    const thief = new ConnectPage(client)
    thief.token = page.token
    for (const cookie of planted) {
      thief.cookie = cookie
      assert.strictEqual(
        await thief.refused("POST", "/connect/open", { connectSessionId }),
        "404 CONNECT_SESSION_NOT_FOUND"
      )
      assert.strictEqual(await thief.refused("GET", "/connect/session"), "401 INVALID_TOKEN")
    }
    page.cookie = [known.cookie, page.cookie].join("; ")
    await page.call("GET", "/connect/session")
    known.cookie = page.cookie
    await known.call("GET", "/connect/session")
  })

  it("binds to one of many browsers that open it at once", async () => {
    const opening = ConnectPage.openingOf((await createSession(client, { purpose: "COLLECT" })).url)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => new ConnectPage(client).send("POST", "/connect/open", opening))
    )
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepStrictEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)])
  })

  it.each([
    ["/returnUrl", { purpose: "COLLECT", returnUrl: "https://evil.example/" }],
    ["/market", { purpose: "COLLECT", company: "se-nordhem", market: "fr" }],
    ["/company", { purpose: "COLLECT", company: "se-nordhem", loginMethods: ["PDF_UPLOAD"] }],
    ["/company", { purpose: "COLLECT", company: "se-fjallbanken", products: ["INSURANCE"] }]
  ])(
    "is not created for a foreign address, or a company that its own settings exclude (%s)",
    async (pointer, request) => {
      const refused = (await client.post("/connect-sessions", request)).expect(400)
      assert.deepStrictEqual(
        refused.problem.errors?.map((each) => [each.pointer, each.code]),
        [[pointer, "INVALID_FIELD"]]
      )
    }
  )
})

describe("oversized input", () => {
  const returning = { purpose: "COLLECT", returnUrl: "http://localhost:3000/linked" }
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`KEY_${index}`, "x"]))

  it.each([
    ["locale", { purpose: "COLLECT", locale: "sv".repeat(5000) }],
    ["state", { ...returning, state: "s".repeat(256) }],
    ["return address", { purpose: "COLLECT", returnUrl: `http://localhost:3000/${"a".repeat(2000)}` }],
    ["value in sessionMetadata", { purpose: "COLLECT", sessionMetadata: { ADVISOR_HANDLE: "x".repeat(10_000) } }],
    ["number of members in sessionMetadata", { purpose: "COLLECT", sessionMetadata: many }],
    ["list", { purpose: "COLLECT", products: Array.from({ length: 5000 }, () => "WEALTH") }]
  ])("is rejected in a new session: %s", async (_, request) => {
    ;(await client.post("/connect-sessions", request)).expect(400)
  })

  it("is rejected from a page", async () => {
    const page = await opened()
    const { connectSessionId } = ConnectPage.openingOf((await createSession(client, { purpose: "COLLECT" })).url)
    const opening = { connectSessionId, secret: "s".repeat(256) }
    assert.match(await page.refused("POST", "/connect/open", opening), /^400 /)
    const large = { connectSessionId, secret: "s".repeat(5_000) }
    assert.strictEqual(await page.refused("POST", "/connect/open", large), "413 BODY_TOO_LARGE")
    page.token = `${page.token}${"A".repeat(4000)}`
    assert.strictEqual(await page.refused("GET", "/connect/session"), "401 INVALID_TOKEN")
  })
})

describe("the page's token", () => {
  it("opens no other routes, and the page accepts no other credentials", async () => {
    const user = await TestUser.make(client)
    const page = await opened({ purpose: "PERMISSIONS", userId: user.userId })
    const key = { "authorization-token": "sheaf-demo" }
    for (const [path, fields] of [
      ["/consents", {}],
      ["/collections", key],
      [`/users/${user.userId}`, key]
    ] as const) {
      assert.strictEqual(await page.refused("GET", path, undefined, fields), "401 INVALID_TOKEN", path)
    }
    page.token = user.token
    assert.strictEqual(await page.refused("GET", "/connect/permissions"), "401 INVALID_TOKEN")
    page.token = ""
    assert.strictEqual(await page.refused("GET", "/connect/permissions", undefined, key), "401 MISSING_CREDENTIALS")
  })

  it("lists and ends permissions, but does not follow or answer the user's other collections", async () => {
    const user = await TestUser.make(client)
    const collectionId = await user.withKey.begin(asking)
    const page = await opened({ purpose: "PERMISSIONS", userId: user.userId })
    const path = `/connect/collections/${collectionId}`
    const input = { type: "TWO_FACTOR_CODE", value: "123456" }
    assert.strictEqual(await page.refused("GET", `${path}/status`), "409 CONNECT_PURPOSE_MISMATCH")
    assert.strictEqual(await page.refused("POST", `${path}/supplement-info`, input), "409 CONNECT_PURPOSE_MISMATCH")
    assert.strictEqual(await page.refused("DELETE", path), "409 COLLECTION_NOT_ENDED")
  })

  it("dies with its user while a collection asks a question", async () => {
    const user = await TestUser.make(client)
    const page = await opened({ purpose: "COLLECT", userId: user.userId })
    const { collectionId } = await page.call<StatusObject>("POST", "/connect/collections", asking, 201)
    const path = `/connect/collections/${collectionId}`
    await waitFor(() => page.call<StatusObject>("GET", `${path}/status`), isAskingForInput)
    ;(await client.delete(`/users/${user.userId}`)).expect(204)
    const answer = { type: "TWO_FACTOR_CODE", value: "246810" }
    for (const refused of [
      await page.refused("POST", `${path}/supplement-info`, answer),
      await page.refused("GET", `${path}/status`),
      await page.refused("POST", "/connect/collections", asking),
      await page.refused("POST", "/connect/finish", { outcome: "COMPLETED" })
    ]) {
      assert.match(refused, /^(401|410) /)
    }
    assert.strictEqual((await client.poll(collectionId, hasEnded)).status, "FAILED")
  })
})

describe("a page", () => {
  it("sees only what its own session started", async () => {
    const user = await TestUser.make(client)
    const [mine, other] = [
      await opened({ purpose: "COLLECT", userId: user.userId }),
      await opened({ purpose: "COLLECT", userId: user.userId })
    ]
    const byClient = await client.begin(plainStart)
    const { collectionId } = await other.call<StatusObject>("POST", "/connect/collections", plainStart, 201)
    for (const id of [byClient, collectionId]) {
      assert.strictEqual(await mine.refused("GET", `/connect/collections/${id}/status`), "404 NOT_FOUND")
      assert.strictEqual(await mine.refused("DELETE", `/connect/collections/${id}`), "404 NOT_FOUND")
      const input = { type: "TWO_FACTOR_CODE", value: "123456" }
      const path = `/connect/collections/${id}/supplement-info`
      assert.strictEqual(await mine.refused("POST", path, input), "404 NOT_FOUND")
    }
    const { permissions } = await mine.call<ConnectPermissions>("GET", "/connect/permissions")
    assert.deepStrictEqual(permissions, [])
    assert.strictEqual(await mine.refused("GET", "/connect/export"), "409 CONNECT_PURPOSE_MISMATCH")
  })

  it("cannot start more than its session offers, or name another device or user", async () => {
    const page = await opened({ purpose: "COLLECT", company: "se-nordhem", loginMethods: ["USERNAME_AND_PASSWORD"] })
    const start = (more: object) => page.refused("POST", "/connect/collections", { ...plainStart, ...more })
    assert.strictEqual(await start({ company: "se-fjallbanken" }), "400 INVALID_FIELD")
    assert.strictEqual(await start({ loginMethod: "EMAIL" }), "400 INVALID_FIELD")
    const metadata = { type: "SESSION_METADATA", attributes: { SESSION_ID: "another" } }
    assert.match(await start({ parameters: [...plainStart.parameters, metadata] }), /^400 /)
    const consent = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.1" }
    assert.match(await start({ parameters: [...plainStart.parameters, consent] }), /^400 /)
    assert.match(await start({ userId: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f" }), /^400 /)
    const clientSide = "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK"
    assert.strictEqual(await start({ loginMethod: clientSide }), "400 INVALID_FIELD")
  })

  it("starts nothing after the person has finished, and keeps the first outcome", async () => {
    const page = await opened()
    assert.deepStrictEqual(await page.call("POST", "/connect/finish", { outcome: "ABANDONED" }), {
      status: "ABANDONED"
    })
    assert.deepStrictEqual(await page.call("POST", "/connect/finish", { outcome: "COMPLETED" }), {
      status: "ABANDONED"
    })
    assert.strictEqual(await page.refused("POST", "/connect/collections", plainStart), "409 CONNECT_SESSION_ENDED")
  })

  it("rejects every call from other sites, without its token, and as a form", async () => {
    const { connectSessionId } = ConnectPage.openingOf((await createSession(client, { purpose: "COLLECT" })).url)
    const page = await opened()
    const { cookie, token } = page
    const endpoints = Object.values({ ...ConnectOpenGroup.endpoints, ...ConnectPagesGroup.endpoints })
    assert.isAtLeast(endpoints.length, 15)
    for (const { method, path: pattern } of endpoints) {
      const path = pattern.replace(/:\w+/gu, connectSessionId)
      const body = method === "POST" ? { connectSessionId } : undefined
      const https = new URL(client.base).origin.replace("http:", "https:")
      const origins = ["null", "http://evil.example", https].map((origin) => ({ origin }))
      for (const fields of [{ "sec-fetch-site": "same-site" }, ...origins]) {
        assert.strictEqual(
          await page.refused(method, path, body, fields),
          "403 CROSS_SITE_REQUEST",
          `${method} ${path}`
        )
      }
      const form = { "content-type": "application/x-www-form-urlencoded" }
      if (method === "POST") {
        assert.strictEqual(await page.refused(method, path, body, form), "415 UNSUPPORTED_MEDIA_TYPE", path)
      }
      if (path === "/connect/open") continue
      // A browser sends the cookie automatically, but never the token.
      page.token = ""
      const key = { "authorization-token": "sheaf-demo" }
      assert.strictEqual(await page.refused(method, path, body, key), "401 MISSING_CREDENTIALS", `${method} ${path}`)
      Object.assign(page, { cookie: undefined, token })
      assert.strictEqual(await page.refused(method, path, body), "401 INVALID_TOKEN", `${method} ${path}`)
      page.cookie = cookie
    }
  })

  it("cannot choose the address to which it returns", async () => {
    const page = await opened({ purpose: "COLLECT", returnUrl: "http://localhost:3000/linked" })
    for (const more of [
      { returnTo: "https://evil.example" },
      { returnUrl: "https://evil.example" },
      { state: "other" }
    ]) {
      const body = { outcome: "COMPLETED", ...more }
      assert.strictEqual(await page.refused("POST", "/connect/finish", body), "400 UNKNOWN_FIELD")
    }
    const { returnTo } = await page.call<FinishedConnectSession>("POST", "/connect/finish", { outcome: "COMPLETED" })
    assert.strictEqual(new URL(returnTo ?? "").origin, "http://localhost:3000")
  })

  it("cannot finish, start or resume once the operator has removed its return address", async () => {
    const returnUrl = "https://app.example/linked"
    const { userId } = await TestUser.make(client)
    await changeReturnUrls(service, "add", returnUrl)
    const invited = async (purpose: "COLLECT" | "PERMISSIONS") => {
      const link = await createSession(client, { purpose, userId, returnUrl })
      const page = new ConnectPage(client)
      await page.open(link)
      return { link, page, path: `/connect-sessions/${link.connectSessionId}` }
    }
    const [finishing, starting, resuming] = [
      await invited("COLLECT"),
      await invited("COLLECT"),
      await invited("COLLECT")
    ]
    const managing = await invited("PERMISSIONS")
    const finished = await invited("COLLECT")
    const finish = { outcome: "COMPLETED" }
    await finished.page.call("POST", "/connect/finish", finish)
    await changeReturnUrls(service, "remove", returnUrl)
    assert.deepStrictEqual(await finishing.page.call("POST", "/connect/finish", finish), { status: "ABANDONED" })
    assert.strictEqual(
      await starting.page.refused("POST", "/connect/collections", plainStart),
      "409 CONNECT_SESSION_ENDED"
    )
    const { session } = await resuming.page.open(resuming.link)
    assert.deepInclude(session, { status: "ABANDONED", returns: true, returnRemoved: true })
    for (const { path } of [finishing, starting, resuming]) {
      const { confirmed, status, steps } = await client.read<ConnectSession>(path)
      assert.deepStrictEqual([status, confirmed, steps.at(-1)?.step], ["ABANDONED", false, "ABANDONED"])
    }
    // A session that manages permissions needs no confirmation.
    assert.deepStrictEqual(await managing.page.call("POST", "/connect/finish", finish), { status: "COMPLETED" })
    // Sessions that have ended as COMPLETED do not change when the return URL is removed.
    for (const { link, page } of [managing, finished]) {
      const { session: reopened } = await page.open(link)
      assert.deepInclude(reopened, { status: "COMPLETED", returns: true })
      assert.notProperty(reopened, "returnRemoved")
    }
  })
})
