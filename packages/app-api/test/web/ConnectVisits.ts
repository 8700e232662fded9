/** People who open links to the Connect page, each in their own browser. */
import type { Browser } from "playwright-core"
import { createSession } from "../connect/ConnectPage.ts"
import type { TestService } from "../TestService.ts"
import { desktop, BrowserVisit } from "./BrowserVisit.ts"

export class ConnectVisits {
  readonly #browsing: { readonly browser: Browser }
  readonly #service: Pick<TestService, "client">

  constructor(service: Pick<TestService, "client">, browsing: { readonly browser: Browser }) {
    this.#service = service
    this.#browsing = browsing
  }

  readonly open = async (request: object, options = desktop): Promise<BrowserVisit> => {
    const { client } = this.#service
    const link = await createSession(client, request)
    const visit = await BrowserVisit.start(this.#browsing.browser, client.base, options)
    await visit.page.goto(link.url)
    return visit
  }

  readonly signIn = async (username: string, options = desktop, more: object = {}): Promise<BrowserVisit> => {
    const methods = { loginMethods: ["USERNAME_AND_PASSWORD"] }
    const visit = await this.open({ purpose: "COLLECT", company: "se-nordhem", ...methods, ...more }, options)
    await visit.press("Continue")
    await enter(visit, username)
    return visit
  }
}

export const enter = async (visit: BrowserVisit, username: string): Promise<void> => {
  await visit.sees("Sign in to Nordhem")
  await visit.page.getByRole("textbox", { name: "Username" }).fill("")
  await visit.type("Username", username)
  await visit.type("Password", "a-password")
  await visit.press("Sign in")
}
