/** The client in Chromium, with a user's token and without the API key. */
import { chromiumPath } from "@sheaf/adapters-http/testing"
import { start } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { createClient } from "@sheaf/client"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "playwright-core"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bundle } from "./Bundle.ts"

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-browser-"))
let service: ServiceProcess
let browser: Browser
let token = ""

beforeAll(async () => {
  service = await start({ dataDir })
  browser = await chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: false })
  const { users } = createClient({ baseUrl: service.base, apiKey: "sheaf-demo" })
  token = (await users.openSession((await users.create({ externalId: "browser" })).userId)).token
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

const openApp = async (origin: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  const { code } = await bundle("2026-04-01")
  await page.route(`${origin}/app`, (route) => route.fulfill({ contentType: "text/html", body: "<title>App</title>" }))
  await page.route(`${origin}/client.js`, (route) => route.fulfill({ contentType: "text/javascript", body: code }))
  await page.goto(`${origin}/app`)
  return page
}

/** The app's code. It is a string, because Node's types do not include the browser's. */
const program = `(async ({ baseUrl, token }) => {
  const { createClient, SheafConnectionError } = await import("/client.js")
  const sheaf = createClient({ baseUrl, token, retries: 0 })
  try {
    const consent = await sheaf.consents.create({
      company: "se-fjallbanken",
      loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_TEST",
      parameters: [
        { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" },
        { type: "SWEDISH_EID", personalNumber: "198112189876" }
      ]
    })
    const statuses = []
    await consent.decided({ onStatus: ({ status }) => statuses.push(status) })
    const listed = []
    for await (const { consentId } of sheaf.consents.list()) listed.push(consentId === consent.id)
    return [statuses.at(-1), ...listed]
  } catch (error) {
    return [error instanceof SheafConnectionError ? error.name : String(error)]
  }
})`

const runIn = (page: Page): Promise<ReadonlyArray<unknown>> =>
  page.evaluate<ReadonlyArray<unknown>>(`${program}(${JSON.stringify({ baseUrl: service.base, token })})`)

describe("a page in Chromium", () => {
  it("acts for the user if it has Sheaf's origin, without an API key", async () => {
    const page = await openApp(service.base)
    const keys: Array<string | undefined> = []
    page.on("request", (request) => keys.push(request.headers()["authorization-token"]))
    assert.deepStrictEqual(await runIn(page), ["AUTHORIZED", true])
    assert.deepStrictEqual([...new Set(keys)], [undefined])
  })

  it("sends equal reads at once, even though Chromium's cache would delay the second by 20 seconds", async () => {
    const { code } = await bundle("2026-04-01")
    const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
      "/app": ["text/html", "<title>App</title>"],
      "/client.js": ["text/javascript", code]
    }
    const status = { collectionId: "c-1", company: "se-nordhem", status: "COMPLETED" }
    // Holds each of two requests until the other has arrived. Playwright's own request interception would disable the
    // cache.
    const held: Array<ServerResponse> = []
    const server = createServer((request, response) => {
      const { url = "" } = request
      const [type = "text/plain", text] = files[url] ?? []
      if (!url.endsWith("/status")) return void response.setHeader("content-type", type).end(text)
      if (held.push(response) < 2) return
      for (const each of held) each.setHeader("content-type", "application/json").end(JSON.stringify(status))
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo // the address of a listening TCP server has this type
    const page = await (await browser.newContext()).newPage()
    await page.goto(`http://127.0.0.1:${port}/app`)
    const read = `(async () => {
      const { createClient } = await import("/client.js")
      const sheaf = createClient({ baseUrl: location.origin, token: "t", retries: 0, timeoutSeconds: 15 })
      const statuses = await Promise.all([1, 2].map(() => sheaf.collections.at("c-1").status()))
      return statuses.map(({ status }) => status)
    })()`
    assert.deepStrictEqual(await page.evaluate(read), ["COMPLETED", "COMPLETED"])
    await page.context().close()
    server.close()
  }, 30_000)
})
