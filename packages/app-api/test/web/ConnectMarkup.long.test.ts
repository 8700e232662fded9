/** Checks that the Connect page shows markup in names and texts as plain text, on every screen (spec 13). */
import { join } from "node:path"
import { TestClient } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import { SandboxProcess } from "../../src/testing/index.ts"
import { createSession } from "../connect/ConnectPage.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"
import * as Browsing from "./BrowserVisit.ts"
import { phone, BrowserVisit } from "./BrowserVisit.ts"

const browsing = Browsing.forAll()

const operator = `</title></script><script>window.ran = 1</script>Operator`
const welcome = `<b>Welcome</b> &amp; <a href="https://evil.example/">sign in here</a>`
const privacy = `<img src="https://evil.example/p.png" onerror="window.ran = 2">`
const clientName = `<script>window.ran = 3</script>Mallory {company} $& <b>AB</b>`
const company = `<img src=x onerror="window.ran = 4">Nordhem</h1><a href="javascript:window.ran=5">x`

const folder = Tools.folderForAll()
let connector: SandboxProcess.SandboxProcess | undefined
let service: TestService | undefined

const renamed = (connectors: ReadonlyArray<object>) =>
  connectors.map((each) => {
    const companies: ReadonlyArray<object> = "companies" in each && Array.isArray(each.companies) ? each.companies : []
    return {
      ...each,
      companies: companies.map((entry) =>
        "company" in entry && entry.company === "se-nordhem" ? { ...entry, companyDisplayName: company } : entry
      )
    }
  })

beforeAll(async () => {
  connector = await SandboxProcess.start({ dataDir: join(folder, "connector") })
  const connect = { name: operator, texts: { en: { welcome, privacy } } }
  service = new TestService({ folder, config: { connect, connectors: renamed(connector.config.connectors) } })
  await service.start()
})

afterAll(async () => {
  await service?.kill()
  await connector?.kill()
})

const hostileClient = async (running: TestService): Promise<TestClient> => {
  const clientId = await Tools.sheafPrints(running, "clients", "create", "--name", clientName)
  const key = await Tools.sheafPrints(running, "keys", "create", "--client", clientId)
  return new TestClient({ base: running.client.base, headers: { "authorization-token": key } })
}

/** Node's types do not include browser types, so the page's code is a string. */
const foreign = `[...document.querySelectorAll("main b, main a, main img:not(.mark), body script")].map((each) => each.outerHTML)`

/** Checks that the page neither created elements from the texts nor ran a script in them. */
const hasOnlyText = async ({ page }: BrowserVisit, ...texts: ReadonlyArray<string>): Promise<void> => {
  const shown = await page.locator("body").innerText()
  for (const text of texts) assert.include(shown, text)
  assert.deepStrictEqual(await page.evaluate(foreign), [])
  assert.isUndefined(await page.evaluate("window.ran"))
}

it("names and texts with markup appear as text", async () => {
  const running = service ?? assert.fail("no service")
  const client = await hostileClient(running)
  const session = { purpose: "COLLECT", market: "se", loginMethods: ["USERNAME_AND_PASSWORD"], products: ["INSURANCE"] }
  const link = await createSession(client, session)
  const visit = await BrowserVisit.start(browsing.browser, running.client.base, phone)
  await visit.page.goto(link.url)
  await visit.sees(/wants to read your information/)
  await hasOnlyText(visit, clientName, operator, welcome, privacy)
  await visit.isAccessible()
  // If the operator has no text in a language, the page shows the English text and marks it as English for screen
  // readers.
  await visit.page.getByLabel("Language").selectOption("sv")
  await visit.sees(/vill läsa dina uppgifter/)
  assert.strictEqual(await visit.page.getByText(privacy).getAttribute("lang"), "en")
  await visit.page.getByLabel("Språk").selectOption("en")
  await visit.press("Continue")
  await visit.sees("Which company do you use?")
  await visit.type("Search by name", "nordhem")
  await hasOnlyText(visit, company)
  await visit.isAccessible()
  await visit.press(/Nordhem/)
  await visit.sees(/Sign in to/)
  await hasOnlyText(visit, company)
  await visit.type("Username", "two-factor")
  await visit.type("Password", "a-password")
  await visit.press("Sign in")
  await visit.sees("Enter the code")
  await hasOnlyText(visit, company)
  await visit.isAccessible()
  await visit.type("Code", "123456")
  await visit.page.keyboard.press("Enter")
  await visit.sees("Done")
  await hasOnlyText(visit)
  await visit.press("What is shared")
  await visit.sees(/What .* can read/)
  assert.include(await visit.page.title(), clientName)
  await visit.press("Erase")
  await visit.page.getByRole("dialog").waitFor()
  await hasOnlyText(visit, company)
  await visit.close()
})
