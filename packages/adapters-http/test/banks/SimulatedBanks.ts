/** Runs the sandbox's banks behind the adapter for real banks. */
import { bankDescriptions, BankClient } from "@sheaf/adapters-sandbox"
import { Banks } from "@sheaf/adapters-sandbox/testing"
import { AccountHoldingBanks } from "@sheaf/ports"
import type { BankConsent, BankConsentRequest, BankProfile } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import type { HttpClient } from "effect/http"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as RemoteBanks from "../../src/banks/RemoteBanks.ts"

export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sheaf-banks-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
)

export const banksIn = (folder: string, capacity?: number): Layer.Layer<AccountHoldingBanks> =>
  Layer.effect(
    AccountHoldingBanks,
    Effect.map(BankClient, (client) => RemoteBanks.makeInProcess(client, bankDescriptions))
  ).pipe(Layer.provide(Banks.layerClient(folder, capacity)))

/**
 * Creates simulated banks that enforce a profile, and an adapter that uses the same profile. Passes the banks' HTTP
 * client to `found`.
 */
export const banksWith = (
  folder: string,
  profile: BankProfile.ResolvedProfile,
  found: (client: HttpClient.HttpClient) => void
): Layer.Layer<AccountHoldingBanks> =>
  Layer.effect(
    AccountHoldingBanks,
    Effect.map(BankClient, (client) => {
      found(client)
      return RemoteBanks.makeInProcess(
        client,
        bankDescriptions.map((names) => ({ ...names, profile }))
      )
    })
  ).pipe(Layer.provide(Banks.layerClient(folder, undefined, { profile })))

export const bankOf = Effect.fnUntraced(function* (company: string) {
  return Option.getOrThrow(yield* (yield* AccountHoldingBanks).find(company))
})

export const returnUrl = "https://service.example/consents/return/a-state"

export const scope = { type: "PSD2_AIS", balances: true, transactions: true } as const

export const redirectRequest: Omit<BankConsentRequest, "validUntil"> = {
  scope,
  psuIpAddress: "192.0.2.17",
  psuLocale: "sv-se",
  authorization: { _tag: "REDIRECT", returnUrl }
}

export const decoupledRequest = (personalNumber: string): Omit<BankConsentRequest, "validUntil"> => ({
  ...redirectRequest,
  authorization: { _tag: "DECOUPLED", personalNumber: Redacted.make(personalNumber) }
})

/** A date within the maximum validity, counted from the start of the test clock. */
export const validUntil = "1970-03-31"

export const pressButton =
  (folder: string, decision: string, accountIds?: ReadonlyArray<string>) =>
  ({ redirectUrl = "" }: BankConsent) =>
    Banks.submitDecision(folder, decision, accountIds)(redirectUrl)

export const authorizeConsent = Effect.fnUntraced(function* (company: string, personalNumber: string, key: string) {
  const bank = yield* bankOf(company)
  const request = { ...decoupledRequest(personalNumber), validUntil }
  const { bankConsentId } = yield* bank.createConsent(request, key)
  yield* bank.identify(bankConsentId, Redacted.make(personalNumber), key)
  return { bank, id: bankConsentId, at: yield* Clock.currentTimeMillis }
})
