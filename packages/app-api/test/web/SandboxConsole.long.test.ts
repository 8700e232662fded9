/** Tests the sandbox's console with only the keyboard, on a narrow phone and on a desktop (spec 12). */
import { waitFor } from "@sheaf/sandbox-site/testing"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import * as TestService from "../TestService.ts"
import * as Browsing from "./BrowserVisit.ts"
import { desktop, phone, BrowserVisit } from "./BrowserVisit.ts"

const openOrders = 3
const service = TestService.forAll({
  config: { limits: { openOrdersPerPerson: openOrders } },
  env: { METRICS_PORT: "0" }
})
const browsing = Browsing.forAll()

const visit = async (scenario: string, options = desktop): Promise<BrowserVisit> => {
  const { base } = service.client
  const visit = await BrowserVisit.start(browsing.browser, base, options)
  await visit.page.goto(`${base}/#/${scenario}`)
  await visit.page.getByRole("main").getByText(`scenario ${scenario}`, { exact: true }).waitFor()
  return visit
}

const run = async (scenario: string, options = desktop): Promise<BrowserVisit> => {
  const started = await visit(scenario, options)
  await started.press("Skip to the scenario")
  await started.press("Run")
  return started
}

const says = ({ page }: BrowserVisit, text: string | RegExp) => page.getByText(text).waitFor()

/** What the console says after a run without a failure. */
const done = /^Done in [\d.]+ s\./

/** What the console says while a consent is in force. */
const inForce = /^The consent is in force until \d+ \w+ \d{4}\.$/

const press = async (visit: BrowserVisit, name: string): Promise<void> => {
  await visit.page.getByRole("button", { name, exact: true }).waitFor()
  await visit.press(name)
}

/**
 * Returns everything that a reload must restore: the timeline with its times, the requests and the number of events.
 */
const recordOf = async ({ page }: BrowserVisit) => ({
  timeline: await page.locator(".timeline li").allInnerTexts(),
  requests: await page.locator(".exchange > summary").allInnerTexts(),
  events: await page.getByRole("tab", { name: /^Events/ }).innerText()
})

const statusesIn = ({ page }: BrowserVisit) => page.locator(".timeline .badge").allInnerTexts()

describe.each([
  ["a phone", phone],
  ["a desktop", desktop]
])("on %s", (_, options) => {
  it("a person runs a scenario, answers its question, and reads requests, events and webhooks", async () => {
    const seen = await run("two-factor", options)
    const { page } = seen
    await page.getByLabel("Code", { exact: true }).waitFor()
    assert.strictEqual(await page.getByLabel("Code", { exact: true }).inputValue(), "123456")
    // While the question waits, only its form stands out, below the scenario's description.
    await page
      .getByRole("main")
      .getByText(/^The company asks for a code/)
      .waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Run again" }).count(), 0)
    await seen.isAccessible()
    await seen.press("Send the code")
    await says(seen, done)
    assert.deepStrictEqual(await statusesIn(seen), [
      "RUNNING",
      "LOGIN",
      "TWO_FACTOR_PENDING",
      "COLLECTING",
      "COMPLETED"
    ])
    const result = page.getByRole("region", { name: "5 insurance policies, 4 pensions and 1 investment" })
    await result.getByText("Car insurance").first().waitFor()
    assert.include(
      await result.getByRole("group", { name: "records as JSON" }).innerText(),
      '"insuranceSubType": "car"'
    )
    await page.getByRole("status").getByText("Read: 5 insurance policies").waitFor()
    const pension = result.getByRole("button", { name: /^Occupational pension/ }).first()
    await pension.click()
    const number = (await pension.innerText()).split("\n").find((line) => /^[A-Z]+-\d+$/.test(line)) ?? ""
    await result.locator(".code__line--marked", { hasText: number }).waitFor()
    await page.getByText(/GET \/collections\/.*\/insurance\/data/).waitFor()
    await page.getByRole("tab", { name: /^Events/ }).click()
    await page.getByText("collection.completed").first().waitFor()
    await page.getByRole("tab", { name: /^Webhooks/ }).click()
    await page.getByText("signature valid").nth(1).waitFor()
    await seen.isAccessible()
    assert.include((await page.getByRole("button", { name: "Run again" }).getAttribute("class")) ?? "", "secondary")
    const headings = await page.locator(".panel h2").all()
    const tops = await Promise.all(
      headings.map(async (each) => ({
        name: await each.innerText(),
        top: (await each.boundingBox())?.y ?? 0
      }))
    )
    const order = tops.toSorted((one, other) => one.top - other.top).map(({ name }) => name)
    const records = "5 insurance policies, 4 pensions and 1 investment"
    if (options === phone) assert.deepStrictEqual(order, ["The person", records, "Timeline", "What your program sees"])
    // The records come first. The controls above them are folded.
    assert.strictEqual(order[1], records)
    assert.isFalse(await page.getByLabel("Login method at Nordhem").isVisible())
    await page.getByRole("button", { name: "About this scenario" }).click()
    await page.getByText("expected to end in COMPLETED").waitFor()
    await seen.isAccessible()
    await page.getByRole("tab", { name: /^Requests/ }).click()
    const before = await recordOf(seen)
    assert.isTrue(before.requests.some((text) => text.includes("POST")))
    await page.reload()
    await says(seen, done)
    await waitFor(
      () => recordOf(seen),
      ({ events }) => events === before.events
    )
    assert.deepStrictEqual(await recordOf(seen), before)
    const another = await seen.context.newPage()
    await another.goto(page.url())
    await another.getByText(done).waitFor()
    await waitFor(
      () => another.getByRole("tab", { name: /^Events/ }).innerText(),
      (events) => events === before.events
    )
    await seen.close()
  })

  it("a person signs with the electronic ID", async () => {
    // Runs that programs or other tabs have left open, as many as a person can have.
    const order = (await service.client.scenarios()).find(({ scenario }) => scenario === "electronic-id-press-sign")
    const { company, parameters } = order ?? assert.fail("no such scenario")
    const start = { company, loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE", parameters }
    for (let open = 0; open < openOrders; open++) (await service.client.post("/collections", start)).expect(201)
    const seen = await run("electronic-id-press-sign", options)
    await press(seen, "End all waiting runs, and run this one")
    await seen.page.getByRole("img", { name: /QR code/ }).waitFor()
    await seen.isAccessible()
    await seen.press("Sign")
    await says(seen, done)
    await seen.close()
  })
})

describe("the console", () => {
  it("finds scenarios by text, status, login method and market", async () => {
    const seen = await visit("two-factor")
    const { page } = seen
    const found = async () => {
      const links = await page.getByRole("region", { name: "Results" }).getByRole("link").all()
      return Promise.all(links.map(async (link) => (await link.getAttribute("href"))?.slice(2)))
    }
    const method = page.getByLabel("Login method at Nordhem").locator("option[value=USERNAME_AND_PASSWORD]")
    assert.strictEqual(await method.innerText(), "Username and password")
    const all = (await found()).length
    for (const query of ["kyc", "form KYC", "Kýc_form", "two factor pending choice"]) {
      await page.getByLabel("Find a scenario").fill(query)
      assert.include(await found(), query.startsWith("two") ? "two-factor-choice" : "kyc-form", query)
      assert.isBelow((await found()).length, 20, query)
    }
    await page.getByLabel("Find a scenario").fill("")
    assert.isFalse(await page.getByLabel("Status", { exact: true }).isVisible())
    await seen.press("Filter")
    await seen.isAccessible()
    await page.getByLabel("Status", { exact: true }).selectOption("CONTACT_FORM")
    assert.include(await found(), "contact-form-timeout")
    await page.getByLabel("Status", { exact: true }).selectOption("")
    await page.getByLabel("Login method", { exact: true }).selectOption("pdf-upload")
    await page.getByLabel("Market").selectOption("fr")
    assert.include(await found(), "pdf-scan")
    assert.isBelow((await found()).length, all)
    await page.getByRole("button", { name: "Filter (2)" }).waitFor()
    await seen.press("Clear the filters")
    assert.lengthOf(await found(), all)
    await seen.close()
  })

  it("opens the list as a sheet on a phone, and closes it when a scenario is chosen", async () => {
    const seen = await visit("two-factor", phone)
    const list = seen.page.getByRole("region", { name: "Results" })
    assert.isFalse(await list.isVisible())
    await seen.press("Choose another scenario")
    await list.waitFor()
    await seen.isAccessible()
    await seen.press("Close")
    await list.waitFor({ state: "hidden" })
    await seen.press("Choose another scenario")
    await list.getByRole("link", { name: /^First collection Nordhem/ }).click()
    await list.waitFor({ state: "hidden" })
    await seen.sees("First collection")
    await seen.close()
  })

  it("says that it is loading, and then shows the chosen scenario below its group's heading", async () => {
    const seen = await BrowserVisit.start(browsing.browser, service.client.base)
    const { page } = seen
    const loaded = Promise.withResolvers<void>()
    await page.route("**/sandbox/console/scenarios-*", async (route) => {
      await loaded.promise
      await route.continue()
    })
    await page.goto(`${service.client.base}/#/consent-page`)
    await page.getByRole("status").getByText("Loading the scenarios…").waitFor()
    loaded.resolve()
    await page.getByRole("main").getByText("scenario consent-page", { exact: true }).waitFor()
    await page.goto(`${service.client.base}/#/completed-lv`)
    await page.getByRole("main").getByText("scenario completed-lv", { exact: true }).waitFor()
    const list = page.getByRole("region", { name: "Results" })
    const chosen = list.locator("[aria-current]")
    await chosen.waitFor()
    const [heading, row] = [
      await chosen.locator("xpath=ancestor::section/h2").boundingBox(),
      await chosen.boundingBox()
    ]
    assert.isAtLeast(row?.y ?? 0, (heading?.y ?? 0) + (heading?.height ?? Infinity) - 1)
    await seen.close()
  })

  it("shows requests that work when they are copied, even as HTTP or TypeScript", async () => {
    const seen = await run("completed")
    const { page } = seen
    await says(seen, done)
    const curl = await page.getByRole("group", { name: "curl command" }).innerText()
    // Uses another idempotency key, so the copy starts another collection.
    const copy = curl.replace(/idempotency-key: \w+/, "idempotency-key: copied")
    const { stdout } = await promisify(execFile)("bash", ["-c", copy])
    assert.match(stdout, /"status":"RUNNING"/)
    await page.getByRole("tab", { name: "TypeScript" }).click()
    const typescript = await page.getByRole("group", { name: "TypeScript" }).innerText()
    assert.include(typescript, 'import { createClient } from "@sheaf/client/2026-04-01"')
    assert.include(typescript, 'sheaf.collections.start({\n  company: "se-nordhem"')
    await page.getByRole("tab", { name: "HTTP" }).click()
    assert.include(await page.getByRole("group", { name: "HTTP request" }).innerText(), "POST /collections HTTP/1.1")
    assert.include(await page.getByRole("group", { name: "response" }).first().innerText(), "HTTP/1.1 201")
    await seen.close()
  })

  it("plays the person's device", async () => {
    const seen = await run("client-side")
    const ended = seen.page.getByText(done)
    const send = seen.page.getByRole("button", { name: "Send the prepared responses" })
    do {
      await ended.or(send).waitFor()
      if (await send.isVisible()) await send.click()
    } while (!(await ended.isVisible()))
    await seen.close()
  })

  it("explains itself to a newcomer, who gives a bank consent, reads the accounts and revokes it", async () => {
    const seen = await BrowserVisit.start(browsing.browser, service.client.base)
    const { page } = seen
    await page.goto(service.client.base)
    await seen.sees("Insurance, pensions and bank accounts through one API")
    await page.getByText(/^[1-9]\d* of \d+ scenarios/).waitFor()
    const list = page.getByRole("region", { name: "Results" })
    const first = list.getByRole("link", { name: /^First collection Nordhem · records/ })
    const [top, listTop] = [await first.boundingBox(), await list.boundingBox()].map((box) => box?.y ?? 0)
    assert.isBelow(listTop ?? 0, top ?? 0)
    await seen.isAccessible()
    for (const name of ["Run a collection", "Run a two-factor login"]) await page.getByRole("link", { name }).waitFor()
    await seen.press("Skip to the scenario")
    await seen.press("Run a bank consent")
    await seen.sees("First bank consent")
    // While the first consent waits, the newcomer leaves the page and starts again.
    await page.getByRole("button", { name: "Sign" }).waitFor()
    await page.goto(`${service.client.base}/#/`)
    await seen.press("Run a bank consent")
    await seen.sees("First bank consent")
    await press(seen, "Sign")
    await says(seen, inForce)
    const timeline = await page.locator(".timeline li").allInnerTexts()
    assert.deepStrictEqual(
      timeline.filter((text) => /expected|not seen/.test(text)),
      []
    )
    await seen.isAccessible()
    await press(seen, "Read the accounts")
    const accounts = page.getByRole("region", { name: /bank accounts$/ })
    await accounts.getByText(/^SEK.* together$/).waitFor()
    await accounts.getByText("Credit card").waitFor()
    await seen.isAccessible()
    // The accounts have the focus. The button is one step before them.
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await says(seen, /^Ended after [\d.]+ s\./)
    await seen.close()
  })

  it("authorizes a consent on the bank's page", async () => {
    const seen = await run("consent-page")
    const { page } = seen
    const link = page.getByRole("link", { name: "Open the bank's page" })
    const [bank] = await Promise.all([seen.context.waitForEvent("page"), link.click()])
    assert.strictEqual(await bank.locator("html").getAttribute("lang"), "en")
    await bank.locator("button[value=approve]").click()
    await says(seen, inForce)
    await seen.close()
  })

  it("shows nothing as expected after a consent has failed", async () => {
    const seen = await run("consent-press-sign")
    await press(seen, "Cancel")
    await says(seen, /^Failed after [\d.]+ s\./)
    const timeline = await seen.page.locator(".timeline li").allInnerTexts()
    assert.match(timeline.at(-1) ?? "", /^FAILED/)
    assert.deepStrictEqual(
      timeline.filter((text) => text.includes("expected")),
      []
    )
    await seen.close()
  })

  it("lets a consent in force expire if the scenario expects it", async () => {
    const seen = await run("consent-page-expires")
    const link = seen.page.getByRole("link", { name: "Open the bank's page" })
    const [bank] = await Promise.all([seen.context.waitForEvent("page"), link.click()])
    await bank.locator("summary").click()
    await bank.locator("button[value=approve-for-a-minute]").click()
    await says(seen, /^The consent is in force until \d\d:\d\d:\d\d\.$/)
    await press(seen, "Let it expire")
    await says(seen, /^Ended after [\d.]+ s\./)
    await seen.close()
  })

  it("creates an endpoint with the first run, and removes it on request", async () => {
    const endpoints = async () => (await service.client.read<ReadonlyArray<object>>("/webhook-endpoints")).length
    const seen = await visit("completed")
    const before = await endpoints()
    await seen.press("Skip to the scenario")
    await seen.press("Run")
    await says(seen, done)
    await seen.press("Requests")
    await seen.page.keyboard.press("ArrowLeft")
    await seen.press("Remove this page's endpoint")
    await says(seen, "This page has no webhook endpoint.")
    assert.isAtMost(await endpoints(), before)
    await seen.page.reload()
    await says(seen, done)
    await seen.press("Skip to the scenario")
    await seen.press("Requests")
    await seen.page.keyboard.press("ArrowLeft")
    await seen.press("Receive webhooks here")
    await seen.page.getByRole("button", { name: "Remove this page's endpoint" }).waitFor()
    await seen.close()
  })

  it("shows the real status of a run, not the expected one", async () => {
    const seen = await visit("two-factor")
    const badge = seen.page.locator(".scenario__title .badge")
    assert.strictEqual(await badge.count(), 0)
    const expected = ["RUNNING", "LOGIN", "TWO_FACTOR_PENDING", "COLLECTING", "COMPLETED"]
    assert.deepStrictEqual(await seen.page.locator(".timeline__stage--expected .badge").allInnerTexts(), expected)
    await seen.press("Skip to the scenario")
    await seen.press("Run")
    await seen.page.getByLabel("Code", { exact: true }).waitFor()
    assert.strictEqual(await badge.innerText(), "TWO_FACTOR_PENDING")
    await press(seen, "Let it expire")
    await says(seen, /^Failed after [\d.]+ s\./)
    const ending = seen.page.getByRole("region", { name: "The person" })
    for (const text of ["The user did not authenticate in time.", "At Nordhem, in TWO_FACTOR_PENDING"]) {
      await ending.getByText(text).waitFor()
    }
    await ending.getByText("Offer to try again.").waitFor()
    await seen.isAccessible()
    assert.strictEqual(await badge.innerText(), "AUTHENTICATION_TIMEOUT")
    await seen.close()
  })

  it("opens the Connect page at the scenario's company", async () => {
    const seen = await visit("two-factor")
    await seen.press("Skip to the scenario")
    const [connect] = await Promise.all([seen.context.waitForEvent("page"), seen.press("Open in Connect")])
    await connect.getByRole("heading", { level: 1, name: /wants to read your information/ }).waitFor()
    await seen.close()
  })

  it("loads one script and one style sheet, of at most 60 kB", async () => {
    const seen = await visit("two-factor")
    await seen.page.getByText(/^[1-9]\d* of \d+ scenarios/).waitFor()
    const files = seen.requests.filter((path) => /^\/sandbox\/console\/.*\.(?:css|js)$/.test(path))
    assert.lengthOf(files, 2)
    const sizes = await Promise.all(
      files.map(async (path) => gzipSync(await (await fetch(service.client.base + path)).text()).length)
    )
    assert.isBelow(Math.max(...sizes), 60_000)
    await seen.close()
  })
})
