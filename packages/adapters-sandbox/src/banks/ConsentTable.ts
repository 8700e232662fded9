/** The consent scenarios. The personal number or a button on the bank's page selects one (spec 3.4, 12). */
import { ConsentScenario } from "../scenarios/ConsentScenario.ts"
import { initialStatus } from "@sheaf/domain/ConsentStatus"
import type { Parameter } from "@sheaf/domain/Parameter"
import { Schema, Struct } from "effect"
import { PageDecision } from "./PageDecision.ts"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Company } from "../companies/Company.ts"
import { companyOf } from "../companies/SandboxCompanies.ts"
import * as DataFile from "../data/DataFile.ts"
import rows from "../data/scenarios/stored-consent.json" with { type: "json" }
import { personalCodeParameters, personalNumberParameters, loginKindOf } from "../scenarios/ScenarioTable.ts"

const BankBehavior = Schema.Literals([
  /** The bank grants everything that it supports. */
  "GRANTS",
  /** The bank grants the consent for at most a week. */
  "SHORTENS",
  /** The bank grants only the first account. */
  "GRANTS_FEWER",
  /** The bank grants the consent for a minute. */
  "EXPIRES_SOON",
  "REJECTS",
  /** The bank cannot be reached when Sheaf creates the consent. */
  "UNREACHABLE",
  /** The bank's response to the creation of the consent is unreadable. */
  "UNREADABLE",
  /** The bank grants the consent, but the person revokes it there before the first collection. */
  "REVOKED_BY_PERSON",
  /** The bank grants the consent but refuses to return accounts. */
  "REFUSES_READING",
  /** The first status request and the first accounts request fail. */
  "FAILS_ONCE",
  /** The bank asks how the person authorizes the consent: in its app, or with a code from a text message. */
  "ASKS_FOR_CODE"
])
export type BankBehavior = typeof BankBehavior.Type

const ConsentScenarioRow = Schema.Struct({
  ...Struct.omit(ConsentScenario.fields, ["finalStatus", "loginMethods", "parameters", "redirect"]),
  personalNumber: Schema.optionalKey(Schema.String),
  /** Default: GRANTS. */
  behavior: Schema.optionalKey(BankBehavior),
  decision: Schema.optionalKey(PageDecision)
})
export type ConsentScenarioRow = typeof ConsentScenarioRow.Type
export const ConsentScenarioRows = Schema.Array(ConsentScenarioRow)

export const consentTable = DataFile.read(ConsentScenarioRows, rows)

/**
 * The bank rejects one-time consents of the user with this name, and of users whose email address has this name before
 * the `@`.
 */
const rejected = "consent-refused"

const behaviors = new Map<string | undefined, BankBehavior | undefined>([
  ...consentTable.map(({ behavior, personalNumber }) => [personalNumber, behavior] as const),
  [rejected, "REJECTS"]
])

/** `person` is a personal number, a user name or an email address. */
export const behaviorOf = (person: string): BankBehavior => behaviors.get(person.replace(/@.*$/, "")) ?? "GRANTS"

/** Every consent scenario sends this parameter. The IP address is reserved for documentation (RFC 5737). */
const askedConsent: Parameter = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }

const personIn = (personalNumber: string, { loginMethods, market }: Company): ReadonlyArray<Parameter> =>
  [...personalNumberParameters(personalNumber), ...personalCodeParameters(personalNumber, market)].filter(({ type }) =>
    loginMethods.some((method) => LoginMethod.describe(method).parameter === type)
  )

const entryOf = ({ behavior: _, decision, personalNumber, ...row }: ConsentScenarioRow): ConsentScenario => {
  const company = companyOf(row.company)
  const identified = personalNumber === undefined || company === undefined ? undefined : { company, personalNumber }
  return {
    ...row,
    finalStatus: row.visits.at(-1) ?? initialStatus,
    loginMethods: identified?.company.loginMethods.filter((method) => loginKindOf(method) === "ELECTRONIC_ID") ?? [],
    parameters: [askedConsent, ...(identified ? personIn(identified.personalNumber, identified.company) : [])],
    ...(decision !== undefined && { redirect: decision })
  }
}

/** The consent scenarios that programs get from `GET /sandbox/consent-scenarios`. */
export const consentCatalog: ReadonlyArray<ConsentScenario> = consentTable.map(entryOf)
