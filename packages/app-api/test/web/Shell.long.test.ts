/**
 * Tests the developer pages in a browser: the guides, the reference, the problem pages, and their common parts, such as
 * the search (spec 9).
 */
import { freePort } from "@sheaf/adapters-sql/testing"
import { waitFor } from "@sheaf/sandbox-site/testing"
import { assert, describe, it } from "vitest"
import * as TestService from "../TestService.ts"
import * as Browsing from "./BrowserVisit.ts"
import { BrowserVisit, desktop, phone } from "./BrowserVisit.ts"

const mutualTlsPort = String(await freePort())
const service = TestService.forAll({ env: { METRICS_PORT: "0", MTLS_PORT: mutualTlsPort } })
const browsing = Browsing.forAll()

const open = async (path: string, options = desktop): Promise<BrowserVisit> => {
  const { base } = service.client
  const visit = await BrowserVisit.start(browsing.browser, base, options)
  await visit.page.goto(base + path)
  return visit
}

const pages = [
  ["/", /./],
  ["/docs/guides", "Guides"],
  ["/docs/guides/integrate", "Integrate Sheaf"],
  ["/docs/guides/connect", "Connect"],
  ["/docs/guides/records", "Records"],
  ["/docs/guides/records/loan", "Loan"],
  ["/docs/guides/operate", "Operate Sheaf"],
  ["/docs/guides/connectors", "Write a connector"],
  ["/docs/guides/errors", "Errors"],
  ["/docs/guides/configuration", "Configuration"],
  ["/docs/guides/specification", "Specification"],
  ["/docs", "API reference"],
  ["/docs/2026-04-01/collections", "Collections"],
  ["/docs/2026-04-01/models", "Models"],
  ["/docs/2026-04-01/models/Coverage", "Coverage"],
  ["/docs/2025-01-01/webhook-endpoints", "Webhook endpoints"],
  ["/docs/guides/nowhere", "This guide does not exist."],
  ["/problems/rate-limited", "Rate limit reached"],
  ["/problems/rate-limit", "No error is called RATE_LIMIT."],
  ["/nowhere", "There is no page here."],
  ["/collections", /./]
] as const

describe.each([
  ["a phone in the dark", { ...phone, colorScheme: "dark" }],
  ["a desktop in the light", { ...desktop, colorScheme: "light" }]
] as const)("on %s", (_, options) => {
  it.each(pages)("%s is accessible, fits the screen, and has the navigation", async (path, heading) => {
    const visit = await open(path, options)
    await visit.sees(heading)
    const sections = visit.page.getByRole("navigation", { name: "Sections" })
    assert.deepStrictEqual(await sections.getByRole("link").allInnerTexts(), [
      "Sandbox",
      "Guides",
      "API reference",
      "Errors"
    ])
    await Browsing.isReadable(visit.page)
    assert.isTrue(await visit.page.evaluate<boolean>("document.fonts.check('16px Figtree')"))
    await visit.close()
  })
})

describe("the search", () => {
  it("opens with a slash, and leads to a heading with the arrow keys and Enter", async () => {
    const visit = await open("/docs/guides")
    await visit.page.keyboard.press("/")
    const field = visit.page.getByRole("combobox", { name: "Search" })
    await field.waitFor()
    await visit.page.keyboard.insertText("idempotency key")
    await visit.page
      .getByRole("option", { name: /idempotency/i })
      .nth(1)
      .waitFor()
    await Browsing.isReadable(visit.page)
    await visit.page.keyboard.press("ArrowDown")
    const second = visit.page.getByRole("option", { selected: true })
    const title = await second.getByRole("strong").innerText()
    await visit.page.keyboard.press("Enter")
    await visit.page.getByRole("heading", { name: title }).first().waitFor()
    await visit.close()
  })

  it("suggests what a missing page was probably meant to be, and nothing if no title fits", async () => {
    const visit = await open("/monitor")
    await visit.page
      .getByRole("option", { name: /Monitors/ })
      .first()
      .waitFor()
    await visit.close()
    const lost = await open("/nothing")
    const field = lost.page.getByRole("combobox", { name: "Search", expanded: false })
    await field.waitFor()
    assert.strictEqual(await lost.page.getByRole("option").count(), 0)
    await waitFor(
      () => field.inputValue(),
      (text) => text === ""
    )
    await field.fill("nothing to expire")
    await lost.page.getByRole("option", { name: /Nothing to expire/ }).waitFor()
    await lost.close()
  })

  it("says so if nothing is found, and closes with Escape", async () => {
    const visit = await open("/docs/guides", phone)
    await visit.press("Search")
    await visit.page.keyboard.type("qqqq")
    await visit.page.getByText("Nothing found.").waitFor()
    await visit.page.keyboard.press("Escape")
    await visit.page.getByRole("combobox").waitFor({ state: "hidden" })
    await visit.close()
  })
})

describe("a guide", () => {
  it("shows all examples in the language that the reader has chosen, on other pages too", async () => {
    const visit = await open("/docs/guides/integrate")
    await visit.page.getByRole("tab", { name: "TypeScript" }).focus()
    await visit.page.keyboard.press("ArrowRight")
    await visit.page.getByText("from sheaf_client import Client").waitFor()
    const chosen = () => visit.page.getByRole("tab", { selected: true }).allInnerTexts()
    assert.sameMembers([...new Set(await chosen())], ["Python"])
    await Browsing.isReadable(visit.page)
    await visit.page.goto(`${service.client.base}/docs/2026-04-01/users`)
    assert.sameMembers([...new Set(await chosen())], ["Python"])
    await visit.close()
  })

  it("copies an example, and runs it in the sandbox", async () => {
    const visit = await open("/docs/guides/integrate", {
      ...desktop,
      permissions: ["clipboard-read", "clipboard-write"]
    })
    await visit.page.locator(".tabs").first().getByRole("button", { name: "Copy" }).click()
    await visit.page.getByRole("button", { name: "Copied" }).waitFor()
    const copied = await visit.page.evaluate<string>("navigator.clipboard.readText()")
    assert.isTrue(copied.startsWith(`BASE=${service.client.base}\n`), copied)
    await visit.page.getByRole("button", { name: "Run in the sandbox" }).first().click()
    await visit.page.getByText("HTTP 200").waitFor()
    await visit.page.getByText('"company": "se-nordhem"').first().waitFor()
    await Browsing.isReadable(visit.page)
    await visit.page.getByRole("link", { name: "Run in the sandbox" }).first().click()
    await visit.page.waitForURL(/#\/completed/)
    await visit.page.getByRole("button", { name: "Run again" }).waitFor()
    await visit.close()
  })

  it("names the service's own addresses, and fades code and tables that go on beyond their frame", async () => {
    const visit = await open("/docs/guides/operate", phone)
    const call = visit.page.locator("pre", { hasText: `https://127.0.0.1:${mutualTlsPort}/companies/availability` })
    const isFaded = async () => (await call.getAttribute("class"))?.includes("more-right") === true
    await call.scrollIntoViewIfNeeded()
    await waitFor(isFaded, (faded) => faded)
    await visit.page.evaluate("for (const code of document.querySelectorAll('pre')) code.scrollTo(code.scrollWidth, 0)")
    await waitFor(isFaded, (faded) => !faded)
    await visit.close()
  })

  it("leads to its neighbors, and marks where the reader is", async () => {
    const visit = await open("/docs/guides/sandbox")
    const pages = visit.page.getByRole("navigation", { name: "Pages", exact: true })
    assert.strictEqual(await pages.getByRole("link", { name: "The sandbox" }).getAttribute("aria-current"), "page")
    const headings = visit.page.getByRole("navigation", { name: "On this page" })
    assert.strictEqual(await headings.getByRole("link").first().getAttribute("aria-current"), "location")
    await visit.press(/^Next/)
    await visit.sees("The collection cycle")
    await visit.press(/^Previous/)
    await visit.sees("The sandbox")
    await visit.close()
  })

  it("has the lists of headings and of pages behind buttons on a phone", async () => {
    const visit = await open("/docs/guides/sandbox", phone)
    await visit.press("On this page")
    const heading = visit.page.getByRole("navigation", { name: "On this page" }).getByRole("link").last()
    await heading.click()
    await heading.waitFor({ state: "hidden" })
    await visit.press("All pages")
    await visit.page.getByRole("link", { name: "Operate Sheaf" }).click()
    await visit.sees("Operate Sheaf")
    await visit.page.goto(`${service.client.base}/docs/2026-04-01/collections`)
    await visit.press("On this page")
    await visit.page.getByRole("link", { name: "Confirm a collection" }).click()
    await visit.page.waitForURL(/#confirmCollection$/)
    await visit.close()
  })

  it("filters the kinds of records by their members, and leads from a kind to its parts and neighbors", async () => {
    const visit = await open("/docs/guides/records")
    const filter = visit.page.getByLabel("Filter kinds by member")
    await filter.fill("nothing like this")
    await visit.page.getByText("No kind of record has this in its name or members.").waitFor()
    await filter.fill("amortization")
    const main = visit.page.getByRole("main")
    await main.getByRole("link", { name: "Pension", exact: true }).waitFor({ state: "hidden" })
    await main.getByRole("link", { name: "Loan", exact: true }).click()
    await visit.sees("Loan")
    await main.getByRole("link", { name: /^Next/ }).click()
    await visit.sees("Bank account")
    await main.getByRole("link", { name: "AccountOwner" }).click()
    await visit.sees("AccountOwner")
    await visit.close()
  })

  it("can be read without scripts", async () => {
    const visit = await open("/docs/guides/integrate", { ...desktop, javaScriptEnabled: false })
    await visit.sees("Integrate Sheaf")
    await visit.page.getByText('"username": "two-factor"').first().waitFor()
    await visit.page.getByText("createClient({ baseUrl").waitFor()
    await visit.close()
  })
})

describe("the page about a failure", () => {
  it("searches for the end of an unknown path, and copies the request's id", async () => {
    const visit = await open("/collection-cycle.html", {
      ...desktop,
      permissions: ["clipboard-read", "clipboard-write"]
    })
    await visit.press("Copy")
    await visit.page.getByRole("button", { name: "Copied" }).waitFor()
    const id = await visit.page.evaluate<string>("navigator.clipboard.readText()")
    await visit.page.getByText(id, { exact: true }).waitFor()
    const field = visit.page.getByRole("combobox", { name: "Search" })
    assert.strictEqual(await field.inputValue(), "collection cycle")
    await field.press("Enter")
    await visit.sees("The collection cycle")
    await visit.close()
  })

  it("leads from the nearest operation to its reference, because a browser cannot call it", async () => {
    const visit = await open("/nonsense")
    await visit.page.getByRole("link", { name: "/consents", exact: true }).click()
    await visit.page.waitForURL(/\/docs\/2026-04-01\/consents#\w+$/)
    await visit.sees("Consents")
    await visit.page.goto(`${service.client.base}/docs/guide`)
    await visit.page.getByRole("link", { name: "/docs/guides", exact: true }).click()
    await visit.sees("Guides")
    await visit.close()
  })

  it("names the codes that are similar to an unknown one, and leads to the list of all", async () => {
    const visit = await open("/problems/rate-limit")
    await visit.page.getByRole("link", { name: "RATE_LIMITED" }).click()
    await visit.sees("Rate limit reached")
    await visit.page.goto(`${service.client.base}/problems`)
    await visit.sees("Errors")
    await visit.page.getByLabel("Filter errors").fill("too often")
    await visit.page.getByText("No error has this in its code or texts.").waitFor()
    await visit.page.getByLabel("Filter errors").fill("rate_limited")
    await visit.page.getByRole("heading", { name: "429 Too many requests" }).waitFor()
    await visit.page.getByRole("heading", { name: "404 Not found" }).waitFor({ state: "hidden" })
    await visit.close()
  })

  it("says how to send the header that is missing", async () => {
    const visit = await open("/collections")
    await visit.page.getByText("It belongs in the header Authorization-token").waitFor()
    const command = await visit.page.getByRole("group", { name: "curl" }).innerText()
    for (const part of [`curl "${service.client.base}/collections"`, '-H "Authorization-token: sheaf-demo"']) {
      assert.include(command, part)
    }
    await visit.page.getByRole("link", { name: "sandbox console" }).waitFor()
    await visit.close()
  })
})

describe("the reference", () => {
  it.each([
    ["a phone", phone],
    ["a desktop", desktop]
  ])("sends an operation's request, and shows the long response inside its frame: on %s", async (_, options) => {
    const visit = await open("/docs/2026-04-01/companies", options)
    await visit.press("Try it")
    assert.strictEqual(await visit.page.getByLabel("API key").inputValue(), "sheaf-demo")
    await visit.page.getByRole("button", { name: "Send" }).click()
    await visit.page.getByText(/^HTTP 20\d$/).waitFor()
    await visit.page.getByText('"se-nordhem"', { exact: true }).last().waitFor()
    await Browsing.isReadable(visit.page)
    await visit.close()
  })

  it("folds what is optional, and fills the next form with the id of what a reader has created", async () => {
    const visit = await open("/docs/2026-04-01/collections")
    const openForm = async (title: string) => {
      const heading = visit.page.getByRole("heading", { name: title, exact: true })
      const operation = visit.page.locator(".operation", { has: heading })
      await operation.getByRole("button", { name: "Try it" }).click()
      return operation
    }
    const list = await openForm("List collections")
    const company = list.getByLabel("company", { exact: true })
    await company.waitFor({ state: "hidden" })
    await list.locator("summary", { hasText: "Optional" }).click()
    assert.deepStrictEqual([await company.inputValue(), await company.getAttribute("placeholder")], ["", "se-nordhem"])
    const start = await openForm("Start a collection")
    await start.getByRole("button", { name: "Send" }).click()
    await start.getByText("HTTP 201").waitFor()
    await start.getByRole("link", { name: /^Next: / }).click()
    const polling = visit.page.locator(".operation[data-request*='collectionId}/status\"']").locator(".try")
    await polling.getByRole("button", { name: "Send" }).click()
    await polling.getByText("HTTP 200").waitFor()
    const reading = await openForm("Get a collection")
    await reading.getByRole("button", { name: "Send" }).click()
    await reading.getByText("HTTP 200").waitFor()
    await Browsing.isReadable(visit.page)
    await visit.close()
  })

  it("filters the names of models, and leads from a model to its parts and back to all", async () => {
    const visit = await open("/docs/2026-04-01/models")
    const filter = visit.page.getByLabel("Filter models")
    await filter.fill("qq")
    await visit.page.getByText("No model has this in its name.").waitFor()
    await filter.fill("companyav")
    const main = visit.page.getByRole("main")
    await main.getByRole("link", { name: "SuccessRate" }).waitFor({ state: "hidden" })
    await main.getByRole("link", { name: "CompanyAvailability" }).click()
    await visit.sees("CompanyAvailability")
    await main.getByRole("link", { name: "SuccessRate" }).first().click()
    await visit.sees("SuccessRate")
    await main.getByRole("link", { name: "Models" }).click()
    await visit.sees("Models")
    await visit.close()
  })

  it("is light: less than 300 kB for a page with all its files", async () => {
    const visit = await open("/docs/2026-04-01/collections")
    await visit.page.waitForLoadState("networkidle")
    const sizes = "performance.getEntries().map((entry) => entry.transferSize ?? 0)"
    const transferred = await visit.page.evaluate<ReadonlyArray<number>>(sizes)
    assert.isBelow(
      transferred.reduce((sum, size) => sum + size, 0),
      300_000
    )
    await visit.close()
  })
})
