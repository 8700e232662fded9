/**
 * Drives a person's browser on the service's pages with the keyboard, and checks accessibility, errors and requests to
 * other hosts.
 */
import { chromiumPath } from "@sheaf/adapters-http/testing"
import { waitFor } from "@sheaf/sandbox-site/testing"
import axe from "axe-core"
import { chromium } from "playwright-core"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, assert, beforeAll } from "vitest"

export const phone: BrowserContextOptions = {
  viewport: { width: 320, height: 640 },
  hasTouch: true,
  isMobile: true,
  colorScheme: "dark",
  reducedMotion: "reduce"
}
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, colorScheme: "light" }

export const forAll = (): { readonly browser: Browser } => {
  const held: { browser?: Browser } = {}
  beforeAll(async () => {
    held.browser = await chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: false })
  })
  afterAll(() => held.browser?.close())
  return {
    get browser() {
      return held.browser ?? assert.fail("the browser has not started")
    }
  }
}

// Node's types do not include browser types, so the page's code is a string.
export const overflow = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
const smallTargets = `[...document.querySelectorAll("button, select, main a, input:not([type=checkbox])")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)`
const nameOf = `(each) => (each.getAttribute("aria-label") ?? each.labels?.[0]?.textContent ?? each.textContent).trim()`
const focused = `(${nameOf})(document.activeElement)`
const controls = `[...document.querySelectorAll("a[href], button, input, select, textarea")].map(${nameOf})`
const violations = `axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`

/** How long an element may take to appear on a slow machine, in milliseconds. */
const patience = 90_000

export const newContext = async (browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-GB", ...options })
  context.setDefaultTimeout(patience)
  return context
}

/** The maximum number of Tab presses before a control has the focus. */
const maxTabs = 80

export const isReadable = async (page: Page): Promise<void> => {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source)
  assert.deepStrictEqual(await page.evaluate<ReadonlyArray<string>>(violations), [])
  assert.strictEqual(await page.evaluate<number>(overflow), 0)
}

export const isAccessible = async (page: Page): Promise<void> => {
  await isReadable(page)
  assert.deepStrictEqual(await page.evaluate<ReadonlyArray<string>>(smallTargets), [])
}

export class BrowserVisit {
  readonly page: Page
  readonly context: BrowserContext
  /** Uncaught exceptions and console errors, such as violations of the content security policy. */
  readonly errors: Array<string> = []
  readonly foreignRequests: Array<string> = []
  /** The URLs that the page loaded or called, without the origin. */
  readonly requests: Array<string> = []

  constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context
    this.page = page
    page.on("pageerror", ({ message }) => this.errors.push(message))
    page.on("console", (message) => {
      // Ignores Chromium's messages about rejected requests, because tests check how the page reacts to a rejection.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        this.errors.push(message.text())
      }
    })
    page.on("request", (request) => {
      const { href, origin: target, pathname } = new URL(request.url())
      if (target === origin) this.requests.push(pathname)
      else if (!href.startsWith("blob:")) this.foreignRequests.push(href)
    })
  }

  static async start(
    browser: Browser,
    origin: string,
    options: BrowserContextOptions = desktop
  ): Promise<BrowserVisit> {
    const context = await newContext(browser, options)
    return new BrowserVisit(context, await context.newPage(), origin)
  }

  async sees(heading: string | RegExp): Promise<void> {
    await this.page.getByRole("heading", { level: 1, name: heading }).waitFor()
  }

  async reach(name: string | RegExp): Promise<void> {
    const isNamed = (text: string): boolean => (typeof name === "string" ? text.startsWith(name) : name.test(text))
    // Waits until the control exists. Otherwise, all Tab presses could come before a slow page shows anything.
    await waitFor(
      () => this.page.evaluate<ReadonlyArray<string>>(controls),
      (names) => names.some(isNamed)
    )
    const seen: Array<string> = []
    for (let tabs = 0; tabs < maxTabs; tabs++) {
      await this.page.keyboard.press("Tab")
      const text = await this.page.evaluate<string>(focused)
      if (isNamed(text)) return
      seen.push(text)
    }
    assert.fail(`Tab does not reach ${String(name)}, only ${seen.join(" | ")}`)
  }

  async press(name: string | RegExp): Promise<void> {
    await this.reach(name)
    await this.page.keyboard.press("Enter")
  }

  async type(name: string | RegExp, text: string): Promise<void> {
    await this.reach(name)
    await this.page.keyboard.type(text)
  }

  isAccessible(): Promise<void> {
    return isAccessible(this.page)
  }

  /** Ends the visit. Fails if the page reported an error or called another host. */
  async close(): Promise<void> {
    const { foreignRequests, errors } = this
    await this.context.close()
    assert.deepStrictEqual({ elsewhere: foreignRequests, errors }, { elsewhere: [], errors: [] })
  }
}
