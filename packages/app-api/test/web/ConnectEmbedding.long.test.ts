/** Tests Connect in a client's own web page, in Chromium without third-party cookies (spec 13). */
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chromiumPath } from "@sheaf/adapters-http/testing"
import { freePort } from "@sheaf/adapters-sql/testing"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import { chromium } from "playwright-core"
import type { Browser, BrowserContext, FrameLocator, Page } from "playwright-core"
import { TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as SandboxBank from "../consents/SandboxBank.ts"
import { createSession } from "../connect/ConnectPage.ts"
import * as Tools from "../Tools.ts"
import { isAccessible, newContext } from "./BrowserVisit.ts"
import { EmbeddingSite } from "./EmbeddingSite.ts"

const { service } = SandboxBank.forAll()
const script = () => `${service().process.base}/connect/v1.js`
const [shop, stranger] = [new EmbeddingSite(script), new EmbeddingSite(script)]
let browser: Browser

beforeAll(async () => {
  await Promise.all([shop.listen(), stranger.listen()])
  const args = ["--test-third-party-cookie-phaseout"]
  browser = await chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: false, args })
  await Tools.sheafPrints(service(), "clients", "origins", "add", "--client", "demo", shop.origin)
})
afterAll(async () => {
  await browser.close()
  for (const site of [shop, stranger]) site.close()
})

const atNordhem = {
  purpose: "COLLECT",
  company: "se-nordhem",
  loginMethods: ["USERNAME_AND_PASSWORD"],
  returnUrl: "http://localhost:3000/linked"
}

const visit = async (
  site: EmbeddingSite,
  mode: "sheet" | "popup",
  request: object = atNordhem
): Promise<{ readonly context: BrowserContext; readonly page: Page; readonly url: string }> => {
  const context = await newContext(browser, { ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const { url } = await createSession(service().client, request)
  await site.visit(page, url, mode)
  return { context, page, url }
}

const openSheet = async (page: Page): Promise<FrameLocator> => {
  await page.getByRole("button", { name: "Link companies" }).click()
  return EmbeddingSite.sheetIn(page)
}

const signIn = async (connect: FrameLocator | Page, username: string): Promise<void> => {
  await connect.getByLabel("Username").fill(username)
  await connect.getByRole("textbox", { name: "Password" }).fill("a-password")
  await connect.getByRole("button", { name: "Sign in" }).click()
  await connect.getByRole("heading", { name: /^Share this with .*\?$/ }).waitFor()
  await connect.getByRole("button", { name: "Share and finish" }).click()
}

const collect = async (connect: FrameLocator | Page): Promise<void> => {
  await connect.getByRole("button", { name: "Continue" }).click()
  await signIn(connect, "completed")
}

const confirm = async ({ code, connectSessionId }: { readonly code?: string; readonly connectSessionId?: string }) =>
  (await service().client.post(`/connect-sessions/${connectSessionId}/confirmation`, { code }))
    .expect(200)
    .read<ConnectSession>()

const leave = async (context: BrowserContext, connect: FrameLocator, name: string): Promise<Page> => {
  const link = connect.getByRole("link", { name })
  const [window] = await Promise.all([context.waitForEvent("page"), link.click()])
  return window
}

const approve = async (bank: Page): Promise<void> => {
  await bank.getByLabel("User name").fill("maja")
  await bank.getByRole("button", { name: "Log in" }).click()
  await bank.getByRole("button", { name: "Approve", exact: true }).click()
}

const untilBank = async (connect: FrameLocator | Page): Promise<void> => {
  await connect.getByRole("button", { name: "Continue" }).click()
  await connect.getByLabel("Balances").check()
  await connect.getByRole("button", { name: "Continue to Provbanken" }).click()
}

describe("a sheet", () => {
  it("completes a collection on a page of a registered origin, whose server confirms it", async () => {
    const { context, page } = await visit(shop, "sheet")
    const connect = await openSheet(page)
    await connect.getByRole("heading", { name: /wants to read your information/ }).waitFor()
    await isAccessible(page)
    await collect(connect)
    const exit = await EmbeddingSite.exitOf(page)
    assert.strictEqual(exit.status, "COMPLETED")
    assert.lengthOf((await confirm(exit)).collectionIds, 1)
    assert.strictEqual(await page.getByRole("dialog").count(), 0)
    assert.strictEqual(await page.evaluate("document.activeElement.id"), "link")
    const events = await page.evaluate<ReadonlyArray<{ readonly step?: string; readonly type: string }>>("events")
    assert.deepStrictEqual(
      events.map(({ step, type }) => step ?? type),
      ["ready", "welcome", "method", "collection"]
    )
    await context.close()
  })

  it("keeps its cookie for frames of this site only, although the browser blocks other cookies of frames", async () => {
    const { context, page } = await visit(shop, "sheet")
    const connect = await openSheet(page)
    await connect.getByRole("button", { name: "Continue" }).waitFor()
    const plain = `document.cookie = "third-party=1; Secure; SameSite=None"; document.cookie`
    const kept = await page.frames().at(-1)?.evaluate(plain)
    assert.strictEqual(kept, "")
    const cookies = await context.cookies()
    assert.deepStrictEqual(
      cookies.map(({ httpOnly, partitionKey, sameSite, secure }) => ({ httpOnly, partitionKey, sameSite, secure })),
      [{ httpOnly: true, partitionKey: "http://localhost", sameSite: "None", secure: true }]
    )
    await context.close()
  })

  it("closes with Escape and by its button, returns the focus, and continues with the same link", async () => {
    const { context, page } = await visit(shop, "sheet")
    const connect = await openSheet(page)
    await connect.getByRole("button", { name: "Continue" }).click()
    await connect.getByRole("heading", { name: "Sign in to Nordhem" }).waitFor()
    await connect.getByLabel("Username").press("Escape")
    assert.deepStrictEqual(await EmbeddingSite.exitOf(page), { status: "CLOSED" })
    assert.strictEqual(await page.evaluate("document.activeElement.id"), "link")
    assert.strictEqual(await page.evaluate("document.body.childElementCount"), 2)
    await openSheet(page)
    await page.getByRole("button", { name: "Close" }).click()
    await openSheet(page)
    await page.getByRole("button", { name: "Close" }).press("Escape")
    await collect(await openSheet(page))
    await waitFor(
      () => page.evaluate<string>("exits.map(({ status }) => status).join()"),
      (statuses) => statuses === "CLOSED,CLOSED,CLOSED,COMPLETED"
    )
    await context.close()
  })

  it.each(["() => { throw new Error() }", "() => 5", "async () => 'javascript:alert(1)'"])(
    "is gone, and failed, if the link comes from %s",
    async (fetchUrl) => {
      const { context, page } = await visit(shop, "sheet")
      await page.evaluate(`SheafConnect.open({ fetchUrl: ${fetchUrl}, onExit: (exit) => exits.push(exit) })`)
      assert.deepStrictEqual(await EmbeddingSite.exitOf(page), { status: "FAILED" })
      assert.strictEqual(await page.getByRole("dialog").count(), 0)
      await context.close()
    }
  )

  it("ignores messages of other windows", async () => {
    const { context, page } = await visit(shop, "sheet")
    const connect = await openSheet(page)
    await connect.getByRole("button", { name: "Continue" }).waitFor()
    await page.evaluate(`new Promise((resolve) => {
      addEventListener("message", resolve)
      postMessage({ sheaf: "connect", type: "exit", status: "COMPLETED" }, "*")
    })`)
    assert.deepStrictEqual(await page.evaluate("exits"), [])
    await context.close()
  })

  it("shows nothing on a page of an origin that is not registered, and the link stays unused", async () => {
    const { context, page, url } = await visit(stranger, "sheet")
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"))
    const explained = page.waitForEvent("console", (message) => message.text().includes("clients origins add"))
    await openSheet(page)
    assert.include((await refused).text(), shop.origin)
    assert.include((await explained).text(), stranger.origin)
    const own = await context.newPage()
    await own.goto(url)
    await own.getByRole("heading", { name: /wants to read your information/ }).waitFor()
    await context.close()
  })
})

describe("a bank's page", () => {
  it("opens in a window, which returns to its own session, and the sheet continues", async () => {
    const { context, page } = await visit(shop, "sheet", {
      ...atNordhem,
      company: "se-provbanken",
      loginMethods: undefined
    })
    const connect = await openSheet(page)
    await untilBank(connect)
    await connect.getByRole("button", { name: "On Provbanken’s own page" }).click()
    const bank = await leave(context, connect, "Continue to Provbanken")
    await bank.getByLabel("User name").waitFor()
    assert.isNull(await bank.evaluate("opener"))
    await approve(bank)
    await bank.getByRole("heading", { name: "Thank you" }).waitFor()
    await connect.getByRole("heading", { name: /^Share this with .*\?$/ }).waitFor()
    await connect.getByRole("button", { name: "Share and finish" }).click()
    assert.lengthOf((await confirm(await EmbeddingSite.exitOf(page))).collectionIds, 1)
    await context.close()
  })

  it("gives a consent from a sheet, in a window that then says to go back", async () => {
    const { userId } = await TestUser.make(service().client)
    const consent = { purpose: "CONSENT", userId, company: "se-provbanken" }
    const { context, page } = await visit(shop, "sheet", consent)
    const connect = await openSheet(page)
    await untilBank(connect)
    const bank = await leave(context, connect, "Continue to Provbanken")
    await approve(bank)
    await bank.getByRole("heading", { name: "Go back to the page that you came from" }).waitFor()
    await isAccessible(bank)
    await connect.getByRole("heading", { name: "Provbanken is linked" }).waitFor()
    await context.close()
  })

  it("does not open from the address of the window alone, in another browser or in the same one", async () => {
    const { context, page } = await visit(shop, "sheet", {
      ...atNordhem,
      company: "se-provbanken",
      loginMethods: undefined
    })
    const connect = await openSheet(page)
    await untilBank(connect)
    await connect.getByRole("button", { name: "On Provbanken’s own page" }).click()
    // Prevents the handover from the frame to the window, so the window keeps the URL, which somebody could forward.
    await context.route("**/connect/handover", (route) => route.abort())
    const window = await leave(context, connect, "Continue to Provbanken")
    await window.waitForURL(/mode=window/)
    const address = window.url()
    assert.notInclude(address, "#")
    const other = await newContext(browser)
    for (const tab of [await other.newPage(), await context.newPage()]) {
      await tab.goto(address)
      await tab.getByRole("heading", { name: "This link does not work" }).waitFor()
    }
    await Promise.all([context.close(), other.close()])
  })
})

describe("hints", () => {
  it("fill in what the client knows, and the person can change all of it", async () => {
    const hints = { company: "se-nordhem", loginMethod: "USERNAME_AND_PASSWORD", username: "maja" }
    const { context, page } = await visit(shop, "sheet", { purpose: "COLLECT", market: "se", hints })
    const connect = await openSheet(page)
    await connect.getByText(/^You sign in as a customer of Nordhem\./).waitFor()
    // Nordhem has no bank accounts, although other companies of the market have.
    assert.deepStrictEqual(
      await connect.getByRole("region", { name: "What is read" }).getByRole("listitem").allInnerTexts(),
      ["Insurance: what is insured, terms and price", "Pensions and savings: type, value and holdings"]
    )
    await connect.getByRole("button", { name: "Continue" }).click()
    await connect.getByRole("heading", { name: "Sign in to Nordhem" }).waitFor()
    const username = connect.getByLabel("Username")
    assert.strictEqual(await username.inputValue(), "maja")
    await username.fill("completed")
    const back = connect.getByRole("button", { name: "Back" })
    await back.click()
    await connect.getByRole("heading", { name: "How do you sign in to Nordhem?" }).waitFor()
    await back.click()
    await connect.getByRole("heading", { name: "Which company do you use?" }).waitFor()
    await context.close()
  })
})

describe("the tutorial in docs/connect.md", () => {
  it("links a company on a page of its own, and confirms the session", async () => {
    const document = readFileSync(new URL("../../../../docs/connect.md", import.meta.url), "utf8")
    const [, code = ""] = /^```ts\n(import \{ createServer \}.*?)^```$/ms.exec(document) ?? []
    const site = `http://localhost:${await freePort()}`
    const file = join(service().folder, "shop.ts")
    const local = code
      .replaceAll("http://127.0.0.1:8080", service().process.base)
      .replaceAll("http://localhost:3000", site)
    writeFileSync(file, local.replace("listen(3000,", `listen(${new URL(site).port},`))
    await Tools.sheafPrints(service(), "clients", "origins", "add", "--client", "demo", site)
    const server = spawn(process.execPath, [file], { stdio: "inherit" })
    const context = await newContext(browser)
    try {
      const page = await context.newPage()
      await waitFor(
        () => page.goto(site).catch(() => null),
        (response) => response !== null
      )
      await page.getByRole("button", { name: "Link companies" }).click()
      const connect = page.getByRole("dialog", { name: "Connect" }).frameLocator("iframe")
      await connect.getByRole("button", { name: "Continue" }).click()
      await connect.getByRole("button", { name: "Nordhem" }).click()
      await connect.getByRole("button", { name: "Username and password" }).click()
      await signIn(connect, "maja")
      await page.getByText('"confirmed": true').waitFor()
    } finally {
      await context.close()
      server.kill()
    }
  })
})

describe("a window", () => {
  it("completes a collection for a page of a registered origin, and closes", async () => {
    const { context, page } = await visit(shop, "popup")
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Link companies" }).click()
    ])
    const closed = popup.waitForEvent("close")
    await collect(popup)
    await closed
    const exit = await EmbeddingSite.exitOf(page)
    assert.strictEqual(exit.status, "COMPLETED")
    assert.lengthOf((await confirm(exit)).collectionIds, 1)
    await context.close()
  })

  it("continues in place of the page after the person closed it, and after a reload", async () => {
    const { context, page, url } = await visit(shop, "popup")
    const button = page.getByRole("button", { name: "Link companies" })
    const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()])
    await popup.getByRole("button", { name: "Continue" }).click()
    await popup.close()
    assert.deepStrictEqual(await EmbeddingSite.exitOf(page), { status: "CLOSED" })
    await page.goto(url)
    await page.getByRole("button", { name: "Continue" }).click()
    await page.reload()
    await page.getByLabel("Username").waitFor()
    await context.close()
  })

  it("opens the bank's page in another window, if the session began in place of the page", async () => {
    const { userId } = await TestUser.make(service().client)
    const { context, page, url } = await visit(shop, "popup", { purpose: "CONSENT", userId, company: "se-provbanken" })
    await page.goto(url)
    await page.getByRole("button", { name: "Continue" }).waitFor()
    await shop.visit(page, url, "popup")
    const button = page.getByRole("button", { name: "Link companies" })
    const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()])
    await untilBank(popup)
    const link = popup.getByRole("link", { name: "Continue to Provbanken" })
    const [bank] = await Promise.all([context.waitForEvent("page"), link.click()])
    await bank.getByLabel("User name").waitFor()
    await context.close()
  })

  it("goes back by the return address if a page of another origin opened it, which learns nothing", async () => {
    const { context, page, url } = await visit(stranger, "popup")
    const address = new URL(url)
    address.search = new URLSearchParams({ mode: "popup", origin: shop.origin }).toString()
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate(`learned = []; addEventListener("message", ({ data }) => learned.push(data))
        open(${JSON.stringify(address.href)}); undefined`)
    ])
    const returned = popup.waitForRequest(/^http:\/\/localhost:3000\/linked\?/u)
    await collect(popup)
    assert.match((await returned).url(), /[?&]code=[\w-]{43}$/u)
    assert.deepStrictEqual(await page.evaluate("learned"), [])
    await context.close()
  })

  it("is lost to a page of an origin that is not registered", async () => {
    const { context, page } = await visit(stranger, "popup")
    const explained = page.waitForEvent("console", (message) => message.text().includes("clients origins add"))
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Link companies" }).click()
    ])
    await popup.getByRole("button", { name: "Continue" }).waitFor()
    assert.isNull(await popup.evaluate("opener"))
    assert.deepStrictEqual(await EmbeddingSite.exitOf(page), { status: "CLOSED" })
    assert.include((await explained).text(), stranger.origin)
    assert.deepStrictEqual(await page.evaluate("events"), [])
    await context.close()
  })
})
