/**
 * Tests what a session request can say about the person and the client: hints, an earlier collection, and PKCE (spec
 * 13).
 */
import { createHash } from "node:crypto"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { ConnectPageSession, FinishedConnectSession } from "@sheaf/domain/ConnectPageApi"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import { hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import { assert, describe, it } from "vitest"
import * as Requests from "../recovery/Requests.ts"
import * as TestService from "../TestService.ts"
import { changeReturnUrls, ConnectPage, createSession, openSession } from "./ConnectPage.ts"

const service = TestService.forAll()
const { client } = service

const returnUrl = "http://localhost:3000/linked"

const violationsOf = async (request: object) =>
  (await client.post("/connect-sessions", request))
    .expect(400)
    .problem.errors?.map(({ code, pointer }) => [pointer, code])

describe("hints", () => {
  it("reach the page while the session is open, and never the client", async () => {
    const hints = {
      company: "se-nordhem",
      loginMethod: "USERNAME_AND_PASSWORD",
      username: "maja",
      personalNumber: "1"
    } as const
    const link = await createSession(client, { purpose: "COLLECT", hints })
    const page = new ConnectPage(client)
    assert.deepStrictEqual((await page.open(link)).session.hints, hints)
    const session = await client.read<ConnectSession>(`/connect-sessions/${link.connectSessionId}`)
    assert.notInclude(JSON.stringify(session), "maja")
    await page.call("POST", "/connect/finish", { outcome: "COMPLETED" })
    assert.notProperty(await page.call<ConnectPageSession>("GET", "/connect/session"), "hints")
  })

  it("are refused if they are unknown or too long", async () => {
    assert.deepStrictEqual(await violationsOf({ purpose: "COLLECT", hints: { password: "x" } }), [
      ["/hints/password", "UNKNOWN_FIELD"]
    ])
    assert.deepStrictEqual(await violationsOf({ purpose: "COLLECT", hints: { username: "x".repeat(256) } }), [
      ["/hints/username", "INVALID_FIELD"]
    ])
  })

  it.each(["username", "phoneNumber", "personalNumber"])(
    "are refused if their %s has characters that the person cannot see",
    async (name) => {
      for (const text of ["", "maja\u0000", "ma\nja", "\u202emaja"]) {
        assert.deepStrictEqual(await violationsOf({ purpose: "COLLECT", hints: { [name]: text } }), [
          [`/hints/${name}`, "INVALID_FIELD"]
        ])
      }
    }
  )
})

describe("a session that repeats a collection", () => {
  it("collects again at the same company, for the same user", async () => {
    const { userId, withKey } = await TestUser.make(client)
    const first = await withKey.begin(Requests.username("incorrect-credentials"))
    const ended = await waitFor(() => withKey.read<StatusObject>(`/collections/${first}/status`), hasEnded)
    assert.notStrictEqual(ended.status, "COMPLETED")
    const request = { purpose: "RECONNECT", repeats: first }
    const page = new ConnectPage(client)
    const link = await createSession(client, request)
    const { session } = await page.open(link)
    assert.deepInclude(session, { purpose: "COLLECT", company: "se-nordhem" })
    assert.deepStrictEqual(session.hints, { loginMethod: "USERNAME_AND_PASSWORD" })
    const again = await page.collect(Requests.username("completed"))
    assert.strictEqual(again.status, "COMPLETED")
    const elsewhere = { ...Requests.username("completed"), company: "se-tallmo" }
    assert.match(await page.refused("POST", "/connect/collections", elsewhere), /^400 /)
    const shown = await client.read<ConnectSession>(`/connect-sessions/${link.connectSessionId}`)
    assert.deepInclude(shown, { purpose: "RECONNECT", userId })
    const { userId: other } = await TestUser.make(client)
    for (const wrong of [
      { ...request, userId: other },
      { ...request, repeats: "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e" },
      { purpose: "COLLECT", repeats: first }
    ]) {
      assert.deepStrictEqual(await violationsOf(wrong), [["/repeats", "INVALID_FIELD"]])
    }
  })

  it("needs a collection that has ended, or a consent", async () => {
    const { withKey } = await TestUser.make(client)
    const running = await withKey.begin(Requests.username("two-factor"))
    assert.deepStrictEqual(await violationsOf({ purpose: "RECONNECT", repeats: running }), [
      ["/repeats", "INVALID_FIELD"]
    ])
    assert.deepStrictEqual(await violationsOf({ purpose: "RECONNECT" }), [["/renews", "MISSING_FIELD"]])
  })
})

describe("a session with PKCE", () => {
  const codeVerifier = "v".repeat(64)
  const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url")

  it("is confirmed only with the verifier, and waits for it", async () => {
    const page = await openSession(client, { purpose: "COLLECT", returnUrl, codeChallenge })
    const { connectSessionId } = await page.call<ConnectPageSession>("GET", "/connect/session")
    const { returnTo = "" } = await page.call<FinishedConnectSession>("POST", "/connect/finish", {
      outcome: "COMPLETED"
    })
    const code = new URL(returnTo).searchParams.get("code")
    const confirm = (proof: object) =>
      client.post(`/connect-sessions/${connectSessionId}/confirmation`, { code, ...proof })
    for (const proof of [{}, { codeVerifier: "w".repeat(64) }, { codeVerifier: codeChallenge }]) {
      assert.strictEqual((await confirm(proof)).expect(409).problem.code, "CONNECT_SESSION_NOT_CONFIRMED")
    }
    ;(await confirm({ codeVerifier: "v" })).expect(400)
    ;(await confirm({ codeVerifier })).expect(200)
  })

  it("must have had a challenge if the client sends a verifier", async () => {
    const page = await openSession(client, { purpose: "COLLECT", returnUrl })
    const { connectSessionId } = await page.call<ConnectPageSession>("GET", "/connect/session")
    const { returnTo = "" } = await page.call<FinishedConnectSession>("POST", "/connect/finish", {
      outcome: "COMPLETED"
    })
    const code = new URL(returnTo).searchParams.get("code")
    const confirm = (proof: object) =>
      client.post(`/connect-sessions/${connectSessionId}/confirmation`, { code, ...proof })
    assert.strictEqual((await confirm({ codeVerifier })).expect(409).problem.code, "CONNECT_SESSION_NOT_CONFIRMED")
    ;(await confirm({})).expect(200)
  })

  it("can return to an app that the operator has registered, which needs PKCE", async () => {
    const app = "com.example.app:/linked"
    assert.deepStrictEqual(await violationsOf({ purpose: "COLLECT", returnUrl: app, codeChallenge }), [
      ["/returnUrl", "INVALID_FIELD"]
    ])
    await changeReturnUrls(service, "add", app)
    assert.deepStrictEqual(await violationsOf({ purpose: "COLLECT", returnUrl: app }), [
      ["/codeChallenge", "MISSING_FIELD"]
    ])
    assert.deepStrictEqual(await violationsOf({ purpose: "COLLECT", codeChallenge }), [
      ["/codeChallenge", "INVALID_FIELD"]
    ])
    const page = await openSession(client, { purpose: "COLLECT", returnUrl: app, codeChallenge, state: "s" })
    const { returnTo = "" } = await page.call<FinishedConnectSession>("POST", "/connect/finish", {
      outcome: "COMPLETED"
    })
    assert.match(returnTo, /^com\.example\.app:\/linked\?state=s&connectSessionId=[0-9a-f-]{36}&code=[\w-]+$/)
    const user = await TestUser.make(client)
    const consent = await user.post("/consents", { ...Requests.byPage, returnUrl: app })
    assert.deepStrictEqual(
      consent.expect(400).problem.errors?.map(({ pointer }) => pointer),
      ["/returnUrl"]
    )
  })
})
