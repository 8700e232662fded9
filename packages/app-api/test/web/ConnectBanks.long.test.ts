/**
 * Tests banks with their own pages: Connect opens the bank's page, and continues after the person's decision (spec 2.4,
 * 13).
 */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import * as SandboxBank from "../consents/SandboxBank.ts"
import { ConnectVisits } from "./ConnectVisits.ts"
import { TestUser } from "@sheaf/sandbox-site/testing"
import * as Browsing from "./BrowserVisit.ts"
import { desktop, phone } from "./BrowserVisit.ts"
import type { BrowserVisit } from "./BrowserVisit.ts"

const browsing = Browsing.forAll()
const { service } = SandboxBank.forAll()

const collect = async (company: string, name: string, options = desktop): Promise<BrowserVisit> => {
  const visits = new ConnectVisits(service(), browsing)
  const visit = await visits.open({ purpose: "COLLECT", company }, options)
  await visit.sees(/wants to read your information/)
  await visit.press("Continue")
  await visit.sees(/^What may .* read\?$/)
  await visit.reach("Balances")
  await visit.page.keyboard.press("Space")
  await visit.press(`Continue to ${name}`)
  await visit.sees(`Sign in to ${name}`)
  await visit.press(`On ${name}’s own page`)
  await visit.sees(`Approve at ${name}`)
  await visit.isAccessible()
  return visit
}

const decideIn = async (tab: Page, decision: string, farewell: string | RegExp): Promise<void> => {
  await tab.getByLabel("User name").fill("maja")
  await tab.getByRole("button", { name: "Log in" }).click()
  await tab.getByRole("button", { name: decision, exact: true }).click()
  await tab.getByRole("heading", { name: farewell }).waitFor()
}

const decide = async ({ context, page }: BrowserVisit, decision: string, farewell: string | RegExp): Promise<void> => {
  const [tab] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")])
  await decideIn(tab, decision, farewell)
  assert.isNull(await tab.evaluate("opener"))
  await tab.close()
}

describe.each([
  ["redirects", "se-provbanken", "Provbanken", phone],
  ["uses OAuth", "se-klarvik", "Klarvik", desktop]
] as const)("a collection at a bank that %s", (_, company, name, options) => {
  it("reads the accounts after the person approves on the bank's page and comes back", async () => {
    const visit = await collect(company, name, options)
    await visit.reach(`Continue to ${name}`)
    await decide(visit, "Approve", "Thank you")
    await visit.sees("Done")
    assert.match(await visit.page.getByRole("main").innerText(), /\d bank accounts?/)
    await visit.press("Finish")
    await visit.sees("All done")
    await visit.close()
  })

  it("says that nothing was read after the person refuses", async () => {
    const visit = await collect(company, name, options)
    // After a reload, Connect shows the link to the bank's page again.
    await visit.page.reload()
    await visit.sees(`Approve at ${name}`)
    await visit.reach(`Continue to ${name}`)
    await decide(visit, "Refuse", /Thank you|Nothing was approved/)
    await visit.sees("The sign-in failed")
    assert.include(await visit.page.getByRole("main").innerText(), "Nothing was read.")
    await visit.close()
  })
})

describe("a consent at a bank that only has an app", () => {
  const untilCode = async (): Promise<BrowserVisit> => {
    const user = await TestUser.make(service().client)
    const session = {
      purpose: "CONSENT",
      userId: user.userId,
      company: "se-appbanken",
      loginMethods: ["SWEDISH_MOBILE_EID_OTHER_DEVICE"]
    }
    const visit = await new ConnectVisits(service(), browsing).open(session, phone)
    await visit.sees(/wants to read your bank accounts/)
    await visit.press("Continue")
    await visit.sees(/^What may .* read\?$/)
    await visit.reach("Balances")
    await visit.page.keyboard.press("Space")
    await visit.press("Continue to Appbanken")
    await visit.sees("Sign in to Appbanken")
    await visit.type("Personal number", "199002222389")
    await visit.press("Continue with electronic ID")
    await visit.sees("How do you want the code?")
    await visit.isAccessible()
    await visit.press("Text message")
    await visit.sees("Enter the code")
    await visit.isAccessible()
    return visit
  }

  it("is given with the personal number, a method and a code", async () => {
    const visit = await untilCode()
    await visit.type("Code", "123 456")
    await visit.press("Continue")
    await visit.sees("Appbanken is linked")
    await visit.page.getByText(/You can end the consent at any time/).waitFor()
    assert.deepStrictEqual(await visit.page.getByRole("definition").allInnerTexts(), ["Balances"])
    await visit.isAccessible()
    await visit.close()
  })

  it("fails with a wrong code, and says so", async () => {
    const visit = await untilCode()
    await visit.type("Code", "0000")
    await visit.press("Continue")
    await visit.page.getByText("Appbanken did not accept the code.").waitFor()
    await visit.close()
  })
})
