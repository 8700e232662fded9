/**
 * The statuses of a collection: the table in spec 3.1 as data, with the transitions in spec 3.3 and decisions 4. The
 * names are the newest version's. `versions/AnyStatus` has the names in older versions.
 */
import * as StatusTable from "../StatusTable.ts"
import * as Words from "../Words.ts"

const keepPolling = "Keep polling."
const postInput =
  "Ask the user for the values in REQUIRED_INPUT_TYPES and post them to supplement-info as COLLECTION_INPUT."
const offerRetry = "Offer to try again."
const askForAnotherPdf = "Ask for another PDF or another line of business."
const fillInAtCompany = "Ask the user to complete the form at the company, then start a new collection."

const authenticationFailures = [
  "AUTHENTICATION_TIMEOUT",
  "AUTHENTICATION_CANCELLED",
  "AUTHENTICATION_CONFLICT",
  "AUTHENTICATION_MISMATCH",
  "AUTHENTICATION_ERROR"
] as const

/** The statuses that can follow any nonfinal status (spec 3.3; decisions 4). */
const fromAny = ["FAILED", "THIRD_PARTY_ERROR", "AUTHENTICATION_MISMATCH"] as const

/** The rows of spec 3.1 and 7. The classes other than IN_PROGRESS and WAITING_FOR_USER are final. */
export const table = StatusTable.make({
  RUNNING: {
    class: "IN_PROGRESS",
    meaning: "The collection has started.",
    clientAction: keepPolling,
    next: [
      "CUSTOMER_ENROLLMENT_CHECK",
      "LOGIN",
      "COLLECTING",
      "LOGIN_METHOD_NOT_APPLICABLE",
      "FAILED_PDF_PARSE",
      "FAILED_PDF_USER_INPUT",
      "AUTHENTICATION_ERROR",
      ...fromAny
    ]
  },
  LOGIN: {
    class: "IN_PROGRESS",
    meaning: "The service is authenticating the user and signing in to the company.",
    clientAction: "Keep polling. Check extraInformation for actions the user must take.",
    next: [
      "CUSTOMER_ENROLLMENT_CHECK",
      "WAITING_FOR_USER_ACTION",
      "TWO_FACTOR_PENDING",
      "CONTACT_FORM_PENDING",
      "COLLECTION_INPUT_PENDING",
      "COLLECTING",
      "INCORRECT_CREDENTIALS",
      "ACCOUNT_TEMPORARILY_LOCKED",
      "KYC_FORM",
      "CONTACT_FORM",
      ...authenticationFailures,
      ...fromAny
    ]
  },
  CUSTOMER_ENROLLMENT_CHECK: {
    class: "IN_PROGRESS",
    meaning: "The service is checking if the user is a customer of the company.",
    clientAction: keepPolling,
    next: ["LOGIN", "COLLECTING", "CUSTOMER_ENROLLMENT_REQUIRED", ...fromAny]
  },
  TWO_FACTOR_PENDING: {
    class: "WAITING_FOR_USER",
    meaning: "The collection is waiting for the user's two-factor code, or for the choice of a two-factor method.",
    clientAction:
      "Ask the user for the input that extraInformation lists, post it to supplement-info, and keep polling.",
    next: [
      "LOGIN",
      "CONTACT_FORM_PENDING",
      "COLLECTION_INPUT_PENDING",
      "COLLECTING",
      "INCORRECT_TWO_FACTOR_CODE",
      "TWO_FACTOR_METHOD_SELECTION_TIMEOUT",
      "ACCOUNT_TEMPORARILY_LOCKED",
      "AUTHENTICATION_TIMEOUT",
      "AUTHENTICATION_CANCELLED",
      "AUTHENTICATION_ERROR",
      ...fromAny
    ]
  },
  TWO_FACTOR_METHOD_SELECTION_TIMEOUT: {
    class: "FAILURE",
    meaning: "The user did not choose a two-factor method in time.",
    clientAction: offerRetry
  },
  CONTACT_FORM_PENDING: {
    class: "WAITING_FOR_USER",
    meaning: "The company asked for contact details during login.",
    clientAction: postInput,
    next: ["LOGIN", "COLLECTING", "CONTACT_FORM", ...fromAny]
  },
  COLLECTION_INPUT_PENDING: {
    class: "WAITING_FOR_USER",
    meaning: "The collection needs more input from the user.",
    clientAction: postInput,
    next: ["LOGIN", "COLLECTING", "COLLECTION_INPUT_TIMEOUT", ...fromAny]
  },
  COLLECTION_INPUT_TIMEOUT: {
    class: "FAILURE",
    meaning: "The user did not supply the input requested by COLLECTION_INPUT_PENDING in time.",
    clientAction: offerRetry
  },
  WAITING_FOR_USER_ACTION: {
    class: "WAITING_FOR_USER",
    meaning: "The user must act before authentication can continue, for example sign in an authenticator app.",
    clientAction: "Follow extraInformation if present. Otherwise, ask the user to open the authenticator app and sign.",
    next: [
      "LOGIN",
      "CUSTOMER_ENROLLMENT_CHECK",
      "CONTACT_FORM_PENDING",
      "COLLECTION_INPUT_PENDING",
      "COLLECTING",
      "KYC_FORM",
      "CONTACT_FORM",
      ...authenticationFailures,
      ...fromAny
    ]
  },
  COLLECTING: {
    class: "IN_PROGRESS",
    meaning: "The service is collecting the data.",
    clientAction: keepPolling,
    next: [
      "COLLECTION_INPUT_PENDING",
      "COMPLETED",
      "COMPLETED_PARTIAL",
      "COMPLETED_EMPTY",
      "FAILED_PDF_PARSE",
      "FAILED_PDF_USER_INPUT",
      "AUTHENTICATION_ERROR",
      ...fromAny
    ]
  },
  COMPLETED: {
    class: "OUTCOME",
    meaning: "The collection has finished and its data is available.",
    clientAction: "Fetch the data."
  },
  COMPLETED_PARTIAL: {
    class: "OUTCOME",
    meaning: "The collection has finished, but some data could not be collected.",
    clientAction: "Start a new collection, or continue as for COMPLETED."
  },
  COMPLETED_EMPTY: {
    class: "OUTCOME",
    meaning: "The collection has finished and found no data: the user is not a customer, or has none of the products.",
    clientAction: "Tell the user that they have no products at the company."
  },
  FAILED: {
    class: "FAILURE",
    meaning: "The collection failed, for example because of a timeout, an unavailable site or a temporary error.",
    clientAction: offerRetry
  },
  FAILED_PDF_PARSE: {
    class: "FAILURE",
    meaning: "The insurance in the uploaded PDF could not be read.",
    clientAction: askForAnotherPdf
  },
  FAILED_PDF_USER_INPUT: {
    class: "FAILURE",
    meaning: "The uploaded PDF is of an unsupported kind.",
    clientAction: askForAnotherPdf
  },
  INCORRECT_CREDENTIALS: {
    class: "FAILURE",
    meaning: "The login credentials are wrong.",
    clientAction: "Ask the user to enter them again. Repeated failures can lock the user out at the company."
  },
  INCORRECT_TWO_FACTOR_CODE: {
    class: "FAILURE",
    meaning: "The two-factor code is wrong.",
    clientAction: "Ask the user to try again. Repeated failures can lock the user out at the company."
  },
  AUTHENTICATION_TIMEOUT: {
    class: "FAILURE",
    meaning: "The user did not authenticate in time.",
    clientAction: offerRetry
  },
  AUTHENTICATION_CANCELLED: {
    class: "FAILURE",
    meaning: "The user canceled the authentication.",
    clientAction: offerRetry
  },
  AUTHENTICATION_CONFLICT: {
    class: "FAILURE",
    meaning: "The authentication was canceled because several were in progress at once.",
    clientAction: "Explain the likely cause for this login method, and offer to try again."
  },
  AUTHENTICATION_MISMATCH: {
    class: "FAILURE",
    meaning: "The person who authenticated is not the person who started the collection.",
    clientAction: "Explain the mismatch to the user."
  },
  AUTHENTICATION_ERROR: {
    class: "FAILURE",
    meaning: "The authentication failed for a reason other than incorrect credentials.",
    clientAction: offerRetry
  },
  LOGIN_METHOD_NOT_APPLICABLE: {
    class: "FAILURE",
    meaning: "The requested login method cannot be used for this company.",
    clientAction: "Look up the supported methods in the company availability, and start a new collection."
  },
  ACCOUNT_TEMPORARILY_LOCKED: {
    class: "BLOCKING",
    meaning: "The company has temporarily locked the user out, for example after repeated wrong credentials.",
    clientAction: "Suggest trying again later: after retryAfterSeconds if present, otherwise after about 15 minutes."
  },
  KYC_FORM: {
    class: "BLOCKING",
    meaning: "The company blocks the login until the user completes a know-your-customer form.",
    clientAction: fillInAtCompany
  },
  CONTACT_FORM: {
    class: "BLOCKING",
    meaning: "The company blocks the login until the user completes a contact details form.",
    clientAction: fillInAtCompany
  },
  CUSTOMER_ENROLLMENT_REQUIRED: {
    class: "BLOCKING",
    meaning: "The user must become a customer of the company first.",
    clientAction: "Treat it as COMPLETED_EMPTY, or tell the user that no account could be accessed."
  },
  THIRD_PARTY_ERROR: {
    class: "FAILURE",
    meaning: "The company's systems failed.",
    clientAction: "Tell the user that the company was unavailable, and offer to try again."
  }
})

export const { all, canTransition, describe, isFinal } = table

/** The statuses that a collection can be in. */
export const CollectionStatus = Words.literals(
  "The status of a collection. New values can be added without a new API version: treat an unknown value as " +
    "in progress while `pollingInterval` is present, and as a failure otherwise.",
  table.meanings
).annotate({ identifier: "CollectionStatusValue" })
export type CollectionStatus = typeof CollectionStatus.Type

export type StatusClass = ReturnType<typeof describe>["class"]

/** The first status of every collection. */
export const initial = "RUNNING" satisfies CollectionStatus

/** Returns whether clients can fetch data in this status (decisions 10). */
export const isOutcome = (status: CollectionStatus): boolean => describe(status).class === "OUTCOME"
