/** What user names, and the local parts of addresses, make happen without a question being asked (decisions 16). */
import type { Parameter } from "@sheaf/domain/Parameter"
import { end, show } from "./Beat.ts"
import type { Course, End } from "./Beat.ts"
import type { ByPassword } from "./Scenario.ts"
import { byUserName, completes } from "./UserName.ts"

const login = show("LOGIN")
const collecting = show("COLLECTING")
const enrollmentCheck = show("CUSTOMER_ENROLLMENT_CHECK")
const completed = end("COMPLETED", { share: "ALL" })

/** The end comes instead of data. */
const collects = (last: End): Course => [login, collecting, last]

/** The end comes at login. */
const stops = (last: End): Course => [login, last]

const hour = 3600

/** The name that `account-owner-name` compares with; the person behind that user name has it. */
const ownerOf = (name: string): ReadonlyArray<Parameter> => [{ type: "ACCOUNT_OWNER_NAME", name }]

/** `ownerName` is the name of the person behind the user name `account-owner-name`. */
export const passwordScenarios = (ownerName: string): ReadonlyArray<ByPassword> => [
  byUserName("completed", "Ends with data, as every user name does that names no other scenario.", completes),
  byUserName("completed-ee", "Ends with data from Estonia.", completes, { company: "ee-rannakindlustus" }),
  byUserName("completed-lt", "Ends with data from Lithuania.", completes, { company: "lt-rasos" }),
  byUserName("completed-lv", "Ends with data from Latvia.", completes, { company: "lv-priedes" }),
  byUserName("completed-fr", "Ends with data from France.", completes, { company: "fr-rivage" }),
  byUserName(
    "account-owner-name",
    "Ends with data. The name of the account owner decides otherInsuredPerson where the company does not tell.",
    completes,
    { parameters: ownerOf(ownerName) }
  ),
  byUserName(
    "completed-partial",
    "Ends with some of the data: the rest could not be collected.",
    collects(end("COMPLETED_PARTIAL", { share: "SOME" }))
  ),
  byUserName(
    "completed-empty",
    "Ends without data: the person has no products there.",
    collects(end("COMPLETED_EMPTY", { share: "NOTHING" }))
  ),
  byUserName("failed", "Fails while data is being collected.", collects(end("FAILED"))),
  byUserName(
    "third-party-error",
    "The company answers with an error while data is being collected.",
    collects(end("THIRD_PARTY_ERROR", { reason: "COMPANY_ERROR" }))
  ),
  byUserName("incorrect-credentials", "The company refuses the password.", stops(end("INCORRECT_CREDENTIALS"))),
  byUserName(
    "account-temporarily-locked",
    "The company has locked the person out for a quarter of an hour.",
    stops(end("ACCOUNT_TEMPORARILY_LOCKED"))
  ),
  byUserName(
    "account-temporarily-locked-hour",
    "The company has locked the person out, and says that it is for an hour: `retryAfterSeconds` of FAILURE_REASON.",
    stops(end("ACCOUNT_TEMPORARILY_LOCKED", { retryAfterSeconds: hour }))
  ),
  byUserName(
    "kyc-form",
    "The company wants its know-your-customer form filled in before it lets the person in.",
    stops(end("KYC_FORM"))
  ),
  byUserName(
    "contact-form",
    "The company wants its contact form filled in before it lets the person in.",
    stops(end("CONTACT_FORM"))
  ),
  byUserName(
    "authentication-error",
    "The sign-in fails, though the credentials are right.",
    stops(end("AUTHENTICATION_ERROR"))
  ),
  byUserName("customer-enrollment-check", "The company finds that the person is its customer; ends with data.", [
    login,
    enrollmentCheck,
    collecting,
    completed
  ]),
  byUserName("customer-enrollment-required", "The person is not a customer of the company yet.", [
    login,
    enrollmentCheck,
    end("CUSTOMER_ENROLLMENT_REQUIRED")
  ])
]
