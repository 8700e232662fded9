/**
 * Decides whether a failed call about one account leaves only a gap in the data or fails the whole reading (spec 10,
 * 16).
 */
import type { MissingData } from "@sheaf/domain/FailureReason"
import { isAboutAccount } from "../wire/BankCallError.ts"
import type { AttemptedBankCallError, BankStatusError } from "../wire/BankCallError.ts"

export type MissingPart = Required<Pick<MissingData, "part" | "reason">>

const reasonOfStatus = ({ code, status }: BankStatusError): MissingData["reason"] => {
  if (status === 429 || code === "ACCESS_EXCEEDED") return "LIMIT_EXCEEDED"
  if (status === 405 || status === 501) return "NOT_SUPPORTED"
  return status === 503 || status === 504 ? "COMPANY_UNREACHABLE" : "COMPANY_ERROR"
}

/**
 * Returns why a part of an account's data is missing, or `undefined` if the fault concerns all accounts: the consent
 * has ended, its token must be renewed, or the bank rejects every call of this operator.
 */
export const missingDataReasonOf = (fault: AttemptedBankCallError): MissingData["reason"] | undefined => {
  switch (fault._tag) {
    case "BankResponseError":
      return "INVALID_DATA"
    case "OutboundError":
      if (fault.isWithoutRoom || fault.reason === "TOO_LARGE") return "TOO_MUCH_DATA"
      return fault.isUnreachable ? "COMPANY_UNREACHABLE" : "INVALID_DATA"
    case "BankStatusError":
      return isAboutAccount(fault) ? reasonOfStatus(fault) : undefined
  }
}
