/**
 * Measures how long it takes until a person can use the Connect page (spec 13) in Chromium, without cache and cookies,
 * compared with an empty page.
 */
import { chromiumPath } from "@sheaf/adapters-http/testing"
import type { ConnectSessionLink } from "@sheaf/domain/ConnectSession"
import { chromium } from "playwright-core"
import type { Page } from "playwright-core"
import * as Installation from "../../workshop/stage/Installation.ts"
import { serve } from "../../workshop/stage/LocalServer.ts"
import { SkippedError } from "../suite/Measurement.ts"
import type { Contestant, Measurement } from "../suite/Measurement.ts"

const emptyPage =
  '<!doctype html><html lang="en"><head><title>Empty</title><link rel="icon" href="data:,"></head><body></body></html>'

/**
 * Waits until two frames have been painted. The code is a string, because Node's types do not include browser types.
 */
const painted = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"

/**
 * Waits until a click on the page's continue button would reach the button. Looks in every frame, because Playwright's
 * own checks pause for up to half a second.
 */
const continuable = `new Promise((resolve) => {
  const look = () => {
    const button = [...document.querySelectorAll("button")].find((each) => each.textContent.trim() === "Continue")
    const { x, y, width, height } = button?.getBoundingClientRect() ?? {}
    const isReady = button !== undefined && !button.disabled
    if (isReady && button.contains(document.elementFromPoint(x + width / 2, y + height / 2))) resolve()
    else requestAnimationFrame(look)
  }
  look()
})`

const browserPath = (): string => {
  try {
    return chromiumPath()
  } catch (error) {
    throw new SkippedError(error instanceof Error ? error.message : String(error))
  }
}

export const measurement: Measurement = {
  name: "connect",
  summary: "the Connect page in Chromium, against an empty page",
  rounds: { smoke: 1, full: 9, long: 15 },
  prepare: async (cleanup) => {
    const executablePath = browserPath()
    const running = await Installation.createAndStart(cleanup)
    const client = Installation.clientOf(running, running)
    const empty = await serve((_, response) => {
      response
        .writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
        .end(emptyPage)
    })
    cleanup.add(empty.stop)
    const browser = await chromium.launch({ executablePath, chromiumSandbox: false })
    cleanup.add(() => browser.close())
    const contestant = (
      name: string,
      urlOf: () => Promise<string>,
      ready: (page: Page) => Promise<unknown>
    ): Contestant => ({
      name,
      measure: async () => {
        const url = await urlOf()
        const context = await browser.newContext()
        const page = await context.newPage()
        const began = performance.now()
        await page.goto(url, { waitUntil: "commit" })
        await ready(page)
        await page.evaluate(painted)
        const millis = performance.now() - began
        await context.close()
        return { ms: millis }
      }
    })
    const invite = async () => {
      const created = await client.post("/connect-sessions", { purpose: "COLLECT", company: "se-nordhem" })
      return created.expect(201).read<ConnectSessionLink>().url
    }
    return [
      contestant(
        "empty page, painted",
        async () => empty.url,
        (page) => page.waitForLoadState("load")
      ),
      contestant("Connect page, interactive", invite, (page) => page.evaluate(continuable))
    ]
  },
  limits: [{ of: "Connect page, interactive", to: "empty page, painted", unit: "ms", bound: ["<=", 3.2] }]
}
