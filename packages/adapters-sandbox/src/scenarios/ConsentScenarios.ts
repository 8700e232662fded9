/** What can be made to become of a consent, as rows: chosen by the personal number, or by a button on the page of the bank (decisions 9, 16). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { Decision } from "../banks/Decision.ts"
import { personalNumberFor } from "./BankBehaviour.ts"

/** How it goes on, and what a program has to do for that. */
export type ConsentCourse = Pick<ConsentScenario, "collect" | "errorCode" | "expire" | "revoke" | "visits">

interface Facts {
  readonly scenario: string
  readonly description: string
  readonly company: CompanyId
  readonly course: ConsentCourse
}

export type ConsentRow = Facts &
  (
    | { readonly by: "ELECTRONIC_ID"; readonly personalNumber: string }
    | { readonly by: "PAGE"; readonly decision: Decision }
  )

const waiting: ReadonlyArray<ConsentStatus> = ["INITIATED", "AWAITING_AUTHORIZATION"]
const inForce: ReadonlyArray<ConsentStatus> = [...waiting, "AUTHORIZED"]

const authorised: ConsentCourse = { visits: inForce }
const expires: ConsentCourse = { visits: [...inForce, "EXPIRED"], expire: true }
const fails = (
  errorCode: NonNullable<ConsentScenario["errorCode"]>,
  visits: ReadonlyArray<ConsentStatus> = waiting
): ConsentCourse => ({ visits: [...visits, "FAILED"], errorCode })
const timesOut: ConsentCourse = { ...fails("AUTHENTICATION_TIMEOUT"), expire: true }

const byElectronicId = (
  personalNumber: string,
  scenario: string,
  description: string,
  course: ConsentCourse
): ConsentRow => ({ by: "ELECTRONIC_ID", company: "se-fjallbanken", personalNumber, scenario, description, course })

/** What the bank does once the person has identified. */
const banks: ReadonlyArray<ConsentRow> = [
  byElectronicId(
    "199001012385",
    "consent",
    "The bank grants all that is asked, as with every personal number that names no other scenario.",
    authorised
  ),
  byElectronicId(
    "199001292383",
    "consent-revoked",
    "The bank grants the consent; the client, or its user, revokes it.",
    { visits: [...inForce, "REVOKED"], revoke: true }
  ),
  byElectronicId(
    personalNumberFor("SHORTENS"),
    "consent-shortened",
    "The bank shortens the validity: the consent lasts a week at most.",
    authorised
  ),
  byElectronicId(
    personalNumberFor("GRANTS_FEWER"),
    "consent-fewer-accounts",
    "The bank grants the first of the accounts only.",
    authorised
  ),
  byElectronicId(
    personalNumberFor("EXPIRES_SOON"),
    "consent-expires",
    "The consent expires a minute after it was authorised.",
    expires
  ),
  byElectronicId(
    personalNumberFor("REJECTS"),
    "consent-rejected",
    "The person identifies, and the bank rejects the consent.",
    fails("REJECTED_BY_BANK")
  ),
  byElectronicId(
    personalNumberFor("UNREACHABLE"),
    "consent-bank-unreachable",
    "The bank cannot be reached; the service tries again until the time for it is over.",
    { ...fails("BANK_UNAVAILABLE", ["INITIATED"]), expire: true }
  ),
  byElectronicId(
    personalNumberFor("UNREADABLE"),
    "consent-bank-unreadable",
    "What the bank answers cannot be read; trying again would not help.",
    fails("BANK_UNAVAILABLE", ["INITIATED"])
  ),
  byElectronicId(
    personalNumberFor("REVOKED_BY_PERSON"),
    "consent-revoked-at-bank",
    "The person revokes the consent at the bank right after it was authorised: the next collection finds out.",
    { visits: [...inForce, "REVOKED"], collect: true }
  ),
  byElectronicId(
    personalNumberFor("REFUSES_READING"),
    "consent-reading-refused",
    "The bank refuses to tell the accounts: the collection fails, and the consent stays in force.",
    { ...authorised, collect: true }
  ),
  byElectronicId(
    personalNumberFor("FAILS_ONCE"),
    "consent-bank-fails-once",
    "The bank answers with an error when it is asked for the first time; the service tries again, and it works.",
    { ...authorised, collect: true }
  )
]

/** What becomes of the order of the electronic ID: the scenarios of collections, as far as they differ for a consent. */
const orders: ReadonlyArray<ConsentRow> = [
  byElectronicId(
    "199001052381",
    "consent-cancelled",
    "The person cancels in the authenticator app.",
    fails("USER_CANCELLED")
  ),
  byElectronicId(
    "199001062398",
    "consent-conflict",
    "Another authentication of the same person is going on, and no order is made.",
    fails("USER_CANCELLED", ["INITIATED"])
  ),
  byElectronicId(
    "199001092387",
    "consent-timeout",
    "Nobody opens the order in time: the provider of the electronic ID says so.",
    fails("AUTHENTICATION_TIMEOUT")
  ),
  byElectronicId("199001172387", "consent-unanswered", "Nobody opens the order: the time for it runs out.", timesOut),
  byElectronicId(
    "199001072389",
    "consent-mismatch",
    "Another person identifies than the one who was named.",
    fails("PERSON_MISMATCH")
  ),
  byElectronicId(
    "199001082396",
    "consent-electronic-id-error",
    "The authenticator app refuses: a certificate is not valid.",
    fails("REJECTED_BY_BANK")
  ),
  byElectronicId(
    "199001232389",
    "consent-electronic-id-refused",
    "The provider of the electronic ID takes no order.",
    fails("REJECTED_BY_BANK", ["INITIATED"])
  )
]

const byPage = (
  decision: Decision,
  scenario: string,
  description: string,
  course: ConsentCourse,
  company: CompanyId = "se-fjallbanken"
): ConsentRow => ({ by: "PAGE", company, decision, scenario, description, course })

const approvesElsewhere = (company: CompanyId): ConsentRow =>
  byPage(
    "approve",
    `consent-page-${company.slice(0, 2)}`,
    "The person approves all that is asked on the page of the bank.",
    authorised,
    company
  )

/** What the person answers on the page of the bank. */
const pages: ReadonlyArray<ConsentRow> = [
  byPage("approve", "consent-page", "The person approves all that is asked on the page of the bank.", authorised),
  ...["ee-tuulepank", "lt-zuvedra", "lv-ozolbanka", "fr-falaise"].map(approvesElsewhere),
  byPage(
    "approve-fewer",
    "consent-page-fewer-accounts",
    "The person approves the accounts that are ticked; none ticked: the first one.",
    authorised
  ),
  byPage(
    "approve-until-tomorrow",
    "consent-page-shortened",
    "The person approves until the end of the next day (UTC).",
    authorised
  ),
  byPage("approve-for-a-minute", "consent-page-expires", "The person approves for one minute.", expires),
  byPage("refuse", "consent-page-refused", "The person refuses on the page of the bank.", fails("REJECTED_BY_BANK")),
  byPage(
    "cancel",
    "consent-page-cancelled",
    "The person leaves the page of the bank without an answer, and does not come back to it.",
    timesOut
  )
]

export const consentTable: ReadonlyArray<ConsentRow> = [...banks, ...orders, ...pages]
