/**
 * Simulated banks for tests. They serve the banks' protocol and pages, and have customers with accounts. A stub
 * replaces the login host.
 */
import { Effect, Layer } from "effect"
import { HttpClientRequest } from "effect/http"
import type { HttpClient } from "effect/http"
import * as ConsentPageHandler from "../banks/ConsentPageHandler.ts"
import * as ConsentFileStore from "../banks/ConsentFileStore.ts"
import { banks } from "../banks/Bank.ts"
import * as AuthorizationStore from "../banks/oauth/AuthorizationStore.ts"
import type { BankAppOptions } from "../banks/server/BankApp.ts"
import * as BankClient from "../banks/server/BankClient.ts"
import { bankAccountsOf } from "../records/BankAccounts.ts"
import { loginHostStub } from "./TestSandbox.ts"

/** The folder stores at most `capacity` consents. */
export const layerClient = (
  folder: string,
  capacity?: number,
  options: BankAppOptions = {}
): Layer.Layer<BankClient.BankClient> =>
  BankClient.layerWith(options).pipe(
    Layer.provide(
      Layer.merge(
        ConsentFileStore.layer({ folder, ...(capacity !== undefined && { capacity }) }),
        AuthorizationStore.layer
      )
    ),
    Layer.provide(loginHostStub)
  )

export const submitDecision =
  (folder: string, decision: string, accountIds: ReadonlyArray<string> = []) =>
  (page: string) => {
    const form = new URLSearchParams({ decision })
    for (const id of accountIds) form.append("account", id)
    const body = form.toString()
    return Effect.provide(
      ConsentPageHandler.handleRequest({
        method: "POST",
        language: "",
        acceptLanguage: "",
        path: new URL(page).pathname,
        body
      }),
      ConsentFileStore.layer({ folder })
    )
  }

const accountsOf = (company: string, identity: string) => {
  const bank = banks.get(company)
  return bank === undefined ? [] : bankAccountsOf(bank, identity)
}

export const ibansOf = (company: string, identity: string): ReadonlyArray<string> =>
  accountsOf(company, identity).flatMap(({ iban }) => iban ?? [])

/** Returns how many accounts a person has, including cards. */
export const accountCountOf = (company: string, identity: string): number => accountsOf(company, identity).length

/**
 * Opens the authorization server's page as a person would and submits the decision. Returns the URL that the page
 * redirects to.
 */
export const decideByOAuth = Effect.fnUntraced(function* (
  client: HttpClient.HttpClient,
  redirectUrl: string,
  decision: string
) {
  const opened = yield* client.get(redirectUrl)
  const page = new URL(opened.headers["location"] ?? "", redirectUrl)
  const form = HttpClientRequest.bodyText(
    HttpClientRequest.post(page),
    new URLSearchParams({ decision }).toString(),
    "application/x-www-form-urlencoded"
  )
  const { headers } = yield* client.execute(form)
  return new URL(headers["location"] ?? "")
}, Effect.orDie)
