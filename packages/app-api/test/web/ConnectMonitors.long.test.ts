/**
 * A person permits a monitor, views it, pauses it, keeps a receipt and ends it, with only the keyboard (spec 13, 18).
 */
import { TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { Monitor } from "@sheaf/domain/Monitor"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import * as KeptCredentials from "../connect/KeptCredentials.ts"
import { authorizeConsent } from "../conformance/resources/Monitors.ts"
import * as TestService from "../TestService.ts"
import * as Browsing from "./BrowserVisit.ts"
import { desktop, phone } from "./BrowserVisit.ts"
import type { BrowserVisit } from "./BrowserVisit.ts"
import { ConnectVisits, enter } from "./ConnectVisits.ts"

const service = TestService.forAll({ config: KeptCredentials.config })
const browsing = Browsing.forAll()

const { open, signIn } = new ConnectVisits(service, browsing)

const factsOf = async ({ page }: BrowserVisit): Promise<string> =>
  (await page.getByRole("main").innerText()).replaceAll(/\s+/g, " ")

const listed = (user: TestUser) => user.withKey.read<ReadonlyArray<Monitor>>("/monitors")

const approve = async ({ page }: BrowserVisit): Promise<void> => {
  await page.waitForURL((url) => !url.pathname.startsWith("/connect/"))
  for (let step = 0; step < 5 && !new URL(page.url()).pathname.startsWith("/connect/"); step++) {
    const user = page.locator("input[type=text]")
    if ((await user.count()) > 0) await user.first().fill("maja")
    await page.getByRole("button").first().click()
    await page.waitForLoadState()
  }
}

describe.each([
  ["a phone", phone],
  ["a desktop", desktop]
])("on %s", (_, options) => {
  it("a person gives a consent, allows the monitor, pauses it, saves a receipt and ends it", async () => {
    const { client } = service
    const user = await TestUser.make(client)
    const session = { purpose: "MONITOR", userId: user.userId, company: "se-fjallbanken" }
    const inStockholm = { ...options, timezoneId: "Europe/Stockholm" }
    const visit = await open({ ...session, monitor: { every: "P1D", at: "07:00" } }, inStockholm)
    await visit.sees(/wants to read your information regularly/)
    assert.match(
      await factsOf(visit),
      /Bank accounts: balances and transactions How often Every day, after 07:00 \(Central European Time\)/
    )
    await visit.isAccessible()
    await visit.press("Continue")
    await visit.sees(/^What may .* read\?$/)
    await visit.reach("Balances")
    await visit.page.keyboard.press("Space")
    await visit.press("Continue to Fjällbanken")
    await approve(visit)
    await visit.sees(/get updates without you\?$/)
    assert.match(
      await factsOf(visit),
      /Where Fjällbanken What is read bank accounts Balances How often Every day, after 07:00 \(Central European Time\) For how long Until \d+ \w+ \d{4}/i
    )
    await visit.isAccessible()
    assert.isEmpty(await listed(user))
    await visit.press("Allow")
    await visit.sees(/now gets updates without you$/)
    await visit.isAccessible()
    const [monitor] = await listed(user)
    assert.deepInclude(monitor, { status: "ACTIVE", every: "P1D", at: "07:00" })
    await visit.press("Finish")
    await visit.sees("All done")
    visit.foreignRequests.length = 0
    await visit.close()
    await waitFor(
      () => listed(user),
      ([seen]) => (seen?.runs ?? 0) > 0
    )

    const manage = await open({ purpose: "PERMISSIONS", userId: user.userId }, options)
    await manage.press("Details")
    await manage.page.getByRole("heading", { name: "Daily updates" }).waitFor()
    assert.match(await factsOf(manage), /Last time .* Next time .* What changed .* \d new accounts?/)
    await manage.isAccessible()
    await manage.press("Pause")
    await manage.page.getByText(/gets no updates from Fjällbanken until you resume them/).waitFor()
    assert.deepInclude((await listed(user))[0], { status: "PAUSED", pausedByPerson: true })
    await manage.press("Resume updates")
    await manage.page.getByText(/gets updates from Fjällbanken again/).waitFor()
    await manage.press("Save a receipt")
    const saved = async (form: string) => {
      const saving = manage.page.waitForEvent("download")
      await manage.press(`${form}: Daily updates, Fjällbanken`)
      const download = await saving
      assert.match(download.suggestedFilename(), /^Receipt, Fjällbanken, Daily updates, \d{4}-\d\d-\d\d\.(?:txt|jwt)$/)
      return readFileSync(await download.path(), "utf8")
    }
    assert.match(await saved("To read"), /^Receipt\n[^]*Company: Fjällbanken\n[^]*\n[\w-]+\.[\w-]+\.[\w-]+$/)
    assert.match(await saved("Signed file only"), /^[\w-]+\.[\w-]+\.[\w-]+$/)
    await manage.press("Stop updates")
    await manage.page.getByRole("heading", { name: "Stop updates from Fjällbanken?" }).waitFor()
    await manage.isAccessible()
    await manage.press("Stop updates")
    await manage.page.getByText(/no longer gets updates from Fjällbanken/).waitFor()
    assert.deepInclude((await listed(user))[0], { status: "ENDED", endReason: "REMOVED" })
    await manage.isAccessible()
    await manage.close()
  }, 180_000)
})

describe("a monitor under a consent", () => {
  it("ends with it, so that the page says at once that nothing new is read, and later when that ended", async () => {
    const { client } = service
    const user = await TestUser.make(client)
    const consentId = await authorizeConsent({ client }, user)
    ;(await user.withKey.post("/monitors", { source: { consentId }, every: "P1D" })).expect(201)
    await waitFor(
      () => listed(user),
      ([seen]) => (seen?.runs ?? 0) > 0
    )
    const visit = await open({ purpose: "PERMISSIONS", userId: user.userId }, desktop)
    await visit.page.getByText(/^Information from 1 company\./).waitFor()
    await visit.press("End the consent")
    await visit.press("End the consent")
    const told = await visit.page
      .getByRole("status")
      .filter({ hasText: "The consent at Fjällbanken has ended." })
      .innerText()
    assert.match(
      told,
      /\d+ \w+ \d{4}, \d\d:\d\d · What was read is erased on \d+ \w+ \d{4}, or earlier if you erase it\.$/
    )
    const ended = /Nothing new\. You can erase what was read\. .* Ended on \d+ \w+ \d{4} \d bank accounts? kept until/
    assert.match(await factsOf(visit), ended)
    assert.strictEqual(await visit.page.getByRole("heading", { name: "Can read now" }).count(), 0)
    assert.strictEqual(await visit.page.getByRole("button", { name: "Stop updates" }).count(), 0)
    await visit.isAccessible()
    await visit.page.reload()
    await visit.page.getByRole("heading", { name: "Has been read" }).waitFor()
    assert.match(await factsOf(visit), ended)
    await visit.close()
    assert.deepInclude((await listed(user))[0], { status: "ENDED", endReason: "CONSENT_ENDED" })
  })
})

describe("a monitor with a password", () => {
  it("keeps it only if the person ticks a box, says so, and erases it after a question", async () => {
    const { client } = service
    await KeptCredentials.allow(service, "on")
    const user = await TestUser.make(client)
    const asked = { purpose: "MONITOR", userId: user.userId, products: ["INSURANCE"], monitor: { every: "P1D" } }
    const refusing = await signIn("anybody", phone, asked)
    await refusing.sees(/can get no updates from Nordhem without you$/)
    await refusing.close()
    const session = { ...asked, company: "se-nordhem", loginMethods: ["USERNAME_AND_PASSWORD"] }
    const visit = await open(session, desktop)
    await visit.press("Continue")
    await visit.sees("Sign in to Nordhem")
    assert.match(await factsOf(visit), /Sheaf passes it on to Nordhem.* and then erases it\. .* never sees it\./)
    await visit.reach(/^Keep my username and password until/)
    await visit.page.keyboard.press("Space")
    assert.match(await factsOf(visit), /keeps it, encrypted, until \d+ \w+ \d{4}/)
    await visit.isAccessible()
    await enter(visit, "anybody")
    await visit.sees(/get updates without you\?$/)
    assert.match(await factsOf(visit), /Username and password Kept until \d+ \w+ \d{4}/)
    await visit.press("Allow")
    await visit.sees(/now gets updates without you$/)
    await visit.close()
    const manage = await open({ purpose: "PERMISSIONS", userId: user.userId }, phone)
    await manage.press("Details")
    await manage.page.getByRole("heading", { name: "Daily updates" }).waitFor()
    assert.match(await factsOf(manage), /Username and password Kept until \d+ \w+ \d{4}/)
    await manage.isAccessible()
    await manage.press(/^Erase username and password/)
    await manage.page.getByRole("heading", { name: /^Erase the username and password for Nordhem.*\?$/ }).waitFor()
    await manage.isAccessible()
    await manage.press(/^Erase username and password$/)
    await manage.page.getByText(/^The username and password for Nordhem.* are erased\.$/).waitFor()
    assert.strictEqual(await manage.page.getByRole("button", { name: "Erase username and password" }).count(), 0)
    await manage.isAccessible()
    await manage.close()
    assert.strictEqual((await listed(user))[0]?.status, "PERSON_REQUIRED")
  }, 180_000)
})

describe("a monitor that asks for more", () => {
  it("shows what was allowed so far, needs one yes, and changes nothing after a no", async () => {
    const { client } = service
    const user = await TestUser.make(client)
    const consentId = await authorizeConsent({ client }, user)
    const { monitorId } = (await user.withKey.post("/monitors", { source: { consentId }, every: "P30D" }))
      .expect(201)
      .read<Monitor>()
    const session = { purpose: "MONITOR", userId: user.userId, monitor: { monitorId, every: "P7D" }, locale: "sv" }
    const refusing = await open(session, phone)
    await refusing.sees(/hämta uppdateringar oftare eller längre\?$/)
    assert.match(await factsOf(refusing), /Hur ofta Var sjunde dag .* Tillåtet hittills Var 30:e dag/)
    await refusing.isAccessible()
    await refusing.press("Nej tack")
    await refusing.page.getByRole("dialog").waitFor()
    await refusing.page.keyboard.press("Enter")
    await refusing.sees("Inget mer läses")
    await refusing.close()
    assert.deepInclude((await listed(user))[0], { every: "P30D", status: "ACTIVE" })
    const allowing = await open(session, desktop)
    await allowing.sees(/hämta uppdateringar oftare eller längre\?$/)
    await allowing.press("Tillåt")
    await allowing.sees(/får nu uppdateringar utan dig$/)
    await allowing.close()
    assert.deepInclude((await listed(user))[0], { every: "P7D", status: "ACTIVE" })
  })

  it("repeats what was allowed before the button that starts it, if the page leads back to the client", async () => {
    const { client } = service
    const user = await TestUser.make(client)
    const consentId = await authorizeConsent({ client }, user)
    const { monitorId } = (await user.withKey.post("/monitors", { source: { consentId }, every: "P30D" }))
      .expect(201)
      .read<Monitor>()
    const returnUrl = "http://localhost:3000/linked"
    const session = { purpose: "MONITOR", userId: user.userId, monitor: { monitorId, every: "P7D" }, returnUrl }
    const visit = await open(session, phone)
    await visit.page.route("http://localhost:3000/**", (route) => route.fulfill({ body: "linked" }))
    await visit.sees(/get updates more often or for longer\?$/)
    await visit.press("Allow")
    await visit.sees(/^Start the updates for .*\?$/)
    assert.match(
      await factsOf(visit),
      /Fjällbanken · Every seven days, until \d+ \w+ \d{4} Start the updates No, thank you/
    )
    await visit.isAccessible()
    await visit.press("Start the updates")
    await visit.page.waitForURL(/localhost:3000\/linked\?/)
    visit.foreignRequests.length = 0
    await visit.close()
  })
})
