/** A recording's consents, by sandbox scenario. */
import type { RecordedData } from "@sheaf/app-api/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"

/** The consents that have ended or remain valid. */
export const settled: ReadonlyArray<string> = [
  "consent",
  "consent-fewer-accounts",
  "consent-shortened",
  "consent-page",
  "consent-page-ee",
  "consent-page-fr",
  "consent-page-lt",
  "consent-page-lv",
  "consent-revoked",
  "consent-expires",
  "consent-page-expires",
  "consent-rejected",
  "consent-mismatch",
  "consent-cancelled",
  "consent-page-refused",
  "consent-bank-unreadable"
]

/** An open consent. */
export interface OpenConsent {
  readonly scenario: string
  readonly loginMethod?: LoginMethod
  readonly status: RecordedData.OpenConsent["status"]
  readonly step: RecordedData.OpenConsent["step"]
  readonly finalStatus: RecordedData.OpenConsent["finalStatus"]
}

const awaiting = "AWAITING_AUTHORIZATION"
const byElectronicId = "SWEDISH_MOBILE_EID_SAME_DEVICE"

export const open: ReadonlyArray<OpenConsent> = [
  { scenario: "consent-bank-unreachable", status: "INITIATED", step: { type: "EXPIRE" }, finalStatus: "FAILED" },
  {
    scenario: "consent-page",
    status: awaiting,
    step: { type: "DECIDE", decision: "approve" },
    finalStatus: "AUTHORIZED"
  },
  {
    scenario: "consent-page-refused",
    status: awaiting,
    step: { type: "DECIDE", decision: "refuse" },
    finalStatus: "FAILED"
  },
  { scenario: "consent-page-lt", status: awaiting, step: { type: "REVOKE" }, finalStatus: "REVOKED" },
  { scenario: "consent-page-cancelled", status: awaiting, step: { type: "EXPIRE" }, finalStatus: "FAILED" },
  {
    scenario: "consent-unanswered",
    loginMethod: byElectronicId,
    status: awaiting,
    step: { type: "EXPIRE" },
    finalStatus: "FAILED"
  },
  {
    scenario: "consent",
    loginMethod: byElectronicId,
    status: awaiting,
    step: { type: "WAIT" },
    finalStatus: "AUTHORIZED"
  }
]
