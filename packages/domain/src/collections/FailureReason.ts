/** The values of FAILURE_REASON, with messages in the service's own words (spec 2.5). */
import { Record, Schema, Struct } from "effect"
import type { CollectionStatus } from "./CollectionStatus.ts"
import { Product } from "../companies/Product.ts"
import * as Annotations from "../shared/Annotations.ts"
import reasons from "./failureReasons.json" with { type: "json" }

export const messages = Record.map(reasons, ({ message }) => message)

export type FailureCode = keyof typeof messages

/** Maps each failure code to its message. A code that is the default reason for a status also names that status. */
const rows: Readonly<Record<FailureCode, { readonly message: string; readonly status?: string }>> = reasons

/** The reasons for missing data that exist in every API version. */
export const missingReasons = {
  COMPANY_ERROR: "The company responded with an error.",
  COMPANY_UNREACHABLE: "The company could not be reached, or did not respond in time.",
  INVALID_DATA: "The company's data had another form than promised.",
  NOT_SUPPORTED: "This data cannot be collected from this company.",
  TOO_MUCH_DATA: "The company has more data than Sheaf reads at once."
} as const

export const missingDataWith = <Reason extends string>(reasons: Readonly<Record<Reason, string>>) =>
  Schema.Struct({
    product: Product,
    reason: Annotations.literals("The reason why data is missing.", reasons)
  }).pipe(Annotations.annotate("MissingData", "A product with data that could not be collected, and the reason."))

/** A product whose data is missing from a partial result (COMPLETED_PARTIAL). */
export const MissingData = Schema.Struct({
  ...missingDataWith({
    ...missingReasons,
    LIMIT_EXCEEDED: "The bank accepts no more readings of this account for now."
  }).fields,
  accountId: Annotations.optional(
    Schema.NonEmptyString,
    "The accountId of the bank account whose data is missing. Events do not show it."
  ),
  part: Schema.optionalKey(
    Annotations.literals("The part of the bank account that is missing or incomplete.", {
      ACCOUNT: "The account itself, because the bank omits it or describes it in a form that cannot be used.",
      BALANCES: "The balances, or some of them.",
      TRANSACTIONS: "The transactions, or some of them."
    })
  )
}).pipe(Annotations.annotate("MissingData", "A product with data that could not be collected, and the reason."))
export type MissingData = typeof MissingData.Type

export const schemaWithCodes = <Code extends FailureCode, Missing extends Schema.Top>(
  known: Readonly<Record<Code, string>>,
  missing: Missing
) =>
  Schema.Struct({
    code: Annotations.literals("A stable code. Branch on this.", known),
    message: Schema.String.annotate({
      description: "An explanation of the code for developers, the same for every occurrence."
    }),
    retryAfterSeconds: Annotations.optional(
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
      "Seconds to wait before trying again; present with the code ACCOUNT_TEMPORARILY_LOCKED, and with COMPANY_ERROR " +
        "if a bank limits readings."
    ),
    missing: Annotations.optional(
      Schema.Array(missing),
      "The products with missing data; present only if the status is COMPLETED_PARTIAL."
    )
  }).pipe(
    Annotations.annotate(
      "FailureReason",
      "The reason for the final status. The set of codes is fixed. The message is for developers."
    )
  )

export const FailureReason = schemaWithCodes(messages, MissingData)
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

/** Returns `undefined` if the status needs no reason. */
export const defaultReasonFor = (status: CollectionStatus, details?: Details): FailureReason | undefined => {
  const code = Struct.keys(rows).find((each) => rows[each].status === status)
  return code === undefined ? undefined : make(code, details)
}
