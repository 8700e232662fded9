/**
 * The status of a collection: the table of spec 3.1 as data, and the transitions between statuses (spec 3.3; decisions 4),
 * in the terms of the newest version. An older version shows some of them under other names: see `versions/AnyStatus`.
 */
import * as StatusTable from "../StatusTable.ts"

const keepPolling = "Keep polling."
const offerRetry = "Offer the user a new attempt."
const fillInAtCompany = "Tell the user to fill in the form at the company, then start a new collection."

const authenticationFailures = [
  "AUTHENTICATION_TIMEOUT",
  "AUTHENTICATION_CANCELLED",
  "AUTHENTICATION_CONFLICT",
  "AUTHENTICATION_MISMATCH",
  "AUTHENTICATION_ERROR"
] as const

/** The statuses that every status that is not final can change to (spec 3.3; decisions 4). */
const fromAny = ["FAILED", "THIRD_PARTY_ERROR", "AUTHENTICATION_MISMATCH"] as const

/** IN_PROGRESS and WAITING_FOR_USER go on; the other classes are final (spec 3.1, 7). */
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
    meaning: "Authenticating and signing in to the company.",
    clientAction: "Keep polling; look in extraInformation for what the user must do.",
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
    meaning: "Checking whether the user is a customer of the company.",
    clientAction: keepPolling,
    next: ["LOGIN", "COLLECTING", "CUSTOMER_ENROLLMENT_REQUIRED", ...fromAny]
  },
  TWO_FACTOR_PENDING: {
    class: "WAITING_FOR_USER",
    meaning: "Waiting for the user's two-factor code, or for the choice of how to receive it.",
    clientAction: "Ask the user for what extraInformation names, post it to supplement-info, and keep polling.",
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
    clientAction: offerRetry,
    next: []
  },
  CONTACT_FORM_PENDING: {
    class: "WAITING_FOR_USER",
    meaning: "The company asks for contact details at login.",
    clientAction: "Ask for the values of REQUIRED_INPUT_TYPES and post them as collection input to supplement-info.",
    next: ["LOGIN", "COLLECTING", "CONTACT_FORM", ...fromAny]
  },
  COLLECTION_INPUT_PENDING: {
    class: "WAITING_FOR_USER",
    meaning: "More input is needed from the user.",
    clientAction: "Ask for the values of REQUIRED_INPUT_TYPES and post them as collection input to supplement-info.",
    next: ["LOGIN", "COLLECTING", "COLLECTION_INPUT_TIMEOUT", ...fromAny]
  },
  COLLECTION_INPUT_TIMEOUT: {
    class: "FAILURE",
    meaning: "The input asked for in COLLECTION_INPUT_PENDING did not come in time.",
    clientAction: offerRetry,
    next: []
  },
  WAITING_FOR_USER_ACTION: {
    class: "WAITING_FOR_USER",
    meaning: "The user must act for the authentication to go on, for example sign in an authenticator app.",
    clientAction: "Follow extraInformation where it is there; otherwise tell the user to open the app and sign.",
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
    meaning: "The data is being collected.",
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
  COMPLETED: { class: "OUTCOME", meaning: "Finished; the data is there.", clientAction: "Fetch the data.", next: [] },
  COMPLETED_PARTIAL: {
    class: "OUTCOME",
    meaning: "Finished; some of the data could not be collected.",
    clientAction: "Start again, or go on as with COMPLETED.",
    next: []
  },
  COMPLETED_EMPTY: {
    class: "OUTCOME",
    meaning: "Finished; there was no data, because the user is no customer or has none of the products.",
    clientAction: "Tell the user that the company holds no products.",
    next: []
  },
  FAILED: {
    class: "FAILURE",
    meaning: "The collection failed: a timeout, a site that is down, a passing fault.",
    clientAction: offerRetry,
    next: []
  },
  FAILED_PDF_PARSE: {
    class: "FAILURE",
    meaning: "An insurance could not be read from the uploaded PDF.",
    clientAction: "Ask for another PDF or another line of business.",
    next: []
  },
  FAILED_PDF_USER_INPUT: {
    class: "FAILURE",
    meaning: "The uploaded PDF is not of a supported kind.",
    clientAction: "Ask for another PDF or another line of business.",
    next: []
  },
  INCORRECT_CREDENTIALS: {
    class: "FAILURE",
    meaning: "The login credentials are wrong.",
    clientAction: "Ask the user to enter them again; repeated failures may block the user at the company.",
    next: []
  },
  INCORRECT_TWO_FACTOR_CODE: {
    class: "FAILURE",
    meaning: "The two-factor code is wrong.",
    clientAction: "Ask the user to try again; repeated failures may block the user at the company.",
    next: []
  },
  AUTHENTICATION_TIMEOUT: {
    class: "FAILURE",
    meaning: "The user did not authenticate in time.",
    clientAction: offerRetry,
    next: []
  },
  AUTHENTICATION_CANCELLED: {
    class: "FAILURE",
    meaning: "The user cancelled the authentication.",
    clientAction: offerRetry,
    next: []
  },
  AUTHENTICATION_CONFLICT: {
    class: "FAILURE",
    meaning: "Cancelled because several authentications were going on at once.",
    clientAction: "Explain the likely cause for the login method, and offer a new attempt.",
    next: []
  },
  AUTHENTICATION_MISMATCH: {
    class: "FAILURE",
    meaning: "The person who started the collection is not the person who authenticated.",
    clientAction: "Explain the mismatch to the user.",
    next: []
  },
  AUTHENTICATION_ERROR: {
    class: "FAILURE",
    meaning: "The authentication failed for another reason than wrong credentials.",
    clientAction: offerRetry,
    next: []
  },
  LOGIN_METHOD_NOT_APPLICABLE: {
    class: "FAILURE",
    meaning: "The requested login method cannot be used for this company.",
    clientAction: "Read the supported methods from the company availability, and start a new collection.",
    next: []
  },
  ACCOUNT_TEMPORARILY_LOCKED: {
    class: "BLOCKING",
    meaning: "The company has locked the user out for a time, for example after repeated wrong credentials.",
    clientAction: "Suggest a new attempt later, after about 15 minutes unless retryAfterSeconds says otherwise.",
    next: []
  },
  KYC_FORM: {
    class: "BLOCKING",
    meaning: "The company blocks the login with a know-your-customer form.",
    clientAction: fillInAtCompany,
    next: []
  },
  CONTACT_FORM: {
    class: "BLOCKING",
    meaning: "The company blocks the login with a form for contact details.",
    clientAction: fillInAtCompany,
    next: []
  },
  CUSTOMER_ENROLLMENT_REQUIRED: {
    class: "BLOCKING",
    meaning: "The user must become a customer of the company first.",
    clientAction: "Treat as COMPLETED_EMPTY, or tell the user that no account could be accessed.",
    next: []
  },
  THIRD_PARTY_ERROR: {
    class: "FAILURE",
    meaning: "The failure is on the company's side.",
    clientAction: "Tell the user that the company was unavailable; a new attempt may work.",
    next: []
  }
})

export const { all, canTransition, describe, isFinal } = table

/** The statuses a collection can be in. */
export const CollectionStatus = StatusTable.schema(table, {
  identifier: "CollectionStatusValue",
  description:
    "Where the collection stands. Later versions of the service may add values: treat one that is not known as in " +
    "progress while `pollingInterval` is present, and as a failure otherwise."
})
export type CollectionStatus = typeof CollectionStatus.Type

/** The class of a status of a collection. */
export type StatusClass = ReturnType<typeof describe>["class"]

/** The status in which every collection begins. */
export const initial = "RUNNING" satisfies CollectionStatus

/** Whether data can be fetched in this status: the outcomes (decisions 10). */
export const isOutcome = (status: CollectionStatus): boolean => describe(status).class === "OUTCOME"
