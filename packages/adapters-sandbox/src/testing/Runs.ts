/** Collections for connector contract tests, covering the whole sandbox. */
import type { ComparisonResult } from "@sheaf/domain/AuthenticationMismatch"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Parameter from "@sheaf/domain/Parameter"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import type { Scenario } from "../scenarios/Scenario.ts"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { ConnectorRequest } from "@sheaf/ports"
import { Redacted, Result } from "effect"
import { scenarioCatalog } from "../Catalog.ts"

/** In these scenarios, the connector breaks its contract. They test how the service reacts. */
export const faultyScenarios = [
  "company-slow",
  "company-unreachable-twice",
  "connector-throws",
  "connector-nonsense",
  "connector-unexpected-status"
]

/** Sheaf's expected verdict on whether the right person authenticated (spec 3.2). */
const verdicts: Readonly<Record<string, ComparisonResult>> = {
  "electronic-id": "VERIFIED",
  "electronic-id-mismatch": "MISMATCH",
  "electronic-id-company-differs": "VERIFIED",
  "electronic-id-not-told": "UNVERIFIABLE",
  "electronic-id-cancelled": "UNVERIFIABLE",
  "security-token": "VERIFIED",
  "security-token-mismatch": "MISMATCH",
  "client-side": "UNVERIFIABLE",
  "client-side-mismatch": "MISMATCH",
  "client-side-company-mismatch": "MISMATCH",
  completed: "UNVERIFIABLE"
}

export interface ConnectorRun {
  readonly name: string
  readonly order: ConnectorRequest
  readonly answers?: ReadonlyArray<SupplementInfo>
  /** Present if nobody acts after the last input. */
  readonly unanswered?: true
  readonly verdict?: ComparisonResult
}

const consentOf = ({ parameters }: Scenario): ConsentScope.ConsentTerms | undefined => {
  const asked = Parameter.find(parameters, "PSD2_AIS_CONSENT")
  return asked && Result.getOrThrow(ConsentScope.resolveTerms(asked, "", { today: "2026-04-01", market: "se" }))
}

export const connectorRunOf = (entry: Scenario, loginMethod: LoginMethod.LoginMethod): ConnectorRun => {
  const { company, expire, parameters, presses, scenario, supplements = [] } = entry
  const wanted = LoginMethod.describe(loginMethod).parameter
  const login: LoginParameter | undefined = wanted === undefined ? { type: "PAGE" } : Parameter.find(parameters, wanted)
  if (login === undefined) throw new Error(`${scenario} has no parameter for ${loginMethod}`)
  const consent = consentOf(entry)
  const order = { company, loginMethod, login: Redacted.make(login) }
  const verdict = verdicts[scenario]
  return {
    name: `${scenario} by ${loginMethod}`,
    order: consent ? { ...order, products: ["PSD2_AIS"], consent } : { ...order, products: ["INSURANCE", "WEALTH"] },
    answers: supplements,
    // The tests run without the sandbox's page, so nobody can press a button on it.
    ...((expire || presses) && { unanswered: true }),
    ...(verdict !== undefined && { verdict })
  }
}

/** Runs every scenario with one login method per family, and with one `_TEST` method. */
const scenarioRuns = scenarioCatalog
  .filter(({ scenario }) => !faultyScenarios.includes(scenario))
  .flatMap((scenario) => {
    const methods = new Map(scenario.loginMethods.map((method) => [LoginMethod.describe(method).family, method]))
    const test = scenario.loginMethods.find((method) => LoginMethod.describe(method).environment === "TEST")
    return [...methods.values(), ...(test === undefined ? [] : [test])].map((method) =>
      connectorRunOf(scenario, method)
    )
  })

/**
 * Repeats the runs of the `completed` and `completed-partial` scenarios for each product alone. The companies in these
 * runs offer both products.
 */
const productRuns = scenarioRuns
  .filter(({ name }) => name.startsWith("completed by") || name.startsWith("completed-partial by"))
  .flatMap((run) =>
    (["INSURANCE", "WEALTH"] as const).map((product): ConnectorRun => ({
      ...run,
      name: `${run.name}, ${product} only`,
      order: { ...run.order, products: [product] }
    }))
  )

const scope = { type: "PSD2_AIS", balances: true, transactions: true } as const

export const oneTimeConsentFor = (
  part: Partial<ConsentScope.Psd2AisConsentScope> = {}
): NonNullable<ConnectorRequest["consent"]> => ({
  scope: { ...scope, ...part },
  psuIpAddress: "192.0.2.17",
  psuLocale: "sv-se",
  validUntil: "2026-09-30"
})

/** Repeats the runs of the company `se-nordhem` at a bank, with a one-time consent. */
const bankRuns = scenarioRuns
  .filter(({ order }) => order.company === "se-nordhem")
  .map((run): ConnectorRun => ({
    ...run,
    name: `${run.name}, at a bank`,
    order: { ...run.order, company: "se-fjallbanken", products: ["PSD2_AIS"], consent: oneTimeConsentFor() }
  }))

export const connectorRuns: ReadonlyArray<ConnectorRun> = [...scenarioRuns, ...productRuns, ...bankRuns]
