/** Tests the operator's console with only the keyboard, on a narrow phone and on a desktop (spec 14.5). */
import { hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as CommandLine from "../CommandLine.ts"
import { Receiver } from "../events/Receiver.ts"
import { login, plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import * as Browsing from "./BrowserVisit.ts"
import { desktop, phone, BrowserVisit } from "./BrowserVisit.ts"

const service = TestService.forAll({ env: { METRICS_PORT: "0" } })
const browsing = Browsing.forAll()

let receiver: Receiver
let collectionId: string
let endpointId: string
beforeAll(async () => {
  receiver = await new Receiver().listen()
  const { client } = service
  const body = JSON.stringify({ url: receiver.url })
  const created = await client.send("/webhook-endpoints", { method: "POST", body })
  endpointId = JSON.parse(created.text).endpointId
  collectionId = await client.begin(plainStart)
  await client.poll(collectionId, hasEnded)
  const failing = { ...plainStart, parameters: [{ ...login, username: "failed" }] }
  await client.poll(await client.begin(failing), hasEnded)
})
afterAll(() => receiver.close())

const newLink = async (): Promise<string> => (await CommandLine.run(service, ["console"])).out.trim()

const open = async (options = desktop, link?: string): Promise<BrowserVisit> => {
  const address = link ?? (await newLink())
  const visit = await BrowserVisit.start(browsing.browser, new URL(address).origin, options)
  await visit.page.goto(address)
  return visit
}

const tables = {
  Overview: "Needs attention",
  Clients: "Registered clients",
  Certificates: "Certificates by expiry",
  Companies: "Companies and banks",
  Work: "Open work",
  Monitors: "Runs by company",
  Deliveries: "Latest deliveries",
  "Audit log": "Audit records"
}

describe.each([
  ["a phone", phone],
  ["a desktop", desktop]
])("on %s", (_, options) => {
  it("an operator opens each table, sends an event again, and signs out", async () => {
    const visit = await open(options)
    const { page } = visit
    await visit.sees("Overview")
    assert.match(page.url(), /console#\/overview$/)
    for (const [title, heading] of Object.entries(tables)) {
      await visit.press(title)
      await visit.sees(title)
      await page.getByRole("heading", { name: heading }).waitFor()
      await visit.isAccessible()
    }
    await visit.press("Overview")
    const charts = page.getByRole("region", { name: "Collections", exact: true })
    // The figures lag by up to a minute. Until they arrive, the page shows a sentence instead of the charts.
    await charts.getByText(/^\d+ ended$/).waitFor({ timeout: 90_000 })
    await charts.getByText("Table: Collections").first().click()
    await charts.getByRole("columnheader", { name: "ended by the person" }).waitFor()
    // The press scrolled the page. A link that is half under the header would count as too small.
    await page.evaluate("scrollTo(0, 0)")
    await visit.isAccessible()
    await page.getByRole("radio", { name: "30 days" }).check({ force: true })
    await charts.getByRole("heading", { name: "Collections · last 30 days" }).waitFor()
    const degraded = page.getByRole("listitem").filter({ hasText: "Degraded" })
    assert.match((await degraded.getByRole("link", { name: "Kāpu Pensija" }).getAttribute("href")) ?? "", /lv-kapas$/)
    await visit.press("Companies")
    const companies = page.getByRole("region", { name: "Companies and banks" })
    await companies.getByText("Success rate").first().waitFor({ state: "attached" })
    assert.strictEqual(await companies.evaluate((all) => all.scrollWidth - all.clientWidth), 0)
    await visit.press("Nordhem")
    await visit.sees("Nordhem")
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Companies" }).waitFor()
    await visit.isAccessible()
    await visit.press("Deliveries")
    await visit.sees("Deliveries")
    const before = receiver.received.length
    await visit.press("Send again")
    await page.getByText("The event is sent again now.").waitFor()
    await waitFor(
      () => receiver.received.length,
      (length) => length > before
    )
    await page.reload()
    await visit.sees("Deliveries")
    await visit.press("Sign out")
    await visit.sees("Open the console with a link")
    await visit.isAccessible()
    await page.reload()
    await visit.sees("Open the console with a link")
    await visit.close()
  }, 150_000)
})

it("an operator finds the story of a collection, and no person", async () => {
  const visit = await open(phone)
  const { page } = visit
  await visit.sees("Overview")
  // On a phone, the field has the focus as soon as the button shows it.
  const search = async (term: string) => {
    await visit.press("Search")
    await page.getByLabel("Search for an id").waitFor()
    await page.keyboard.type(term)
    await page.keyboard.press("Enter")
  }
  for (const term of ["198112189876", "Anna Andersson"]) {
    await search(term)
    await page.getByRole("alert").getByText("Names and personal numbers are not accepted").waitFor()
    assert.notInclude(page.url(), term.slice(0, 4))
    await page.getByLabel("Search for an id").fill("")
    await page.getByRole("button", { name: "Search" }).click()
  }
  await visit.isAccessible()
  await search(collectionId)
  await visit.sees(`Collection at Nordhem ${collectionId}`)
  const timeline = page.getByRole("region", { name: "Timeline" })
  for (const what of ["COMPLETED", "collection.completed"]) await timeline.getByText(what).first().waitFor()
  await timeline.getByText("delivered, 1 attempt").last().click()
  await timeline.getByText("Delivered 204").last().waitFor()
  assert.strictEqual(await page.getByText("Story read").count(), 0)
  await page.reload()
  await page.getByText("Read by operators once.").waitFor()
  await visit.isAccessible()
  await page.getByRole("link", { name: "collection.completed" }).first().click()
  await visit.sees(/^Event /)
  await search(endpointId)
  await visit.sees(`Webhook endpoint ${endpointId}`)
  const endpoint = page.getByRole("region", { name: "Endpoint" })
  for (const fact of [receiver.url, "Delivering", "None planned"]) await endpoint.getByText(fact).waitFor()
  await visit.isAccessible()
  await search("01a20a32-a0d8-7510-807e-e3e6b8dfa763")
  await page.getByRole("alert").getByText("Nothing has this id").waitFor()
  await visit.sees("Search 01a20a32-a0d8-7510-807e-e3e6b8dfa763")
  await search("Anna Andersson")
  await page.getByRole("alert").getByText("This is not an id").waitFor()
  await page.getByText("Finds a whole id of a collection, consent, user").waitFor()
  await page.getByRole("alert").getByText("Nothing has this id").waitFor()
  await visit.close()
})

it("an operator goes from a failing company to the story of a failure, and an error does not follow", async () => {
  const visit = await open(desktop)
  const { page } = visit
  await visit.sees("Overview")
  await visit.type("Search for an id", "Anna")
  await page.keyboard.press("Enter")
  await page.getByRole("alert").waitFor()
  await visit.press("Companies")
  await page.getByRole("alert").waitFor({ state: "detached" })
  await visit.press("Nordhem")
  const failures = page.getByRole("region", { name: "Latest failures" })
  await visit.isAccessible()
  await failures.getByRole("link").click()
  await visit.sees("Collection at Nordhem")
  await page.getByText("CONNECTOR_ERROR").waitFor()
  const explanation = page.getByRole("region", { name: "Explanation" })
  await explanation.getByText("The connector to the company failed.").waitFor()
  await explanation.getByText("Look in the connector's log").waitFor()
  await explanation.getByText("Idempotency-Key").waitFor()
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  const [id = ""] = /[\da-f-]{36}$/.exec(page.url()) ?? []
  await explanation.getByRole("button", { name: `Copy ${id}`, exact: true }).click()
  await page.getByRole("status").getByText("Copied").waitFor()
  assert.strictEqual(await page.evaluate("navigator.clipboard.readText()"), id)
  await explanation.getByText("No other collection at Nordhem has failed").waitFor()
  const ends = page.getByRole("region", { name: "Timeline" }).getByRole("listitem").filter({ hasText: "Ended: failed" })
  assert.match((await ends.getAttribute("class")) ?? "", /moment--failed/)
  await visit.isAccessible()
  await visit.press("Audit log")
  await page
    .getByText(/^console /)
    .first()
    .waitFor()
  await visit.close()
})

it("a link works once, and a copied address opens nothing in another browser", async () => {
  const link = await newLink()
  const first = await open(desktop, link)
  await first.sees("Overview")
  const second = await open(desktop, link)
  await second.sees("This link no longer works")
  const third = await open(desktop, first.page.url())
  await third.sees("Open the console with a link")
  for (const visit of [first, second, third]) await visit.close()
})
