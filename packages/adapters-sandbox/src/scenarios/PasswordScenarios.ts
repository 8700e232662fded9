/** What user names, and the local parts of addresses, make happen (decisions 16). The name of a scenario is its user name. */
import type { Parameter } from "@sheaf/domain/Parameter"
import { askForCode, end, show, wrongCode } from "./Beat.ts"
import type { Course } from "./Beat.ts"
import type { ByPassword } from "./Scenario.ts"

const login = show("LOGIN")
const collecting = show("COLLECTING")
const enrollmentCheck = show("CUSTOMER_ENROLLMENT_CHECK")
const completed = end("COMPLETED", { share: "ALL" })
const textMessage = askForCode("Enter the code from the text message that was sent to you.")

/** What happens with a user name that names no scenario. */
export const completes: Course = [login, collecting, completed]

const company = "se-nordhem"

const scenario = (
  name: string,
  description: string,
  course: Course,
  more?: Partial<Pick<ByPassword, "company" | "supplements" | "parameters">>
): ByPassword => ({ scenario: name, description, route: "PASSWORD", key: name, company, course, ...more })

/** The name that `account-owner-name` compares with; the person behind that user name has it. */
const ownerOf = (name: string): ReadonlyArray<Parameter> => [{ type: "ACCOUNT_OWNER_NAME", name }]

/** Every scenario by password or address. `ownerName` is the name of the person behind the user name `account-owner-name`. */
export const passwordScenarios = (ownerName: string): ReadonlyArray<ByPassword> => [
  scenario("completed", "Ends with data, as every user name does that names no other scenario.", completes),
  scenario("completed-ee", "Ends with data from Estonia.", completes, { company: "ee-rannakindlustus" }),
  scenario("completed-lt", "Ends with data from Lithuania.", completes, { company: "lt-rasos" }),
  scenario("completed-lv", "Ends with data from Latvia.", completes, { company: "lv-priedes" }),
  scenario("completed-fr", "Ends with data from France.", completes, { company: "fr-rivage" }),
  scenario(
    "account-owner-name",
    "Ends with data. The name of the account owner decides otherInsuredPerson where the company does not tell.",
    completes,
    { parameters: ownerOf(ownerName) }
  ),
  scenario("completed-partial", "Ends with some of the data: the rest could not be collected.", [
    login,
    collecting,
    end("COMPLETED_PARTIAL", { share: "SOME" })
  ]),
  scenario("completed-empty", "Ends without data: the person has no products there.", [
    login,
    collecting,
    end("COMPLETED_EMPTY", { share: "NOTHING" })
  ]),
  scenario("failed", "Fails while data is being collected.", [login, collecting, end("FAILED")]),
  scenario("third-party-error", "The company answers with an error while data is being collected.", [
    login,
    collecting,
    end("THIRD_PARTY_ERROR", { reason: "COMPANY_ERROR" })
  ]),
  scenario("incorrect-credentials", "The company refuses the password.", [login, end("INCORRECT_CREDENTIALS")]),
  scenario("account-temporarily-locked", "The company has locked the person out for a quarter of an hour.", [
    login,
    end("ACCOUNT_TEMPORARILY_LOCKED")
  ]),
  scenario("kyc-form", "The company wants its know-your-customer form filled in before it lets the person in.", [
    login,
    end("KYC_FORM")
  ]),
  scenario("contact-form", "The company wants its contact form filled in before it lets the person in.", [
    login,
    end("CONTACT_FORM")
  ]),
  scenario("authentication-error", "The sign-in fails, though the credentials are right.", [
    login,
    end("AUTHENTICATION_ERROR")
  ]),
  scenario("customer-enrollment-check", "The company finds that the person is its customer; ends with data.", [
    login,
    enrollmentCheck,
    collecting,
    completed
  ]),
  scenario("customer-enrollment-required", "The person is not a customer of the company yet.", [
    login,
    enrollmentCheck,
    end("CUSTOMER_ENROLLMENT_REQUIRED")
  ]),
  scenario(
    "two-factor",
    `Asks for a code from a text message; ends with data after any code but ${wrongCode}.`,
    [login, textMessage, collecting, completed],
    { supplements: [{ type: "TWO_FACTOR_CODE", value: "123456" }] }
  ),
  scenario(
    "incorrect-two-factor-code",
    `Asks for a code from a text message, and refuses ${wrongCode}.`,
    [login, textMessage, collecting, completed],
    { supplements: [{ type: "TWO_FACTOR_CODE", value: wrongCode }] }
  )
]
