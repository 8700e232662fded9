/**
 * What personal numbers make happen, by electronic ID and by security token (decisions 6, 16). The numbers are made like
 * those that the Swedish tax agency publishes for tests, with valid check digits, so that they pass with every method.
 */
import { askForCode, end, show, wrongCode } from "./Beat.ts"
import type { Course, Show } from "./Beat.ts"
import type { ByPersonalNumber } from "./Scenario.ts"

const company = "se-nordhem"

const login = show("LOGIN")
const collecting = show("COLLECTING")
const completed = end("COMPLETED", { share: "ALL" })

/** The order can be opened; nobody has yet. */
const outstanding: Show = { ...show("WAITING_FOR_USER_ACTION"), order: true }
/** The person has opened it and is signing. */
const signing: Show = { ...show("WAITING_FOR_USER_ACTION"), lingers: true }

/** What happens by electronic ID with a personal number that names no scenario: the person signs without being asked. */
export const completesByElectronicId: Course = [login, outstanding, signing, collecting, completed]

const challenge = askForCode("Enter the number in your security token, and then the number that it answers here.", {
  reference: true
})

/** What happens by security token with a personal number that names no scenario. */
export const completesBySecurityToken: Course = [login, challenge, collecting, completed]

const electronicId = (key: string, scenario: string, description: string, course: Course): ByPersonalNumber => ({
  scenario,
  description,
  route: "ELECTRONIC_ID",
  key,
  company,
  course
})

const securityToken = (key: string, scenario: string, description: string, code: string): ByPersonalNumber => ({
  scenario,
  description,
  route: "SECURITY_TOKEN",
  key,
  company,
  course: completesBySecurityToken,
  supplements: [{ type: "TWO_FACTOR_CODE", value: code }]
})

export const personalNumberScenarios: ReadonlyArray<ByPersonalNumber> = [
  electronicId(
    "199001012385",
    "electronic-id",
    "The person signs; ends with data, as with every personal number that names no other scenario.",
    completesByElectronicId
  ),
  electronicId("199001022392", "electronic-id-partial", "The person signs; ends with some of the data.", [
    login,
    outstanding,
    signing,
    collecting,
    end("COMPLETED_PARTIAL", { share: "SOME" })
  ]),
  electronicId("199001032383", "electronic-id-empty", "The person signs, and has no products there.", [
    login,
    outstanding,
    signing,
    collecting,
    end("COMPLETED_EMPTY", { share: "NOTHING" })
  ]),
  electronicId("199001042390", "electronic-id-failed", "The person signs; collecting the data fails.", [
    login,
    outstanding,
    signing,
    collecting,
    end("FAILED")
  ]),
  electronicId("199001052381", "electronic-id-cancelled", "The person cancels in the authenticator app.", [
    login,
    outstanding,
    signing,
    end("AUTHENTICATION_CANCELLED")
  ]),
  electronicId("199001062398", "electronic-id-conflict", "Another authentication of the same person is going on.", [
    login,
    end("AUTHENTICATION_CONFLICT")
  ]),
  electronicId("199001072389", "electronic-id-mismatch", "Another person signs than the one who was named.", [
    login,
    outstanding,
    signing,
    end("AUTHENTICATION_MISMATCH")
  ]),
  electronicId("199001082396", "electronic-id-error", "The authenticator app refuses: a certificate is not valid.", [
    login,
    outstanding,
    end("AUTHENTICATION_ERROR")
  ]),
  electronicId("199001092387", "electronic-id-timeout", "Nobody opens the order in time.", [
    login,
    outstanding,
    end("AUTHENTICATION_TIMEOUT")
  ]),
  electronicId(
    "199001102392",
    "electronic-id-enrollment-required",
    "The person signs, and is not a customer of the company yet.",
    [login, outstanding, signing, show("CUSTOMER_ENROLLMENT_CHECK"), end("CUSTOMER_ENROLLMENT_REQUIRED")]
  ),
  electronicId("199001112383", "electronic-id-kyc-form", "The person signs; the company wants its form filled in.", [
    login,
    outstanding,
    signing,
    end("KYC_FORM")
  ]),
  securityToken(
    "199001012385",
    "security-token",
    `Asks for the number that the token answers; ends with data after any number but ${wrongCode}.`,
    "12345678"
  ),
  securityToken(
    "199001022392",
    "security-token-incorrect-code",
    `Asks for the number that the token answers, and refuses ${wrongCode}.`,
    wrongCode
  )
]
