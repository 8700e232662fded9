/** Logins by Baltic electronic IDs and on the company's own page, on a narrow phone and on a desktop (spec 13). */
import { assert, describe, it } from "vitest"
import * as TestService from "../TestService.ts"
import { ConnectVisits } from "./ConnectVisits.ts"
import * as Browsing from "./BrowserVisit.ts"
import { desktop, phone } from "./BrowserVisit.ts"
import type { BrowserVisit } from "./BrowserVisit.ts"

const service = TestService.forAll()
const browsing = Browsing.forAll()

const { open } = new ConnectVisits(service, browsing)

// Node's types do not include browser types, so the page's code is a string.
const numberSize = `parseFloat(getComputedStyle(document.querySelector(".number")).fontSize)`

/** Presses a button on the page that stands for the person's phone or for the company's page. */
const pressOnPage = async (visit: BrowserVisit, link: string, button: string): Promise<void> => {
  const address = await visit.page.getByRole("link", { name: link }).getAttribute("href")
  const other = await visit.context.newPage()
  await other.goto(address ?? assert.fail("no page"))
  await other.getByRole("button").first().waitFor()
  await other.locator(`button[value=${button}]`).click()
  await other.close()
}

describe.each([
  ["a phone", phone],
  ["a desktop", desktop]
])("on %s", (_, options) => {
  it("Smart-ID shows a large number to compare", async () => {
    const session = { purpose: "COLLECT", company: "ee-rannakindlustus", loginMethods: ["SMART_ID_TEST"] }
    const visit = await open(session, options)
    await visit.press("Continue")
    await visit.press("Sign in")
    await visit.page.getByText("Enter a personal code with 11 digits").first().waitFor()
    assert.strictEqual(await visit.page.getByLabel("Country of the personal code").inputValue(), "EE")
    await visit.isAccessible()
    await visit.type("Personal code", "30303039914")
    await visit.press("Sign in")
    await visit.sees("Confirm on your phone")
    assert.match(await visit.page.locator(".number").innerText(), /^\d{4}$/)
    assert.isAtLeast(await visit.page.evaluate<number>(numberSize), 24)
    await visit.isAccessible()
    await pressOnPage(visit, "Open the app", "sign")
    await visit.sees("Done")
    await visit.close()
  })

  it("Mobile-ID asks for the phone number, and shows that another person confirmed", async () => {
    const session = { purpose: "COLLECT", company: "ee-rannakindlustus", loginMethods: ["MOBILE_ID_MOCK"] }
    const visit = await open(session, options)
    await visit.press("Continue")
    await visit.type("Personal code", "30403039928")
    await visit.type("Mobile number", "+46 70 174 06 05")
    await visit.press("Sign in")
    await visit.page.getByText("Enter an Estonian, Latvian or Lithuanian number").first().waitFor()
    await visit.page.getByLabel("Mobile number").fill("+372 0000 0766")
    await visit.isAccessible()
    await visit.press("Sign in")
    await visit.sees("Another person signed")
    await visit.close()
  })

  it("eParaksts mobile opens the company's page", async () => {
    const session = { purpose: "COLLECT", company: "lv-priedes", loginMethods: ["EPARAKSTS_MOBILE"] }
    const visit = await open(session, options)
    await visit.press("Continue")
    await visit.press("Sign in")
    await visit.page.getByText("You sign in on Priedes Apdrošināšana’s own page.").waitFor()
    await visit.isAccessible()
    await pressOnPage(visit, "Continue to Priedes", "sign")
    await visit.sees("Done")
    await visit.close()
  })
})

it("a Latvian company offers every electronic ID of its market by name", async () => {
  const visit = await open({ purpose: "COLLECT", company: "lv-priedes" }, phone)
  await visit.press("Continue")
  await visit.sees(/How do you sign in/)
  const methods = await visit.page.locator(".choice__label").allInnerTexts()
  assert.includeMembers(methods, ["Smart-ID", "Mobile-ID", "eParaksts mobile", "Username and password", "Email"])
  await visit.isAccessible()
  await visit.close()
})
