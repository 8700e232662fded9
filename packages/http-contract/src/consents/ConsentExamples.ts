/** Consents as they go over the wire, as examples of the documents: the same in every version. */
import type { Consent } from "@sheaf/domain/Consent"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { errorOf } from "@sheaf/domain/ConsentStatusObject"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"

const company = "se-fjallbanken"
const consentId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"
const expiresAt = "2026-06-30T23:59:59.999Z"
const scope = { type: "PSD2_AIS", balances: true, transactions: true } as const

const asked = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", validUntil: "9999-12-31" } as const

/** Requests for a consent, by how the person authorises it. */
export const requests: Readonly<Record<"electronicId" | "redirect", CreateConsent>> = {
  electronicId: {
    company,
    loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
    parameters: [asked, { type: "SWEDISH_EID", personalNumber: "198112189876" }]
  },
  redirect: { company, parameters: [asked] }
}

const created: Consent = { company, consentId, expiresAt, scope, status: "INITIATED" }

/** A scenario of the sandbox. */
export const scenario: ConsentScenario = {
  scenario: "page-refused",
  description: "The person refuses on the page of the bank.",
  company,
  finalStatus: "FAILED",
  visits: ["INITIATED", "AWAITING_AUTHORIZATION", "FAILED"],
  loginMethods: [],
  parameters: [asked],
  redirect: "refuse",
  errorCode: "REJECTED_BY_BANK"
}

/** Consents, just created and in force. */
export const consents = {
  created,
  authorized: {
    ...created,
    status: "AUTHORIZED",
    scope: { ...scope, accountIds: ["acc-1", "acc-2"] }
  } satisfies Consent
}

const heads = { company, consentId, createdAt: "2026-05-04T08:00:00.000Z", scope, expiresAt }

const awaiting: ConsentStatusObject = {
  ...heads,
  status: "AWAITING_AUTHORIZATION",
  statusChangedAt: "2026-05-04T08:00:01.000Z",
  pollingInterval: 2000,
  authInstructions: { redirectUrl: "https://bank.example/authorise/7d1c2f" }
}

const revoked: ConsentStatusObject = {
  ...heads,
  status: "REVOKED",
  statusChangedAt: "2026-05-20T10:30:00.000Z",
  revokedAt: "2026-05-20T10:30:00.000Z"
}

const failed: ConsentStatusObject = {
  ...heads,
  status: "FAILED",
  statusChangedAt: "2026-05-04T08:05:00.000Z",
  error: errorOf("AUTHENTICATION_TIMEOUT")
}

/** Status objects at the points of a consent. */
export const statuses = { awaiting, revoked, failed }
