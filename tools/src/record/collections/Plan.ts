/** A recording's collections, by sandbox scenario. */
import type { RecordedData } from "@sheaf/app-api/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"

const companies: ReadonlyArray<string> = [
  "se-nordhem",
  "se-granskog",
  "se-klarvik",
  "ee-rannakindlustus",
  "ee-kadaka",
  "lt-rasos",
  "lt-kopos",
  "lv-priedes",
  "lv-kapas",
  "fr-rivage",
  "fr-bocage",
  "fr-clairval"
]

/** A user name that selects no scenario, so that the collection ends with data. */
interface Login {
  readonly company: string
  readonly username: string
}

/**
 * Logins whose data together covers every type of record. The user name determines the types that a person holds.
 * Granskog has several logins, because it offers more types than one person holds.
 */
export const logins: ReadonlyArray<Login> = [
  ...companies.map((company) => ({ company, username: `recorded-${company}` })),
  ...[1, 3, 29].map((person) => ({ company: "se-granskog", username: `recorded-se-granskog-${person}` }))
]

/** The company of public pensions. It supports only electronic IDs. */
export const pensions = {
  company: "se-statspension",
  loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
  parameters: [{ type: "SWEDISH_EID", personalNumber: "199112182394" }]
} as const

/** The older version's scenarios. Each is recorded for both products. */
export const older: ReadonlyArray<string> = ["completed", "completed-fr", "failed"]

/** The scenarios that are driven to their end. */
export const finished: ReadonlyArray<string> = [
  "accounts",
  "accounts-ee",
  "accounts-lt",
  "accounts-lv",
  "accounts-fr",
  "accounts-narrow",
  "account-owner-name",
  "account-temporarily-locked-hour",
  "authentication-error",
  "collection-input-timeout",
  "company-maintenance",
  "completed-empty",
  "completed-partial",
  "consent-refused",
  "contact-form-timeout",
  "customer-enrollment-required",
  "electronic-id-accounts",
  "electronic-id-cancelled",
  "electronic-id-mismatch",
  "failed",
  "incorrect-credentials",
  "incorrect-two-factor-code",
  "kyc-form",
  "login-method-not-applicable-ee",
  "pdf-contradictory",
  "pdf-motor-policy",
  "pdf-motor-statement",
  "pdf-unknown",
  "third-party-error",
  "two-factor-choice-timeout"
]

/** A collection that is left waiting. */
export interface Waiting {
  readonly scenario: string
  readonly loginMethod?: LoginMethod
  readonly version?: ApiVersion
  readonly product?: RecordedData.ProductPath
  /** The number of inputs to post first. */
  readonly supplied?: number
  /** The status in which the collection is left. The default is the status of its first question. */
  readonly at?: CollectionStatus
  /** Replaces the personal number of the scenario. */
  readonly personalNumber?: string
  /** Replaces the final status of the scenario. */
  readonly finalStatus?: CollectionStatus
}

const clientSide = "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK"
const signing = "WAITING_FOR_USER_ACTION"

/** The collections that wait for input. */
export const waiting: ReadonlyArray<Waiting> = [
  { scenario: "contact-form-pending" },
  { scenario: "contact-form-pending", version: "2025-01-01", product: "wealth" },
  { scenario: "contact-form-timeout" },
  { scenario: "collection-input" },
  { scenario: "collection-input", version: "2025-01-01", product: "insurance" },
  { scenario: "collection-input-while-collecting" },
  { scenario: "two-factor" },
  { scenario: "two-factor", version: "2025-01-01", product: "wealth" },
  { scenario: "two-factor-timeout" },
  { scenario: "two-factor-alphanumeric" },
  { scenario: "two-factor-choice" },
  { scenario: "two-factor-choice", supplied: 1 },
  { scenario: "security-token" },
  { scenario: "security-token-accounts" },
  { scenario: "client-side", loginMethod: clientSide },
  { scenario: "client-side", loginMethod: clientSide, supplied: 1 },
  // A personal number that selects no scenario leads to a round with two requests, and the recording responds to one of
  // them. The collection ends in a mismatch, because the sandbox's prepared responses belong to another person.
  {
    scenario: "client-side",
    loginMethod: clientSide,
    supplied: 2,
    personalNumber: "199405062399",
    finalStatus: "AUTHENTICATION_MISMATCH"
  },
  { scenario: "electronic-id-unanswered", loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE", at: signing },
  { scenario: "electronic-id-unanswered", loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE", at: signing },
  { scenario: "electronic-id-unsigned", loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE", at: signing }
]

/** The collections that continue on their own, started last. */
export const running: ReadonlyArray<Waiting> = [
  { scenario: "company-unreachable-twice", at: "LOGIN" },
  { scenario: "company-slow", at: "LOGIN" },
  { scenario: "electronic-id", loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST", at: signing },
  { scenario: "electronic-id-document", loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE", at: signing },
  { scenario: "electronic-id-call", loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE", at: signing }
]
