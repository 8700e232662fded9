/** The simulated banks in tests, and the decisions that people make on the banks' pages. */
import { AccountHoldingBanks } from "@sheaf/ports"
import type { BankConsent, BankConsentRequest } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ConsentDesk from "../../src/banks/ConsentDesk.ts"
import * as ConsentFiles from "../../src/banks/ConsentFiles.ts"
import type { PageDecision } from "../../src/banks/PageDecision.ts"
import { companies } from "../../src/companies/SandboxCompanies.ts"
import type { Company } from "../../src/companies/Company.ts"
import * as SandboxBanks from "../../src/banks/SandboxBanks.ts"
import { somewhere } from "../../src/testing/index.ts"

const companyNamed = (id: string): Company => {
  const company = companies.find((each) => each.id === id)
  if (company === undefined) throw new Error(`the sandbox has no company ${id}`)
  return company
}

/** A Swedish bank with four accounts. */
export const fjallbanken = companyNamed("se-fjallbanken")

/** A folder that exists until its scope ends. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sheaf-banks-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
)

/** Creates banks that store their consents in the folder. */
export const banksIn = (folder: string, capacity?: number): Layer.Layer<AccountHoldingBanks> =>
  SandboxBanks.layer.pipe(
    Layer.provide(ConsentFiles.layer({ folder, ...(capacity !== undefined && { capacity }) })),
    Layer.provide(somewhere)
  )

export const bankOf = Effect.fnUntraced(function* (company: string) {
  return Option.getOrThrow(yield* (yield* AccountHoldingBanks).find(company))
})

export const returnUrl = "https://service.example/consents/return/a-state"

export const scope = { type: "PSD2_AIS", balances: true, transactions: true } as const

export const byPage: Omit<BankConsentRequest, "validUntil"> = {
  scope,
  psuIpAddress: "192.0.2.17",
  psuLocale: "sv-se",
  authorization: { _tag: "REDIRECT", returnUrl }
}

export const byElectronicId = (personalNumber: string): Omit<BankConsentRequest, "validUntil"> => ({
  ...byPage,
  authorization: { _tag: "ELECTRONIC_ID", personalNumber: Redacted.make(personalNumber) }
})

export const validUntil = "2026-09-30"

const pathOf = ({ redirectUrl = "" }: BankConsent): string => new URL(redirectUrl).pathname

/** Requests a consent's page. */
const visit = (folder: string, consent: BankConsent, method = "GET", body = "") =>
  Effect.provide(
    ConsentDesk.answer({ method, language: "", path: pathOf(consent), body }),
    ConsentFiles.layer({ folder })
  )

/** Presses a button on the page. */
export const press =
  (folder: string, decision: PageDecision | string, accountIds: ReadonlyArray<string> = []) =>
  (consent: BankConsent) =>
    visit(
      folder,
      consent,
      "POST",
      String(
        new URLSearchParams([["decision", decision], ...accountIds.map((id): [string, string] => ["account", id])])
      )
    )

/** Creates a consent and authenticates the person who gave it. */
export const authorized = Effect.fnUntraced(function* (company: string, personalNumber: string, key: string) {
  const bank = yield* bankOf(company)
  const request = { ...byElectronicId(personalNumber), validUntil }
  const { bankConsentId } = yield* bank.createConsent(request, key)
  yield* bank.identify(bankConsentId, Redacted.make(personalNumber), key)
  return { bank, id: bankConsentId, at: yield* Clock.currentTimeMillis }
})
