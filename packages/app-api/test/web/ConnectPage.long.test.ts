/** Tests the Connect page with only the keyboard, on a narrow phone and on a desktop (spec 13). */
import { TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { createSession } from "../connect/ConnectPage.ts"
import * as TestService from "../TestService.ts"
import { ConnectVisits, enter } from "./ConnectVisits.ts"
import * as Browsing from "./BrowserVisit.ts"
import { desktop, phone, BrowserVisit } from "./BrowserVisit.ts"

const service = TestService.forAll()
const browsing = Browsing.forAll()

const { open, signIn } = new ConnectVisits(service, browsing)

describe.each([
  ["a phone", phone],
  ["a desktop", desktop]
])("on %s", (_, options) => {
  it("a person chooses a company, signs in and sees what was found", async () => {
    const visit = await open({ purpose: "COLLECT", market: "se" }, options)
    await visit.sees(/wants to read your information/)
    await visit.press("Continue")
    await visit.sees("Which company do you use?")
    // A company under maintenance is shown with an explanation, but cannot be selected.
    await visit.type("Search by name", "tallmo")
    await visit.press(/Tallmo/)
    await visit.page.getByText("Closed for maintenance. Try again later.").waitFor()
    await visit.sees("Which company do you use?")
    await visit.page.getByLabel("Search by name").fill("")
    await visit.type("Search by name", "nordh")
    await visit.press(/Nordhem/)
    await visit.sees("How do you sign in to Nordhem?")
    const methods = await visit.page.locator(".choice__label").allInnerTexts()
    assert.deepStrictEqual(methods, [...new Set(methods)])
    await visit.press("Username and password")
    await visit.sees("Sign in to Nordhem")
    await visit.press("Sign in")
    const error = visit.page.getByText("Enter your username")
    await error.waitFor()
    assert.strictEqual(await error.count(), 1)
    await enter(visit, "completed")
    await visit.sees("Done")
    assert.match(await visit.page.getByRole("main").innerText(), /\d \w+ polic(?:y|ies)/)
    await visit.press("What is shared")
    await visit.sees(/What .* can read/)
    await visit.press("Erase")
    await visit.press("Erase")
    await visit.page.getByText("The information from Nordhem is erased.").waitFor()
    await visit.press("← Back to where you were")
    await visit.sees("Done")
    await visit.press("Add another company")
    await visit.sees("Which company do you use?")
    const [first] = await visit.page.getByRole("list", { name: "All companies" }).getByRole("button").allInnerTexts()
    assert.match(first ?? "", /Nordhem\s+Used before/)
    await visit.press("← Back")
    await visit.sees("Done")
    const cookies = await visit.context.cookies()
    assert.deepStrictEqual(
      cookies.map(({ httpOnly, name, sameSite }) => [name.replace(/[\da-f-]{36}$/, "id"), httpOnly, sameSite]),
      [["sheaf-connect-id", true, "Lax"]]
    )
    await visit.press("Finish")
    await visit.sees("All done")
    await visit.close()
  })

  it("a person signs with the electronic ID", async () => {
    const session = { purpose: "COLLECT", company: "se-nordhem", loginMethods: ["SWEDISH_MOBILE_EID_ANY_DEVICE_TEST"] }
    const visit = await open(session, options)
    await visit.press("Continue")
    await visit.type("Personal number", "199005022398")
    assert.strictEqual(await visit.page.getByLabel("Personal number").inputValue(), "19900502-2398")
    await visit.press("Continue with electronic ID")
    const isPhone = options === phone
    await visit.sees(isPhone ? "Open your electronic ID app" : "Scan the code with your phone")
    if (isPhone) await visit.press("Scan a code with another device")
    const code = () => visit.page.locator(".qr path").getAttribute("d")
    const first = await code()
    await waitFor(code, (next) => next !== first)
    await visit.press("Open the app on this device")
    const app = await visit.page.getByRole("link", { name: "Open the app" }).getAttribute("href")
    const other = await visit.context.newPage()
    await other.goto(app ?? assert.fail("no app"))
    await other.getByRole("button", { name: "Sign" }).click()
    await visit.sees("Done")
    await visit.close()
  })
})

describe("questions of the company", () => {
  it("lead through the choice of a channel, a wrong code and the right code", async () => {
    const visit = await signIn("two-factor-choice", phone)
    await visit.sees("How do you want the code?")
    await visit.press("Text message")
    await visit.sees("Enter the code")
    await visit.press("Continue")
    await visit.page.getByText("Enter the code", { exact: true }).last().waitFor()
    assert.strictEqual(await visit.page.evaluate<string>("document.activeElement.autocomplete"), "one-time-code")
    await visit.page.keyboard.type("123 456")
    await visit.page.keyboard.press("Enter")
    await visit.sees("Done")
    await visit.close()
  })

  it("ask for contact details and for further input", async () => {
    const visit = await signIn("contact-form-then-input", desktop)
    await visit.sees("Nordhem asks for more")
    await visit.page.getByText(/^\d+:\d\d left$/).waitFor()
    await visit.type("Email address", "maja@example.com")
    await visit.type("Mobile number", "+46 70 174 06 05")
    await visit.press("Continue")
    await visit.type("Full name", "Maja Lind")
    await visit.page.keyboard.press("Enter")
    await visit.sees("Done")
    await visit.close()
  })

  it("show the number for a security token", async () => {
    const session = { purpose: "COLLECT", company: "se-nordhem", loginMethods: ["SWEDISH_SECURITY_TOKEN"] }
    const visit = await open(session)
    await visit.press("Continue")
    await visit.type("Personal number", "199001012385")
    await visit.page.keyboard.press("Enter")
    await visit.sees("Use your security token")
    assert.match(await visit.page.locator(".number").innerText(), /\d/)
    await visit.type("Reply from the token", "12345678")
    await visit.page.keyboard.press("Enter")
    await visit.sees("Done")
    await visit.close()
  })
})

it("a person uploads an insurance letter", async () => {
  const session = { purpose: "COLLECT", company: "fr-rivage", loginMethods: ["PDF_UPLOAD"], locale: "fr" }
  const visit = await open(session, phone)
  await visit.press("Continuer")
  await visit.sees("Envoyez votre contrat d’assurance")
  await visit.isAccessible()
  const file = readFileSync(new URL("../../../adapters-pdf/fixtures/fr-motor-statement.pdf", import.meta.url))
  const choose = (name: string, buffer: Buffer) =>
    visit.page.getByLabel("Fichier PDF").setInputFiles({ name, mimeType: "application/pdf", buffer })
  await choose("photo.jpg", file)
  await visit.press("Envoyer")
  await visit.page.getByText("Choisissez un fichier PDF").waitFor()
  await choose("contrat.pdf", file)
  await visit.press("Envoyer")
  await visit.sees("C’est fait")
  await visit.close()
})

describe("a collection that ends without a result", () => {
  it.each([
    ["third-party-error", "Nordhem has a problem", "Try again", "Sign in to Nordhem"],
    ["third-party-error", "Nordhem has a problem", "Stop, share nothing", "Nothing more is read"],
    ["completed-empty", "Nothing found at Nordhem", "Finish", "All done"]
  ])("%s explains itself, and offers the next step", async (scenario, title, action, next) => {
    const visit = await signIn(scenario)
    await visit.sees(title)
    await visit.press(action)
    await visit.sees(next)
    await visit.close()
  })

  it("returns to the form after wrong details, keeps the username, and offers another way to sign in", async () => {
    const hints = { loginMethod: "USERNAME_AND_PASSWORD" }
    const visit = await signIn("incorrect-credentials", desktop, { loginMethods: undefined, hints })
    await visit.page.getByText(/^Nordhem did not accept these details\./).waitFor()
    await visit.sees("Sign in to Nordhem")
    const password = visit.page.getByRole("textbox", { name: "Password" })
    assert.match((await password.getAttribute("aria-describedby")) ?? "", /password-error/)
    await visit.page.locator("#password[aria-invalid=true]:focus").waitFor()
    assert.strictEqual(await password.inputValue(), "")
    assert.strictEqual(await visit.page.getByLabel("Username").inputValue(), "incorrect-credentials")
    await visit.isAccessible()
    await visit.page.reload()
    await visit.sees("Wrong sign-in details")
    await visit.press("Sign in another way")
    await visit.sees("How do you sign in to Nordhem?")
    await visit.close()
  })

  it("states the wait after a lock, and what is missing from a partial result", async () => {
    const locked = await signIn("account-temporarily-locked", phone)
    await locked.sees("Nordhem has locked your access for a while")
    await locked.page.getByText(/You can try again in 1[45]:\d\d/).waitFor()
    await locked.close()
    const partial = await signIn("completed-partial")
    await partial.sees("Done")
    await partial.page.getByText(/Not everything could be fetched/).waitFor()
    await partial.close()
  })
})

const problem = { type: "about:blank", title: "Conflict", status: 409, detail: "", code: "CONFLICT", requestId: "1" }

describe("half a link", () => {
  it.each(["/connect", "/connect/"])("says that the link does not work: %s", async (path) => {
    const visit = await BrowserVisit.start(browsing.browser, service.client.base)
    const response = await visit.page.goto(new URL(path, service.client.base).href)
    assert.strictEqual(response?.status(), 404)
    await visit.sees("This link does not work")
    await visit.page.getByText("Open the whole link once more, exactly as you got it.").waitFor()
    await Browsing.isReadable(visit.page)
    await visit.close()
  })
})

describe("a session", () => {
  it("does not open in another browser, with another secret, or after its end", async () => {
    const link = await createSession(service.client, { purpose: "COLLECT", company: "se-nordhem" })
    const first = await BrowserVisit.start(browsing.browser, service.client.base)
    await first.page.goto(link.url)
    await first.sees(/wants to read/)
    assert.notInclude(first.page.url(), "#")
    const other = await BrowserVisit.start(browsing.browser, service.client.base)
    await other.page.goto(link.url)
    await other.sees("Already open in another browser")
    await other.page.getByText(/^Continue in that browser, or go back/).waitFor()
    const [client = ""] = (await first.page.getByRole("heading", { level: 1 }).innerText()).split(" wants")
    assert.notInclude(await other.page.locator("body").innerText(), client)
    await other.page.goto("about:blank")
    await other.page.goto(`${link.url}x`)
    await other.sees("This link does not work")
    await other.close()
    await first.press("No, thank you")
    await first.press("Leave")
    await first.sees("Nothing more is read")
    await first.page.reload()
    await first.sees("Nothing more is read")
    await first.close()
    const session = await service.client.read<ConnectSession>(`/connect-sessions/${link.connectSessionId}`)
    assert.strictEqual(session.status, "ABANDONED")
  })

  it("names the client after the link has expired, because this browser knows it", async () => {
    const visit = await open({ purpose: "COLLECT", company: "se-nordhem" })
    await visit.sees(/wants to read/)
    const [client = ""] = (await visit.page.getByRole("heading", { level: 1 }).innerText()).split(" wants")
    await visit.page.route("**/connect/open", (route) =>
      route.fulfill({ status: 410, json: { ...problem, status: 410, code: "CONNECT_SESSION_EXPIRED" } })
    )
    await visit.page.reload()
    await visit.sees("This link has expired")
    await visit.page.getByText(`Ask ${client} for a new link.`).waitFor()
    await visit.isAccessible()
    await visit.close()
  })

  it("leads back to the client once more after its end", async () => {
    const visit = await signIn("completed", desktop, { returnUrl: "http://localhost:3000/linked" })
    await visit.page.route("http://localhost:3000/**", (route) => route.fulfill({ body: "linked" }))
    await visit.sees(/^Share this with .*\?$/)
    const page = visit.page.url()
    await visit.press("Share and finish")
    await visit.page.waitForURL(/localhost:3000\/linked\?/)
    const address = visit.page.url()
    await visit.page.goto(page)
    await visit.sees("All done")
    await visit.press(/^Back to /)
    await visit.page.waitForURL(({ href }) => href === address)
    visit.foreignRequests.length = 0
    await visit.close()
  })

  it("says when it could not be finished, and can be finished again", async () => {
    const visit = await signIn("completed")
    await visit.sees("Done")
    await visit.page.route("**/connect/finish", (route) => route.fulfill({ status: 409, json: problem }))
    await visit.press("Finish")
    await visit.page.getByText("That did not work. Try again.").waitFor()
    await visit.page.unroute("**/connect/finish")
    await visit.press("Finish")
    await visit.sees("All done")
    await visit.close()
  })
})

describe("a consent", () => {
  it("is given at the bank, returns to the client, and can be downloaded and revoked on the permission page", async () => {
    const { client } = service
    const user = await TestUser.make(client)
    const returnUrl = "http://localhost:3000/linked"
    const session = { purpose: "CONSENT", userId: user.userId, company: "se-fjallbanken", returnUrl, state: "case 17" }
    const visit = await open(session, phone)
    await visit.page.route("http://localhost:3000/**", (route) => route.fulfill({ body: "linked" }))
    await visit.sees(/wants to read your bank accounts/)
    await visit.press("Continue")
    await visit.sees(/^What may .* read\?$/)
    await visit.press("Continue to Fjällbanken")
    await visit.page.getByText("Choose balances, transactions or both").first().waitFor()
    await visit.reach("Balances")
    await visit.page.keyboard.press("Space")
    await visit.press("Another date")
    const until = visit.page.getByLabel("Until")
    const last = (await until.getAttribute("max")) ?? assert.fail("no last day")
    await until.fill("2099-12-31")
    await visit.press("Continue to Fjällbanken")
    await visit.page
      .getByText(/^Choose a day from/)
      .first()
      .waitFor()
    await until.fill(last)
    await visit.press("Continue to Fjällbanken")
    await visit.page.waitForURL((url) => !url.pathname.startsWith("/connect/"))
    await approve(visit)
    await visit.page.waitForURL((url) => url.pathname.startsWith("/connect/"))
    await visit.sees(/^Share this with .*\?$/)
    assert.include(await visit.page.getByRole("main").innerText(), "but only after you share them")
    assert.notInclude(visit.page.url(), "code")
    await visit.press("No, do not share")
    await visit.page.getByRole("heading", { name: "Leave without finishing?" }).waitFor()
    await visit.press("Stay")
    await visit.press("Share and finish")
    await visit.page.waitForURL(/localhost:3000\/linked\?/)
    const { searchParams } = new URL(visit.page.url())
    assert.strictEqual(searchParams.get("state"), "case 17")
    assert.isNotEmpty(searchParams.get("code"))
    visit.foreignRequests.length = 0
    await visit.close()
    const id = searchParams.get("connectSessionId")
    const code = searchParams.get("code")
    ;(await user.withKey.post(`/connect-sessions/${id}/confirmation`, { code })).expect(200)
    const { consentIds } = await client.read<ConnectSession>(`/connect-sessions/${id}`)
    const consentId = consentIds[0] ?? assert.fail("no consent")

    const manage = await open({ purpose: "PERMISSIONS", userId: user.userId })
    await manage.sees(/What .* can read/)
    await manage.page.getByRole("heading", { name: "Fjällbanken" }).waitFor()
    const downloading = manage.page.waitForEvent("download")
    await manage.press("Download everything as a file")
    const download = await downloading
    assert.strictEqual(download.suggestedFilename(), "sheaf-data.json")
    const saved: unknown = JSON.parse(readFileSync(await download.path(), "utf8"))
    assert.include(JSON.stringify(saved), consentId)

    await manage.press("End the consent")
    await manage.page.getByRole("heading", { name: "End the consent at Fjällbanken?" }).waitFor()
    await manage.press("Cancel")
    await manage.press("End the consent")
    await manage.press("End the consent")
    const told = manage.page.getByRole("status").filter({ hasText: "The consent at Fjällbanken has ended." })
    await told.waitFor()
    const isFocused = "document.activeElement.getAttribute('role') === 'status'"
    assert.isTrue(await manage.page.evaluate<boolean>(isFocused), "the message has the focus")
    const card = manage.page.locator(".permission")
    const [place, moved] = [await told.boundingBox(), await card.boundingBox()]
    assert.isBelow(place?.y ?? Infinity, moved?.y ?? 0, "the message is where the card was")
    await manage.isAccessible()
    await manage.page.getByRole("heading", { name: "Earlier" }).waitFor()
    const time = /\d+ \w+ \d{4}, \d\d:\d\d/.source
    await manage.press("Details")
    await manage.isAccessible()
    const facts = `Consent Ended Consent for Balances What was read Nothing Given on ${time} Ended on ${time} Receipts`
    const text = (await card.innerText()).replaceAll(/\s+/g, " ")
    assert.match(text, new RegExp(facts))
    assert.strictEqual(await manage.page.getByRole("button", { name: "End the consent" }).count(), 0)
    await manage.close()
    const consent = await user.client.read<ConsentStatusObject>(`/consents/${consentId}/status`)
    assert.strictEqual(consent.status, "REVOKED")
    assert.include(consent.expiresAt, last)
  })
})

const approve = async ({ page }: BrowserVisit): Promise<void> => {
  for (let step = 0; step < 5 && !new URL(page.url()).pathname.startsWith("/connect/"); step++) {
    const user = page.locator("input[type=text]")
    if ((await user.count()) > 0) await user.first().fill("maja")
    await page.getByRole("button").first().click()
    await page.waitForLoadState()
  }
}

describe("the page", () => {
  it("has at most 100 kB of script, starts with few requests, and runs only its own script", async () => {
    const visit = await open({ purpose: "COLLECT", company: "se-nordhem" })
    await visit.sees(/wants to read/)
    // The page makes at most these seven requests: the document, its two scripts and its style, the session, the
    // companies, and the logo. Nothing waits for typefaces.
    const loaded = [...new Set(visit.requests)].filter((path) => !path.endsWith(".woff2"))
    assert.isAtMost(loaded.length, 7, loaded.join(" "))
    const scripts = loaded.filter((path) => path.endsWith(".js"))
    assert.lengthOf(scripts, 2)
    const texts = await Promise.all(scripts.map(async (path) => (await fetch(service.client.base + path)).text()))
    assert.isBelow(gzipSync(texts.join("")).byteLength, 100_000)
    await visit.close()
    const { headers } = await fetch(`${service.client.base}/connect/anything`)
    const policy = headers.get("content-security-policy") ?? ""
    assert.match(policy, /script-src 'nonce-[\w+/=]{24}';/)
    assert.notMatch(policy, /unsafe|\*|https?:/)
    assert.strictEqual(headers.get("cache-control"), "no-store")
    assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
  })
})
