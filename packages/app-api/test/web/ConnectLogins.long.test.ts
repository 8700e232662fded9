/**
 * Tests every login method on Connect, on a narrow phone and on a desktop: what the person enters, and what the page
 * shows until the person has signed in (spec 2.1, 13).
 */
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Market from "@sheaf/domain/Market"
import { waitFor } from "@sheaf/sandbox-site/testing"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import * as TestService from "../TestService.ts"
import { ConnectVisits } from "./ConnectVisits.ts"
import * as Browsing from "./BrowserVisit.ts"
import { desktop, phone } from "./BrowserVisit.ts"
import type { BrowserVisit } from "./BrowserVisit.ts"

const service = TestService.forAll()
const browsing = Browsing.forAll()

const { open } = new ConnectVisits(service, browsing)

interface Example {
  readonly company: string
  readonly name: string
  readonly types: Readonly<Record<string, string>>
}

const nordhem = { company: "se-nordhem", name: "Nordhem" }
const rannakindlustus = { company: "ee-rannakindlustus", name: "Rannakindlustus" }

const examples: Readonly<Record<LoginMethod.SchemeName, Example>> = {
  "pdf-upload": { company: "fr-rivage", name: "Rivage", types: {} },
  password: { ...nordhem, types: { Username: "completed", Password: "a-password" } },
  email: { ...nordhem, types: { "Email address": "completed@example.com" } },
  "swedish-eid": { ...nordhem, types: { "Personal number": "199005022398" } },
  "smart-id": { ...rannakindlustus, types: { "Personal code": "30303039914" } },
  "mobile-id": { ...rannakindlustus, types: { "Personal code": "30303039914", "Mobile number": "+372 0000 0766" } },
  eparaksts: { company: "lv-priedes", name: "Priedes Apdrošināšana", types: {} },
  redirect: { company: "se-fjallbanken", name: "Fjällbanken", types: {} }
}

const names: Readonly<Record<LoginMethod.LoginMethodFamily, string>> = {
  PDF_UPLOAD: "Upload a PDF",
  USERNAME_AND_PASSWORD: "Username and password",
  EMAIL: "Email",
  SWEDISH_SECURITY_TOKEN: "Security token",
  SWEDISH_MOBILE_EID_SAME_DEVICE: "Electronic ID",
  SWEDISH_MOBILE_EID_OTHER_DEVICE: "Electronic ID",
  SWEDISH_MOBILE_EID_ANY_DEVICE: "Electronic ID",
  SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION: "never shown",
  SMART_ID: "Smart-ID",
  MOBILE_ID: "Mobile-ID",
  EPARAKSTS_MOBILE: "eParaksts mobile",
  REDIRECT: "never shown here"
}

const statement = fileURLToPath(new URL("../../../adapters-pdf/fixtures/fr-motor-statement.pdf", import.meta.url))

// Node's types do not include browser types, so the page's code is a string.
const fieldNames = `[...document.querySelectorAll("form .field__input")].map(({ name }) => name)`
const numberSize = `parseFloat(getComputedStyle(document.querySelector(".number")).fontSize)`

const acceptTerms = async (visit: BrowserVisit, { name }: Example): Promise<void> => {
  await visit.sees(/^What may .* read\?$/)
  await visit.reach("Balances")
  await visit.page.keyboard.press("Space")
  await visit.press(`Continue to ${name}`)
}

/** Fills in exactly the fields that the registry lists, and sends the form. Without fields, there is no form. */
const fillIn = async (
  visit: BrowserVisit,
  { parameter }: LoginMethod.LoginMethodDescription,
  { name, types }: Example
): Promise<void> => {
  if (parameter === undefined) return
  const isUpload = parameter === "PDF_DOCUMENT"
  await visit.sees(isUpload ? "Upload your insurance letter" : `Sign in to ${name}`)
  const fields = LoginIdentity.fieldsOf(parameter)
  assert.sameMembers([...(await visit.page.evaluate<ReadonlyArray<string>>(fieldNames))], [...fields])
  for (const [label, text] of Object.entries(types)) await visit.type(label, text)
  if (isUpload) await visit.page.getByLabel("PDF file").setInputFiles(statement)
  await visit.isAccessible()
  await visit.press(/^(?:Upload|Sign in|Send the code|Continue with .*)$/)
}

const leave = async (page: Page, button: string): Promise<void> => {
  const pressed = page.locator(button)
  await pressed.click()
  await pressed.waitFor({ state: "detached" })
}

/** Signs on the page that simulates the app, or on the company's or bank's own page. */
const signAt = async (visit: BrowserVisit, link: string | RegExp): Promise<void> => {
  const address = await visit.page.getByRole("link", { name: link }).getAttribute("href")
  const other = await visit.context.newPage()
  await other.goto(address ?? assert.fail("no page"))
  const user = other.getByLabel("User name")
  if ((await user.count()) > 0) {
    await user.fill("maja")
    await leave(other, "button:has-text('Log in')")
    await leave(other, "button:has-text('Approve')")
  } else await leave(other, "button[value=sign]")
  await other.close()
}

const seesApp = async (visit: BrowserVisit, animatedQr: boolean, isPhone: boolean): Promise<void> => {
  const isApp = isPhone || !animatedQr
  await visit.sees(isApp ? "Open your electronic ID app" : "Scan the code with your phone")
  await visit.isAccessible()
  if (!animatedQr) {
    assert.strictEqual(await visit.page.locator(".qr").count(), 0)
    return
  }
  if (isApp) await visit.press("Scan a code with another device")
  const code = () => visit.page.locator(".qr path").getAttribute("d")
  const first = await code()
  await waitFor(code, (next) => next !== first)
  await visit.press("Open the app on this device")
}

const seesAndSigns = async (visit: BrowserVisit, method: LoginMethod.LoginMethod, isPhone: boolean): Promise<void> => {
  const { animatedQr, controlNumber, electronicId, page } = LoginMethod.describe(method)
  if (page) {
    await visit.sees(/^(?:Sign in|Approve) at /)
    await visit.isAccessible()
    await signAt(visit, /^(?:Open the sign-in page|Continue to )/)
  } else if (electronicId) {
    if (controlNumber) {
      await visit.sees("Confirm on your phone")
      assert.match(await visit.page.locator(".number").innerText(), /^\d{4}$/)
      assert.isAtLeast(await visit.page.evaluate<number>(numberSize), 24)
      await visit.isAccessible()
    } else await seesApp(visit, animatedQr, isPhone)
    await signAt(visit, "Open the app")
  } else if (LoginMethod.identifiesByNumber(method)) {
    await visit.sees("Use your security token")
    assert.match(await visit.page.locator(".number").innerText(), /\d/)
    await visit.isAccessible()
    await visit.type("Reply from the token", "12345678")
    await visit.page.keyboard.press("Enter")
  }
}

const families = LoginMethod.all.filter((method) => {
  const { environment, nativeOnly } = LoginMethod.describe(method)
  return environment === "REAL" && !nativeOnly
})

/** Returns the method's variant for an environment, if there is one. All variants have the same screens. */
const methodIn = (
  environment: LoginMethod.LoginEnvironment,
  family: LoginMethod.LoginMethod
): LoginMethod.LoginMethod =>
  LoginMethod.testVariantsOf([family]).find((method) => LoginMethod.describe(method).environment === environment) ??
  family

describe.each([
  ["a phone", phone, "REAL"],
  ["a desktop", desktop, "TEST"]
] as const)("on %s", (_, options, environment) => {
  it.each(families.map((family) => methodIn(environment, family)))("a person signs in with %s", async (method) => {
    const described = LoginMethod.describe(method)
    const example = examples[described.scheme]
    const visit = await open({ purpose: "COLLECT", company: example.company, loginMethods: [method] }, options)
    await visit.press("Continue")
    if (described.scheme === "redirect") await acceptTerms(visit, example)
    await fillIn(visit, described, example)
    await seesAndSigns(visit, method, options === phone)
    await visit.sees("Done")
    await visit.close()
  })

  it("Smart-ID proposes the market's country, and names what is wrong", async () => {
    const session = { purpose: "COLLECT", company: "ee-rannakindlustus", loginMethods: ["SMART_ID_TEST"] }
    const visit = await open(session, options)
    await visit.press("Continue")
    await visit.press("Continue with Smart-ID")
    const error = visit.page.getByText("Enter a personal code with 11 digits")
    await error.waitFor()
    assert.strictEqual(await error.count(), 1)
    assert.strictEqual(await visit.page.getByLabel("Country of the personal code").inputValue(), "EE")
    await visit.isAccessible()
    await visit.close()
  })

  it("Mobile-ID asks for a Baltic phone number, and shows that another person confirmed", async () => {
    const session = { purpose: "COLLECT", company: "ee-rannakindlustus", loginMethods: ["MOBILE_ID_MOCK"] }
    const visit = await open(session, options)
    await visit.press("Continue")
    await visit.type("Personal code", "30403039928")
    await visit.type("Mobile number", "+46 70 174 06 05")
    await visit.press("Continue with Mobile-ID")
    await visit.page.getByText("Enter an Estonian, Latvian or Lithuanian number").first().waitFor()
    await visit.page.getByLabel("Mobile number").fill("+372 0000 0766")
    await visit.isAccessible()
    await visit.press("Continue with Mobile-ID")
    await visit.sees("Another person signed")
    await visit.close()
  })
})

const companies: Readonly<Record<Market.Market, string>> = {
  se: "se-nordhem",
  ee: "ee-rannakindlustus",
  lt: "lt-rasos",
  lv: "lv-priedes",
  fr: "fr-rivage"
}

it.each(Market.all)("a company in %s offers the login methods of its market by name", async (market) => {
  const company = companies[market]
  const visit = await open({ purpose: "COLLECT", company }, phone)
  await visit.press("Continue")
  await visit.sees(/How do you sign in/)
  const shown = await visit.page.locator(".choice__label").allInnerTexts()
  // Only banks offer a login on the bank's page, and only companies in two markets have PDF layouts.
  const excluded: ReadonlyArray<LoginMethod.LoginMethod> = [
    "REDIRECT",
    ...(market === "ee" || market === "fr" ? [] : (["PDF_UPLOAD"] as const))
  ]
  const expected = families.filter((method) => LoginMethod.isAvailableIn(method, market) && !excluded.includes(method))
  assert.sameMembers(
    shown,
    // The page lists the electronic ID only once, whatever the device.
    [...new Set(expected.map((method) => names[LoginMethod.describe(method).family]))]
  )
  await visit.isAccessible()
  await visit.close()
})

it("a person chooses the device with the electronic ID on a screen of its own", async () => {
  const loginMethods = ["SWEDISH_MOBILE_EID_SAME_DEVICE", "SWEDISH_MOBILE_EID_OTHER_DEVICE", "USERNAME_AND_PASSWORD"]
  const visit = await open({ purpose: "COLLECT", company: "se-nordhem", loginMethods }, phone)
  await visit.press("Continue")
  await visit.press(/^Electronic ID/)
  await visit.sees("Where is your electronic ID?")
  assert.deepStrictEqual(await visit.page.locator(".choice__label").allInnerTexts(), [
    "On this device",
    "On another device"
  ])
  await visit.isAccessible()
  await visit.press("On another device")
  await visit.sees("Sign in to Nordhem")
  await visit.page.goBack()
  await visit.sees("Where is your electronic ID?")
  await visit.close()
})
