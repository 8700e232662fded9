/** A person acts as the authenticator app in a real browser, on a phone and on a desktop (decisions 16). */
import { chromiumPath, hasEnded } from "@sheaf/adapters-http/testing"
import { chromium } from "playwright-core"
import type { Browser, BrowserContextOptions } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as TestService from "../TestService.ts"

const service = TestService.forAll()

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: false })
}, 60_000)
afterAll(() => browser.close())

/** Starts a collection that waits for a press, and returns its id and its page. */
const started = async (scenario: string) => {
  const { client } = service
  const entry = (await client.scenarios()).find((each) => each.scenario === scenario) ?? assert.fail(scenario)
  const { company, parameters } = entry
  const id = await client.begin({ company, loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE_TEST", parameters })
  const { sandboxPageUrl } = await client.poll(id, (seen) => seen.sandboxPageUrl !== undefined)
  return { id, url: sandboxPageUrl ?? assert.fail("no page") }
}

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  colorScheme: "dark"
}
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, colorScheme: "light" }

// Node's types do not include browser types, so the page's code is a string.
const overflow = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
const smallTargets =
  "[...document.querySelectorAll('button, a')].filter((each) => each.getBoundingClientRect().height < 44).length"

describe.each([
  ["phone", phone, "electronic-id-press-sign", "Skriv under", "Underskrivet", "COMPLETED"],
  ["desktop", desktop, "electronic-id-press-sign", "Skriv under", "Underskrivet", "COMPLETED"],
  ["phone", phone, "electronic-id-press-cancel", "Avbryt", "Avbrutet", "AUTHENTICATION_CANCELLED"],
  ["desktop", desktop, "electronic-id-press-expire", "Låt tiden gå ut", "Tiden gick ut", "AUTHENTICATION_TIMEOUT"]
] as const)("on a %s", (_, options, scenario, button, title, status) => {
  it(`pressing ${button} ends the login in ${status}, without errors or requests to other hosts`, async () => {
    const { id, url } = await started(scenario)
    const context = await browser.newContext(options)
    try {
      const page = await context.newPage()
      const elsewhere: Array<string> = []
      const errors: Array<string> = []
      page.on(
        "request",
        (request) => void (new URL(request.url()).origin === new URL(url).origin || elsewhere.push(url))
      )
      page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())))
      await page.goto(url)
      assert.strictEqual(await page.evaluate<number>(overflow), 0)
      assert.strictEqual(await page.evaluate<number>(smallTargets), 0)
      await page.getByRole("link", { name: "In English" }).click()
      assert.strictEqual(await page.getByRole("heading").textContent(), "Log in at Nordhem")
      await page.goBack()
      // Every control is reachable by keyboard.
      await page.getByRole("button", { name: button }).focus()
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: title, exact: true }).waitFor()
      const last = await service.client.poll(id, hasEnded)
      assert.strictEqual(last.status, status)
      assert.isUndefined(last.sandboxPageUrl)
      await page.reload()
      assert.strictEqual(await page.getByRole("heading").textContent(), title)
      assert.deepStrictEqual({ elsewhere, errors }, { elsewhere: [], errors: [] })
    } finally {
      await context.close()
    }
  })
})
