/**
 * The status of a collection: the whole table of spec 3.1 as data, and the transitions between statuses
 * (spec 3.3; decisions 4). Everything that asks what a status means asks here.
 */
import { Schema } from "effect"
import type { ApiVersion } from "../versions/ApiVersion.ts"
import type { Market } from "../companies/Market.ts"
import * as Words from "../Words.ts"

/** The statuses a collection can be in, as version 2026-04-01 returns them. */
const literals = [
  "RUNNING",
  "LOGIN",
  "CUSTOMER_ENROLLMENT_CHECK",
  "TWO_FACTOR_PENDING",
  "TWO_FACTOR_METHOD_SELECTION_TIMEOUT",
  "CONTACT_FORM_PENDING",
  "COLLECTION_INPUT_PENDING",
  "COLLECTION_INPUT_TIMEOUT",
  "WAITING_FOR_USER_ACTION",
  "COLLECTING",
  "COMPLETED",
  "COMPLETED_PARTIAL",
  "COMPLETED_EMPTY",
  "FAILED",
  "FAILED_PDF_PARSE",
  "FAILED_PDF_USER_INPUT",
  "INCORRECT_CREDENTIALS",
  "INCORRECT_TWO_FACTOR_CODE",
  "AUTHENTICATION_TIMEOUT",
  "AUTHENTICATION_CANCELLED",
  "AUTHENTICATION_CONFLICT",
  "AUTHENTICATION_MISMATCH",
  "AUTHENTICATION_ERROR",
  "LOGIN_METHOD_NOT_APPLICABLE",
  "ACCOUNT_TEMPORARILY_LOCKED",
  "KYC_FORM",
  "CONTACT_FORM",
  "CUSTOMER_ENROLLMENT_REQUIRED",
  "THIRD_PARTY_ERROR"
] as const
export type CollectionStatus = (typeof literals)[number]

/** A status of any version: those above, and the one that only 2025-01-01 shows. */
export type AnyStatus = CollectionStatus | "REJECTED_INCORRECT_LOGIN_METHOD"

/** What kind of status it is (spec 3.1, 7). IN_PROGRESS and WAITING_FOR_USER go on; the others are final. */
export type StatusClass = "IN_PROGRESS" | "WAITING_FOR_USER" | "OUTCOME" | "FAILURE" | "BLOCKING"

/** One row of the table of spec 3.1. */
export interface Description {
  readonly class: StatusClass
  readonly meaning: string
  readonly clientAction: string
  /** The first version that returns it; absent: it has been there from the beginning. */
  readonly since?: ApiVersion
  /** The first version that returns it no more; absent: it is still there. */
  readonly until?: ApiVersion
  /** The markets that return it; absent: every market. */
  readonly markets?: ReadonlyArray<Market>
  /** What is shown in its place to those who do not know it: the first of these that they do know (decisions 3). */
  readonly otherwise?: ReadonlyArray<AnyStatus>
}

const keepPolling = "Keep polling."
const offerRetry = "Offer the user a new attempt."
const fillInAtCompany = "Tell the user to fill in the form at the company, then start a new collection."

const table: Record<AnyStatus, Description> = {
  RUNNING: { class: "IN_PROGRESS", meaning: "The collection has started.", clientAction: keepPolling },
  LOGIN: {
    class: "IN_PROGRESS",
    meaning: "Authenticating and signing in to the company.",
    clientAction: "Keep polling; look in extraInformation for what the user must do."
  },
  CUSTOMER_ENROLLMENT_CHECK: {
    class: "IN_PROGRESS",
    meaning: "Checking whether the user is a customer of the company.",
    clientAction: keepPolling
  },
  TWO_FACTOR_PENDING: {
    class: "WAITING_FOR_USER",
    meaning: "Waiting for the user's two-factor code, or for the choice of how to receive it.",
    clientAction: "Ask the user for what extraInformation names, post it to supplement-info, and keep polling."
  },
  TWO_FACTOR_METHOD_SELECTION_TIMEOUT: {
    class: "FAILURE",
    meaning: "The user did not choose a two-factor method in time.",
    clientAction: offerRetry,
    since: "2026-04-01",
    otherwise: ["AUTHENTICATION_TIMEOUT"]
  },
  CONTACT_FORM_PENDING: {
    class: "WAITING_FOR_USER",
    meaning: "The company asks for contact details at login.",
    clientAction: "Ask for the values of REQUIRED_INPUT_TYPES and post them as collection input to supplement-info."
  },
  COLLECTION_INPUT_PENDING: {
    class: "WAITING_FOR_USER",
    meaning: "More input is needed from the user.",
    clientAction: "Ask for the values of REQUIRED_INPUT_TYPES and post them as collection input to supplement-info."
  },
  COLLECTION_INPUT_TIMEOUT: {
    class: "FAILURE",
    meaning: "The input asked for in COLLECTION_INPUT_PENDING did not come in time.",
    clientAction: offerRetry
  },
  WAITING_FOR_USER_ACTION: {
    class: "WAITING_FOR_USER",
    meaning: "The user must act for the authentication to go on, for example sign in an authenticator app.",
    clientAction: "Follow extraInformation where it is there; otherwise tell the user to open the app and sign."
  },
  COLLECTING: { class: "IN_PROGRESS", meaning: "The data is being collected.", clientAction: keepPolling },
  COMPLETED: {
    class: "OUTCOME",
    meaning: "Finished; the data is there.",
    clientAction: "Fetch the data."
  },
  COMPLETED_PARTIAL: {
    class: "OUTCOME",
    meaning: "Finished; some of the data could not be collected.",
    clientAction: "Start again, or go on as with COMPLETED."
  },
  COMPLETED_EMPTY: {
    class: "OUTCOME",
    meaning: "Finished; there was no data, because the user is no customer or has none of the products.",
    clientAction: "Tell the user that the company holds no products."
  },
  FAILED: {
    class: "FAILURE",
    meaning: "The collection failed: a timeout, a site that is down, a passing fault.",
    clientAction: offerRetry
  },
  FAILED_PDF_PARSE: {
    class: "FAILURE",
    meaning: "An insurance could not be read from the uploaded PDF.",
    clientAction: "Ask for another PDF or another line of business."
  },
  FAILED_PDF_USER_INPUT: {
    class: "FAILURE",
    meaning: "The uploaded PDF is not of a supported kind.",
    clientAction: "Ask for another PDF or another line of business."
  },
  INCORRECT_CREDENTIALS: {
    class: "FAILURE",
    meaning: "The login credentials are wrong.",
    clientAction: "Ask the user to enter them again; repeated failures may block the user at the company."
  },
  INCORRECT_TWO_FACTOR_CODE: {
    class: "FAILURE",
    meaning: "The two-factor code is wrong.",
    clientAction: "Ask the user to try again; repeated failures may block the user at the company."
  },
  AUTHENTICATION_TIMEOUT: {
    class: "FAILURE",
    meaning: "The user did not authenticate in time.",
    clientAction: offerRetry
  },
  AUTHENTICATION_CANCELLED: {
    class: "FAILURE",
    meaning: "The user cancelled the authentication.",
    clientAction: offerRetry
  },
  AUTHENTICATION_CONFLICT: {
    class: "FAILURE",
    meaning: "Cancelled because several authentications were going on at once.",
    clientAction: "Explain the likely cause for the login method, and offer a new attempt."
  },
  AUTHENTICATION_MISMATCH: {
    class: "FAILURE",
    meaning: "The person who started the collection is not the person who authenticated.",
    clientAction: "Explain the mismatch to the user."
  },
  AUTHENTICATION_ERROR: {
    class: "FAILURE",
    meaning: "The authentication failed for another reason than wrong credentials.",
    clientAction: offerRetry,
    since: "2026-04-01",
    otherwise: ["FAILED"]
  },
  LOGIN_METHOD_NOT_APPLICABLE: {
    class: "FAILURE",
    meaning: "The requested login method cannot be used for this company.",
    clientAction: "Read the supported methods from the company availability, and start a new collection.",
    since: "2026-04-01",
    otherwise: ["REJECTED_INCORRECT_LOGIN_METHOD", "FAILED"]
  },
  REJECTED_INCORRECT_LOGIN_METHOD: {
    class: "FAILURE",
    meaning: "The requested login method is not supported by the company.",
    clientAction: "Read the supported methods from the company availability, and start a new collection.",
    until: "2026-04-01",
    markets: ["ee", "lt", "lv"],
    otherwise: ["LOGIN_METHOD_NOT_APPLICABLE", "FAILED"]
  },
  ACCOUNT_TEMPORARILY_LOCKED: {
    class: "BLOCKING",
    meaning: "The company has locked the user out for a time, for example after repeated wrong credentials.",
    clientAction: "Suggest a new attempt later, after about 15 minutes unless retryAfterSeconds says otherwise."
  },
  KYC_FORM: {
    class: "BLOCKING",
    meaning: "The company blocks the login with a know-your-customer form.",
    clientAction: fillInAtCompany
  },
  CONTACT_FORM: {
    class: "BLOCKING",
    meaning: "The company blocks the login with a form for contact details.",
    clientAction: fillInAtCompany
  },
  CUSTOMER_ENROLLMENT_REQUIRED: {
    class: "BLOCKING",
    meaning: "The user must become a customer of the company first.",
    clientAction: "Treat as COMPLETED_EMPTY, or tell the user that no account could be accessed."
  },
  THIRD_PARTY_ERROR: {
    class: "FAILURE",
    meaning: "The failure is on the company's side.",
    clientAction: "Tell the user that the company was unavailable; a new attempt may work."
  }
}

/** What each of some statuses means, as a list for people. */
export const inWords = (statuses: ReadonlyArray<AnyStatus>): string =>
  Words.listOf(Object.fromEntries(statuses.map((status) => [status, table[status].meaning])))

/** The statuses a collection can be in, as version 2026-04-01 returns them. */
export const CollectionStatus = Schema.Literals(literals).annotate({
  identifier: "CollectionStatusValue",
  description:
    "Where the collection stands. Later versions of the service may add values: treat one that is not known as in " +
    `progress while \`pollingInterval\` is present, and as a failure otherwise.\n\n${inWords(literals)}`
})

/** The 30 statuses of spec 3.1, in the order of the table there. */
export const all: ReadonlyArray<AnyStatus> = literals.flatMap((status): ReadonlyArray<AnyStatus> =>
  status === "LOGIN_METHOD_NOT_APPLICABLE" ? [status, "REJECTED_INCORRECT_LOGIN_METHOD"] : [status]
)

/** The row of the table for one status. */
export const describe = (status: AnyStatus): Description => table[status]

/** Whether a collection in this status has ended. */
export const isFinal = (status: AnyStatus): boolean => {
  const kind = table[status].class
  return kind !== "IN_PROGRESS" && kind !== "WAITING_FOR_USER"
}

/** Whether data can be fetched in this status: the outcomes (decisions 10). */
export const isOutcome = (status: AnyStatus): boolean => table[status].class === "OUTCOME"

/** Who asks: the version and the market of the company decide what is shown. */
export interface Audience {
  readonly version: ApiVersion
  /** Absent where the company belongs to none of the known markets. */
  readonly market?: Market | undefined
}

/** Whether this status is ever returned to this audience. Versions are dates: as texts, an earlier one is smaller. */
export const returnedBy = (status: AnyStatus, { market, version }: Audience): boolean => {
  const { markets, since, until } = table[status]
  return (
    (since === undefined || since <= version) &&
    (until === undefined || version < until) &&
    (markets === undefined || (market !== undefined && markets.includes(market)))
  )
}

/** The status that this audience sees for a collection in `status`; always one that is {@link returnedBy} it. */
export const project = (status: AnyStatus, audience: Audience): AnyStatus =>
  returnedBy(status, audience)
    ? status
    : (table[status].otherwise?.find((other) => returnedBy(other, audience)) ?? "FAILED")

const authenticationFailures = [
  "AUTHENTICATION_TIMEOUT",
  "AUTHENTICATION_CANCELLED",
  "AUTHENTICATION_CONFLICT",
  "AUTHENTICATION_MISMATCH",
  "AUTHENTICATION_ERROR"
] as const

/** Reachable from every status that is not final (spec 3.3; decisions 4). */
const fromAny: ReadonlyArray<CollectionStatus> = ["FAILED", "THIRD_PARTY_ERROR", "AUTHENTICATION_MISMATCH"]

/** Decisions 4, "States and transitions"; a status that is not listed is final. */
const transitions: Partial<Record<AnyStatus, ReadonlyArray<CollectionStatus>>> = {
  RUNNING: [
    "CUSTOMER_ENROLLMENT_CHECK",
    "LOGIN",
    "COLLECTING",
    "LOGIN_METHOD_NOT_APPLICABLE",
    "FAILED_PDF_PARSE",
    "FAILED_PDF_USER_INPUT",
    "AUTHENTICATION_ERROR"
  ],
  CUSTOMER_ENROLLMENT_CHECK: ["LOGIN", "COLLECTING", "CUSTOMER_ENROLLMENT_REQUIRED"],
  LOGIN: [
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
    ...authenticationFailures
  ],
  WAITING_FOR_USER_ACTION: [
    "LOGIN",
    "CUSTOMER_ENROLLMENT_CHECK",
    "CONTACT_FORM_PENDING",
    "COLLECTION_INPUT_PENDING",
    "COLLECTING",
    "KYC_FORM",
    "CONTACT_FORM",
    ...authenticationFailures
  ],
  TWO_FACTOR_PENDING: [
    "LOGIN",
    "CONTACT_FORM_PENDING",
    "COLLECTION_INPUT_PENDING",
    "COLLECTING",
    "INCORRECT_TWO_FACTOR_CODE",
    "TWO_FACTOR_METHOD_SELECTION_TIMEOUT",
    "ACCOUNT_TEMPORARILY_LOCKED",
    "AUTHENTICATION_TIMEOUT",
    "AUTHENTICATION_CANCELLED",
    "AUTHENTICATION_ERROR"
  ],
  CONTACT_FORM_PENDING: ["LOGIN", "COLLECTING", "CONTACT_FORM"],
  COLLECTION_INPUT_PENDING: ["LOGIN", "COLLECTING", "COLLECTION_INPUT_TIMEOUT"],
  COLLECTING: [
    "COLLECTION_INPUT_PENDING",
    "COMPLETED",
    "COMPLETED_PARTIAL",
    "COMPLETED_EMPTY",
    "FAILED_PDF_PARSE",
    "FAILED_PDF_USER_INPUT",
    "AUTHENTICATION_ERROR"
  ]
}

/** The status in which every collection begins. */
export const initial = "RUNNING" satisfies CollectionStatus

/** Whether a collection may go from one status to another. Never out of a final status; no row of the table has itself. */
export const canTransition = (from: AnyStatus, to: AnyStatus): boolean =>
  to !== "REJECTED_INCORRECT_LOGIN_METHOD" &&
  !isFinal(from) &&
  (fromAny.includes(to) || (transitions[from]?.includes(to) ?? false))
