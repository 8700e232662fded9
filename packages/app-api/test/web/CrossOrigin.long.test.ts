/**
 * Tests web pages of other origins in Chromium: they can use the API if the operator allows their origin, but get
 * nothing from the sandbox.
 */
import { chromiumPath } from "@sheaf/adapters-http/testing"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { chromium } from "playwright-core"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"

/** A site on this machine. Each port is a separate origin, but browsers treat all ports as one site. */
const site = async () => {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html>"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // The address of a listening TCP server has this type.
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` }
}

const [ours, other] = [await site(), await site()]
const service = new TestService({ config: { allowedOrigins: [ours.origin] }, env: { MTLS_PORT: "off" } })
let browser: Browser

beforeAll(async () => {
  await service.start()
  const args = ["--host-resolver-rules=MAP rebound.example 127.0.0.1"]
  browser = await chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: false, args })
})
afterAll(async () => {
  await browser.close()
  await service.end()
  for (const { server } of [ours, other]) server.close()
})

const sendFrom = async (origin: string, path: string, init: object) => {
  const page = await browser.newPage()
  await page.goto(origin)
  // The script is a string, because Node's types do not include those of browsers.
  const script = `fetch(${JSON.stringify(service.process.base + path)}, ${JSON.stringify(init)}).then(
    (response) => ({ status: response.status, id: response.headers.get("x-request-id") }),
    ({ message }) => ({ error: message }))`
  const result = await page.evaluate<{ status?: number; id?: string; error?: string }>(script)
  await page.close()
  return result
}

it("a page of the allowed origin starts and polls a collection, and reads errors, unlike other pages", async () => {
  const headers = { "authorization-token": "sheaf-demo", "service-version": "2026-04-01" }
  const posted = { ...headers, "content-type": "application/json", "idempotency-key": "1" }
  const start = { method: "POST", headers: posted, body: JSON.stringify(plainStart) }
  const started = await sendFrom(ours.origin, "/collections", start)
  assert.strictEqual(started.status, 201)
  assert.isString(started.id)
  const id = await service.client.begin(plainStart)
  const path = `/collections/${id}/status`
  assert.strictEqual((await sendFrom(ours.origin, path, { headers })).status, 200)
  const wrong = { authorization: "Bearer wrong", "service-version": "2026-04-01" }
  assert.strictEqual((await sendFrom(ours.origin, "/consents", { headers: wrong })).status, 401)
  for (const init of [start, { headers }]) {
    assert.deepStrictEqual(await sendFrom(other.origin, path, init), { error: "Failed to fetch" })
  }
})

it("a website whose name resolves to this machine gets nothing from the sandbox", async () => {
  const page = await browser.newPage()
  const base = service.process.base.replace("127.0.0.1", "rebound.example")
  const response = await page.goto(`${base}/sandbox/scenarios`)
  assert.deepStrictEqual([response?.status(), Object(await response?.json()).code], [421, "MISDIRECTED_REQUEST"])
  await page.close()
})

it.each(["/", "/docs", "/docs/guides", "/connect/anything", "/sandbox/orders/anything"])(
  "a page that opens %s in a window loses the window, and cannot embed it in a frame",
  async (path) => {
    const page = await browser.newPage()
    await page.goto(other.origin)
    const address = JSON.stringify(service.process.base + path)
    const [opened] = await Promise.all([page.waitForEvent("popup"), page.evaluate(`opened = window.open(${address})`)])
    await opened.waitForLoadState()
    assert.strictEqual(new URL(opened.url()).pathname, path)
    assert.isNull(await opened.evaluate("window.opener"))
    assert.isTrue(await page.evaluate("opened.closed"))
    const framed = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"))
    await page.evaluate(`document.body.append(Object.assign(document.createElement("iframe"), { src: ${address} }))`)
    await framed
    await page.close()
  }
)
