/** Failure reasons: the values of FAILURE_REASON, in the service's own words (decisions 4). */
import { Schema } from "effect"
import type { CollectionStatus } from "./CollectionStatus.ts"
import { Product } from "../companies/Product.ts"
import * as Words from "../Words.ts"

const messages = {
  COLLECTION_TIMEOUT: "The collection exceeded its time limit.",
  CONNECTOR_ERROR: "The connector to the company failed.",
  UNEXPECTED_STATUS: "The connector reported a status that cannot follow the previous one.",
  COMPANY_UNREACHABLE: "The company could not be reached, or did not respond in time.",
  COMPANY_ERROR: "The company responded with an error.",
  COMPANY_MAINTENANCE: "The company is down for maintenance.",
  INCORRECT_CREDENTIALS: "The company rejected the credentials.",
  INCORRECT_TWO_FACTOR_CODE: "The company rejected the two-factor code.",
  AUTHENTICATION_TIMEOUT: "The user did not authenticate in time.",
  AUTHENTICATION_CANCELLED: "The user canceled the authentication.",
  AUTHENTICATION_CONFLICT: "Several authentications for the same person were in progress at once.",
  AUTHENTICATION_MISMATCH: "The person who authenticated is not the person who started the collection.",
  AUTHENTICATION_REFUSED: "The authentication was rejected.",
  TWO_FACTOR_METHOD_NOT_CHOSEN: "The user did not choose a two-factor method in time.",
  COLLECTION_INPUT_NOT_SUPPLIED: "The user did not supply the requested input in time.",
  CONTACT_DETAILS_REQUIRED: "The company requires contact details before it lets the user in.",
  KYC_REQUIRED: "The company requires answers to its know-your-customer questions first.",
  CUSTOMER_ENROLLMENT_REQUIRED: "The user is not yet a customer of the company.",
  ACCOUNT_TEMPORARILY_LOCKED: "The company has temporarily locked the user out.",
  LOGIN_METHOD_NOT_SUPPORTED: "The company does not support the login method.",
  PDF_NOT_READABLE: "The insurance in the PDF could not be read.",
  PDF_NOT_SUPPORTED: "The PDF is of an unsupported kind.",
  PARTIAL_DATA: "Some data could not be collected.",
  CONSENT_REFUSED: "The bank rejects the consent, or no longer accepts it.",
  CONSENT_ENDED: "The consent ended before the accounts were read.",
  USER_ERASED: "The user was erased."
} as const

export type FailureCode = keyof typeof messages

/** The default failure code of each status that needs one. */
const defaults: Partial<Record<CollectionStatus, FailureCode>> = {
  COMPLETED_PARTIAL: "PARTIAL_DATA",
  FAILED: "CONNECTOR_ERROR",
  FAILED_PDF_PARSE: "PDF_NOT_READABLE",
  FAILED_PDF_USER_INPUT: "PDF_NOT_SUPPORTED",
  INCORRECT_CREDENTIALS: "INCORRECT_CREDENTIALS",
  INCORRECT_TWO_FACTOR_CODE: "INCORRECT_TWO_FACTOR_CODE",
  AUTHENTICATION_TIMEOUT: "AUTHENTICATION_TIMEOUT",
  AUTHENTICATION_CANCELLED: "AUTHENTICATION_CANCELLED",
  AUTHENTICATION_CONFLICT: "AUTHENTICATION_CONFLICT",
  AUTHENTICATION_MISMATCH: "AUTHENTICATION_MISMATCH",
  AUTHENTICATION_ERROR: "AUTHENTICATION_REFUSED",
  TWO_FACTOR_METHOD_SELECTION_TIMEOUT: "TWO_FACTOR_METHOD_NOT_CHOSEN",
  COLLECTION_INPUT_TIMEOUT: "COLLECTION_INPUT_NOT_SUPPLIED",
  LOGIN_METHOD_NOT_APPLICABLE: "LOGIN_METHOD_NOT_SUPPORTED",
  ACCOUNT_TEMPORARILY_LOCKED: "ACCOUNT_TEMPORARILY_LOCKED",
  KYC_FORM: "KYC_REQUIRED",
  CONTACT_FORM: "CONTACT_DETAILS_REQUIRED",
  CUSTOMER_ENROLLMENT_REQUIRED: "CUSTOMER_ENROLLMENT_REQUIRED",
  THIRD_PARTY_ERROR: "COMPANY_ERROR"
}

/** A product whose data is missing in COMPLETED_PARTIAL. */
export const Missing = Schema.Struct({
  product: Product,
  reason: Words.literals("The reason why data is missing.", {
    COMPANY_ERROR: "The company responded with an error.",
    COMPANY_UNREACHABLE: "The company could not be reached, or did not respond in time.",
    NOT_SUPPORTED: "This data cannot be collected from this company."
  })
}).pipe(Words.named("MissingData", "A product with data that could not be collected, and the reason."))
export type Missing = typeof Missing.Type

export const FailureReason = Schema.Struct({
  code: Words.literals("A stable code. Branch on this.", messages),
  message: Schema.String.annotate({
    description: "An explanation of the code for developers, the same for every occurrence."
  }),
  retryAfterSeconds: Words.optional(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    "Seconds to wait before trying again; with ACCOUNT_TEMPORARILY_LOCKED."
  ),
  missing: Words.optional(Schema.Array(Missing), "The products with missing data; with COMPLETED_PARTIAL.")
}).annotate({
  identifier: "FailureReason",
  description: "The reason for the final status. The list of codes is closed; the message is for developers.",
  examples: [
    { code: "ACCOUNT_TEMPORARILY_LOCKED", message: messages.ACCOUNT_TEMPORARILY_LOCKED, retryAfterSeconds: 900 },
    {
      code: "PARTIAL_DATA",
      message: messages.PARTIAL_DATA,
      missing: [{ product: "WEALTH", reason: "COMPANY_UNREACHABLE" }]
    }
  ]
})
export type FailureReason = typeof FailureReason.Type

type Details = Pick<FailureReason, "retryAfterSeconds" | "missing">

/** The recommended pause after a lockout, in seconds: about 15 minutes (spec 3.1, 8). */
const lockedSeconds = 900

export const make = (code: FailureCode, details?: Details): FailureReason => ({
  code,
  message: messages[code],
  ...(code === "ACCOUNT_TEMPORARILY_LOCKED" && { retryAfterSeconds: lockedSeconds }),
  ...details
})

/** Returns the default reason for a status, or `undefined` if the status needs none. */
export const forStatus = (status: CollectionStatus, details?: Details): FailureReason | undefined => {
  const code = defaults[status]
  return code === undefined ? undefined : make(code, details)
}
