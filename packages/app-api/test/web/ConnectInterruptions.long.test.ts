/**
 * Tests that a Connect page recovers from every interruption, because the server keeps the session's state (spec 13).
 */
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import { assert, describe, it } from "vitest"
import * as TestService from "../TestService.ts"
import { ConnectVisits, enter } from "./ConnectVisits.ts"
import * as Browsing from "./BrowserVisit.ts"
import { phone } from "./BrowserVisit.ts"
import type { BrowserVisit } from "./BrowserVisit.ts"

const service = TestService.forAll()
const browsing = Browsing.forAll()

const { open, signIn } = new ConnectVisits(service, browsing)

const withApp = { purpose: "COLLECT", company: "se-nordhem", loginMethods: ["SWEDISH_MOBILE_EID_ANY_DEVICE_TEST"] }

const toApp = async (): Promise<BrowserVisit> => {
  const visit = await open(withApp, phone)
  await visit.press("Continue")
  await visit.type("Personal number", "199005022398")
  await visit.press("Continue with electronic ID")
  await visit.sees("Open your electronic ID app")
  return visit
}

describe("the page", () => {
  it("survives a reload, a lost network, the back button and a second tab", async () => {
    const visit = await signIn("two-factor")
    await visit.sees("Enter the code")
    await visit.page.reload()
    await visit.sees("Enter the code")
    await visit.context.setOffline(true)
    await visit.page.getByText("Waiting for the network.").waitFor()
    await visit.context.setOffline(false)
    await visit.page.getByText("Waiting for the network.").waitFor({ state: "detached" })
    await visit.page.goBack()
    await visit.sees("Sign in to Nordhem")
    await visit.page.goForward()
    await visit.sees("Enter the code")
    const second = await visit.context.newPage()
    await second.goto(visit.page.url())
    await second.getByRole("heading", { name: "Enter the code" }).waitFor()
    await second.getByLabel("Code").fill("123456")
    await second.keyboard.press("Enter")
    await second.getByRole("heading", { name: "Done" }).waitFor()
    await visit.sees("Done")
    await visit.close()
  })

  it("sends a form once the network is back, and blames nobody in the meantime", async () => {
    const visit = await open({ purpose: "COLLECT", company: "se-nordhem", loginMethods: ["USERNAME_AND_PASSWORD"] })
    const offline = visit.page.getByText("Waiting for the network.")
    await visit.press("Continue")
    await visit.context.setOffline(true)
    await enter(visit, "two-factor")
    await offline.waitFor()
    await visit.isAccessible()
    assert.strictEqual(await visit.page.getByRole("alert").count(), 0)
    await visit.sees("Sign in to Nordhem")
    await visit.context.setOffline(false)
    await visit.sees("Enter the code")
    assert.strictEqual(await offline.count(), 0)
    // The service accepted the form only once.
    const connectSessionId = new URL(visit.page.url()).pathname.split("/").at(-1)
    const { collectionIds } = await service.client.read<ConnectSession>(`/connect-sessions/${connectSessionId}`)
    assert.lengthOf(collectionIds, 1)
    await visit.context.setOffline(true)
    await visit.type("Code", "123456")
    await visit.press("Continue")
    await offline.waitFor()
    assert.strictEqual(await visit.page.getByRole("alert").count(), 0)
    await visit.context.setOffline(false)
    await visit.sees("Done")
    assert.strictEqual(await offline.count(), 0)
    await visit.close()
  })

  it("lets the person go elsewhere while a form waits for the network", async () => {
    const visit = await open({ purpose: "COLLECT", company: "se-nordhem", loginMethods: ["USERNAME_AND_PASSWORD"] })
    await visit.press("Continue")
    await visit.context.setOffline(true)
    await enter(visit, "two-factor")
    await visit.page.getByText("Waiting for the network.").waitFor()
    await visit.page.goBack()
    await visit.sees(/wants to read your information/)
    await visit.context.setOffline(false)
    await visit.page.getByText("Waiting for the network.").waitFor({ state: "detached" })
    await visit.press("Continue")
    await enter(visit, "completed")
    await visit.sees("Done")
    await visit.close()
  })

  it("shows the result after the person has switched to the app, although the phone froze the page", async () => {
    const visit = await toApp()
    const app = await visit.page.getByRole("link", { name: "Open the app" }).getAttribute("href")
    const phoneOf = await visit.context.newCDPSession(visit.page)
    await phoneOf.send("Page.setWebLifecycleState", { state: "frozen" })
    const other = await visit.context.newPage()
    await other.goto(app ?? assert.fail("no app"))
    await other.getByRole("button", { name: "Sign" }).click()
    await other.getByText("Signed").first().waitFor()
    await other.close()
    await phoneOf.send("Page.setWebLifecycleState", { state: "active" })
    await visit.sees("Done")
    await visit.close()
  })

  it("shows the result after the person has come back from the app's page with the back button", async () => {
    const visit = await toApp()
    const address = visit.page.url()
    await visit.press("Open the app")
    const sign = visit.page.getByRole("button", { name: "Sign" })
    await sign.waitFor()
    await visit.isAccessible()
    await sign.click()
    await visit.page.getByText("Signed").first().waitFor()
    while (visit.page.url() !== address) await visit.page.goBack()
    await visit.sees("Done")
    await visit.close()
  })

  it("says that the session has ended if the person left it in another tab", async () => {
    const visit = await open({ purpose: "COLLECT", company: "se-nordhem", loginMethods: ["USERNAME_AND_PASSWORD"] })
    await visit.press("Continue")
    await visit.sees("Sign in to Nordhem")
    const second = await visit.context.newPage()
    await second.goto(visit.page.url())
    await second.getByRole("button", { name: "No, thank you" }).click()
    await second.getByRole("button", { name: "Leave" }).click()
    await second.getByRole("heading", { name: "Nothing more is read" }).waitFor()
    await enter(visit, "completed")
    await visit.sees("Nothing more is read")
    await visit.close()
  })
})
