/** Every consent scenario: chosen by the personal number, or by a button on the page of the bank (decisions 9, 16). */
import { CompanyId } from "@sheaf/domain/Company"
import { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { initial } from "@sheaf/domain/ConsentStatus"
import type { Parameter } from "@sheaf/domain/Parameter"
import { Schema } from "effect"
import { Decision } from "../banks/Decision.ts"
import { companyOf } from "../companies/Companies.ts"
import * as DataFile from "../data/DataFile.ts"
import rows from "../data/scenarios/stored-consent.json" with { type: "json" }
import { personalNumberParameters, routeOf } from "./Credentials.ts"

const BankBehaviour = Schema.Literals([
  /** The bank grants as much as it can of the request. */
  "GRANTS",
  /** The bank grants the consent for a week at most. */
  "SHORTENS",
  /** Of several accounts the bank grants the first. */
  "GRANTS_FEWER",
  /** The bank grants the consent for a minute. */
  "EXPIRES_SOON",
  "REJECTS",
  /** The bank cannot be reached when the service creates the consent. */
  "UNREACHABLE",
  /** The bank's answer to the creation of the consent cannot be read. */
  "UNREADABLE",
  /** The bank grants the consent; before the first collection the person revokes it at the bank. */
  "REVOKED_BY_PERSON",
  /** The bank grants the consent, and refuses to tell the accounts. */
  "REFUSES_READING",
  /** The bank answers the first request for the status, and the first one for the accounts, with an error. */
  "FAILS_ONCE"
])
/** What a simulated bank makes of the consents of a person. */
export type BankBehaviour = typeof BankBehaviour.Type

const { collect, description, errorCode, expire, revoke, scenario, visits } = ConsentScenario.fields

const ConsentRow = Schema.Struct({
  scenario,
  description,
  company: CompanyId,
  /** The person who authorizes the consent by electronic ID. */
  personalNumber: Schema.optionalKey(Schema.String),
  /** What the bank makes of every consent of this person. By default it grants them. */
  behaviour: Schema.optionalKey(BankBehaviour),
  /** The button on the page of the bank, if the person authorizes the consent there. */
  decision: Schema.optionalKey(Decision),
  visits,
  collect,
  revoke,
  expire,
  errorCode
})
export type ConsentRow = typeof ConsentRow.Type
export const ConsentRows = Schema.Array(ConsentRow)

export const consentTable = DataFile.read(ConsentRows, rows)

const behaviours = new Map(consentTable.map(({ behaviour, personalNumber }) => [personalNumber, behaviour]))

export const behaviourOf = (personalNumber: string): BankBehaviour => behaviours.get(personalNumber) ?? "GRANTS"

/** The consent that consent scenarios ask for. The address of the person is one for documentation (RFC 5737). */
const askedConsent: Parameter = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }

const entryOf = ({ behaviour: _, decision, personalNumber, ...row }: ConsentRow): ConsentScenario => ({
  ...row,
  finalStatus: row.visits.at(-1) ?? initial,
  loginMethods:
    personalNumber === undefined
      ? []
      : (companyOf(row.company)?.loginMethods.filter((method) => routeOf(method) === "ELECTRONIC_ID") ?? []),
  parameters: [askedConsent, ...(personalNumber === undefined ? [] : personalNumberParameters(personalNumber))],
  ...(decision !== undefined && { redirect: decision })
})

/** The table as `GET /sandbox/consent-scenarios` lists it, ready to be driven by a program. */
export const consentCatalogue: ReadonlyArray<ConsentScenario> = consentTable.map(entryOf)
