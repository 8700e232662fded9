/**
 * Replaces the banks in tests of one-time consents. Returns the data that the banks would return, without using their
 * protocol.
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { ConnectorError } from "@sheaf/ports"
import type { Connector, ConnectorRequest, Step } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import { BankConnectors } from "../banks/BankConnectors.ts"
import { maskedPanOf } from "../data/MaskedPan.ts"
import { companyOf } from "../companies/SandboxCompanies.ts"
import { bankAccountsOf } from "../records/BankAccounts.ts"
import { identityOf } from "../scenarios/ScenarioTable.ts"
import { behaviorOf } from "../banks/ConsentTable.ts"

const accountsUnder = ({ company: id, consent, login }: ConnectorRequest) => {
  const company = companyOf(id)
  const identity = identityOf(Redacted.value(login))
  const behavior = behaviorOf(identity)
  if (company?.bank === undefined || consent === undefined || behavior === "REJECTS") return undefined
  // Banks identify accounts by account number.
  const all = bankAccountsOf(company, identity).map((account) => ({
    ...account,
    accountId: account.iban ?? maskedPanOf(account) ?? account.accountId
  }))
  const accounts = ConsentScope.filterAccounts(consent.scope, all)
  const chosen = behavior === "GRANTS_FEWER" ? accounts.slice(0, 1) : accounts
  const accountIds = chosen.map(({ accountId }) => accountId)
  const granted = ConsentScope.intersectScope(consent.scope, { ...company.bank.reads, accountIds })
  return granted && ConsentScope.filterAccounts(granted, chosen)
}

const broken = Effect.fail(new ConnectorError({ reason: "BROKEN" }))

const reading: Connector = {
  begin: (order) => {
    const wealth = accountsUnder(order)
    const step: Step =
      wealth === undefined
        ? {
            _tag: "End",
            status: "AUTHENTICATION_ERROR",
            session: "",
            reason: FailureReason.make("CONSENT_REFUSED")
          }
        : {
            _tag: "End",
            status: wealth.length === 0 ? "COMPLETED_EMPTY" : "COMPLETED",
            session: "",
            collected: { insurance: [], wealth, missing: [] }
          }
    return Effect.succeed(step)
  },
  resume: () => broken,
  cancel: () => Effect.void,
  document: () => broken
}

export const layer: Layer.Layer<BankConnectors> = Layer.succeed(BankConnectors, {
  find: () => Effect.succeed(Option.some(reading))
})
