/**
 * Tests Connect embedded in a client's pages, over HTTP: which pages may embed it, and the windows that a frame opens
 * (spec 13).
 */
import { assert, describe, it } from "vitest"
import type { ConnectHandover } from "@sheaf/domain/ConnectPageApi"
import * as CommandLine from "../CommandLine.ts"
import { plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import { ConnectPage, createSession } from "./ConnectPage.ts"

const service = TestService.forAll()
const { client } = service

const origins = async (...words: ReadonlyArray<string>) => {
  const [action = "", ...rest] = words
  return CommandLine.run(service, ["clients", "origins", action, "--client", "demo", ...rest])
}

const shop = "https://shop.example"

const policyOf = async (
  path: string
): Promise<{ readonly frames: string | undefined; readonly opener: string | null }> => {
  const { headers } = await fetch(client.base + path)
  return {
    frames: /frame-ancestors (.*)$/u.exec(headers.get("content-security-policy") ?? "")?.[1],
    opener: headers.get("cross-origin-opener-policy")
  }
}

const closed = { frames: "'none'", opener: "same-origin" }

const framed = async () => {
  const link = await createSession(client, { purpose: "COLLECT" })
  const page = new ConnectPage(client)
  const opening = { ...ConnectPage.openingOf(link.url), embedded: "FRAME" }
  const { body, headers } = await page.send("POST", "/connect/open", opening)
  page.cookie = headers.get("set-cookie")?.split(";")[0]
  page.token = Object(body).token
  return { link, page, opened: Object(body), setCookie: headers.get("set-cookie") ?? "" }
}

describe("the page of a session", () => {
  it("can be framed by the origins that the operator has registered, while it is open", async () => {
    const { connectSessionId } = await createSession(client, { purpose: "COLLECT" })
    const path = `/connect/${connectSessionId}`
    assert.deepStrictEqual(await policyOf(path), closed)
    assert.strictEqual((await origins("add", shop)).code, 0)
    assert.strictEqual((await origins("add", "https://app.example:8443")).code, 0)
    assert.strictEqual((await origins("list")).out, `${shop}\nhttps://app.example:8443\n`)
    assert.deepStrictEqual(await policyOf(path), { ...closed, frames: `${shop} https://app.example:8443` })
    assert.deepStrictEqual(await policyOf("/connect/019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"), closed)
    assert.deepStrictEqual(await policyOf("/connect/anything"), closed)
    const { page, link } = await framed()
    await page.call("POST", "/connect/finish", { outcome: "COMPLETED" })
    assert.deepStrictEqual(await policyOf(`/connect/${link.connectSessionId}`), closed)
    assert.strictEqual((await origins("remove", "https://app.example:8443")).code, 0)
    assert.deepStrictEqual(await policyOf(path), { ...closed, frames: shop })
  })

  it("keeps its opener only in a window of a registered origin", async () => {
    await origins("add", shop)
    const { connectSessionId } = await createSession(client, { purpose: "COLLECT" })
    const openerFor = async (mode: string, origin: string) =>
      (await policyOf(`/connect/${connectSessionId}?mode=${mode}&origin=${encodeURIComponent(origin)}`)).opener
    assert.strictEqual(await openerFor("popup", shop), "unsafe-none")
    assert.strictEqual(await openerFor("window", shop), "unsafe-none")
    for (const [mode, origin] of [
      ["sheet", shop],
      ["other", shop],
      ["popup", "https://evil.example"],
      ["popup", `${shop}/`],
      ["popup", "null"]
    ] as const) {
      assert.strictEqual(await openerFor(mode, origin), "same-origin", `${mode} ${origin}`)
    }
  })
})

describe("an origin", () => {
  it.each(["*", "null", "https://shop.example/", "http://shop.example", "https://bücher.example"])(
    "is not registered as %s, and the command says what is expected",
    async (text) => {
      const { code, err } = await origins("add", text)
      assert.strictEqual(code, 1)
      assert.match(err, /origin: expected/)
    }
  )

  it("is managed for existing clients only, and removed only if it is registered", async () => {
    const stranger = ["clients", "origins", "add", "--client", "nobody", shop]
    assert.match((await CommandLine.run(service, stranger)).err, /no client has the id "nobody"/)
    assert.match((await origins("remove", "https://unknown.example")).err, /has not registered this origin/)
  })
})

describe("a window that leaves a frame", () => {
  it("joins the session once with the secret that the frame has asked for, and by nothing else", async () => {
    const { link, opened, page, setCookie } = await framed()
    const { connectSessionId } = link
    assert.isTrue(opened.session.embedded)
    assert.match(setCookie, /; Secure; SameSite=None; Partitioned$/)
    const window = new ConnectPage(client)
    const join = (handover: string) => window.refused("POST", "/connect/open", { connectSessionId, handover })
    assert.strictEqual(await join("A".repeat(43)), "404 CONNECT_SESSION_NOT_FOUND")
    const { handover: earlier } = await page.call<ConnectHandover>("POST", "/connect/handover", {})
    const { handover } = await page.call<ConnectHandover>("POST", "/connect/handover", {})
    assert.strictEqual(await join(earlier), "404 CONNECT_SESSION_NOT_FOUND")
    const { body, headers } = await window.send("POST", "/connect/open", { connectSessionId, handover })
    assert.match(headers.get("set-cookie") ?? "", /; SameSite=Lax$/)
    window.cookie = headers.get("set-cookie")?.split(";")[0]
    window.token = Object(body).token
    assert.notStrictEqual(window.cookie, page.cookie)
    await window.call("GET", "/connect/session")
    await page.call("GET", "/connect/session")
    window.cookie = undefined
    assert.strictEqual(await join(handover), "404 CONNECT_SESSION_NOT_FOUND")
    const other = new ConnectPage(client)
    assert.strictEqual(
      await other.refused("POST", "/connect/open", ConnectPage.openingOf(link.url)),
      "409 CONNECT_SESSION_ELSEWHERE"
    )
  })

  it("gets nothing from a page without the session's cookie, or of a session that has ended", async () => {
    const { page } = await framed()
    const thief = new ConnectPage(client)
    thief.token = page.token
    assert.strictEqual(await thief.refused("POST", "/connect/handover", {}), "401 INVALID_TOKEN")
    const cross = { origin: "https://shop.example" }
    assert.match(await page.refused("POST", "/connect/handover", {}, cross), /^403 /)
    await page.collect(plainStart)
    await page.call("POST", "/connect/finish", { outcome: "COMPLETED" })
    assert.strictEqual(await page.refused("POST", "/connect/handover", {}), "409 CONNECT_SESSION_ENDED")
  })
})

describe("the script for clients' pages", () => {
  it("can be loaded by pages of every origin, and is sent again only when it has changed", async () => {
    const address = `${client.base}/connect/v1.js`
    const { headers, status } = await fetch(address)
    assert.strictEqual(status, 200)
    assert.match(headers.get("content-type") ?? "", /^text\/javascript/)
    assert.strictEqual(headers.get("cache-control"), "public, no-cache")
    assert.strictEqual(headers.get("cross-origin-resource-policy"), "cross-origin")
    const tag = headers.get("etag") ?? ""
    const again = await fetch(address, { headers: { "if-none-match": tag } })
    assert.deepStrictEqual([again.status, await again.text(), again.headers.get("etag")], [304, "", tag])
    assert.strictEqual((await fetch(address, { headers: { "if-none-match": '"other"' } })).status, 200)
  })
})
