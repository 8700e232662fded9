/** Examples of request and response bodies for the documents, in the newest version (examples.json). */
import { errorOf } from "@sheaf/domain/ConsentStatusObject"
import examples from "./examples.json" with { type: "json" }

export const {
  availability,
  confirmations,
  consentAnswers,
  consentRequests,
  renewals,
  consents,
  events,
  inputs,
  insurances,
  publicKey,
  repeatableInput,
  session,
  starts
} = examples
export const { statuses, summaries, supportedProducts, transactions, user, wealth } = examples

const { asking, authorized, awaiting, failed, revoked } = examples.consentStatuses

const { authInstructions: _, ...answered } = asking

export const answeredConsent = answered

export const consentStatuses = {
  awaiting,
  asking,
  authorized,
  revoked,
  failed: { ...failed, error: errorOf("AUTHENTICATION_TIMEOUT") }
}
