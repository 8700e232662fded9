/** Persons who open links to the Connect page, each in a browser of their own. */
import type { Browser } from "playwright-core"
import { invite } from "../connect/Page.ts"
import type { TestService } from "../TestService.ts"
import { desktop, Visit } from "./Visit.ts"

export class ConnectVisits {
  readonly #browsing: { readonly browser: Browser }
  readonly #service: Pick<TestService, "client">

  constructor(service: Pick<TestService, "client">, browsing: { readonly browser: Browser }) {
    this.#service = service
    this.#browsing = browsing
  }

  /** Creates a session, and opens its link. */
  readonly open = async (request: object, options = desktop): Promise<Visit> => {
    const { client } = this.#service
    const link = await invite(client, request)
    const visit = await Visit.start(this.#browsing.browser, client.base, options)
    await visit.page.goto(link.url)
    return visit
  }

  /** Opens a session at one company, and signs in with a user name that chooses the scenario. */
  readonly signIn = async (username: string, options = desktop, more: object = {}): Promise<Visit> => {
    const methods = { loginMethods: ["USERNAME_AND_PASSWORD"] }
    const visit = await this.open({ purpose: "COLLECT", company: "se-nordhem", ...methods, ...more }, options)
    await visit.press("Continue")
    await enter(visit, username)
    return visit
  }
}

/** Fills in the form that asks for a user name. */
export const enter = async (visit: Visit, username: string): Promise<void> => {
  await visit.sees("Sign in to Nordhem")
  await visit.page.getByLabel("Username").fill("")
  await visit.type("Username", username)
  await visit.type("Password", "a-password")
  await visit.press("Sign in")
}
