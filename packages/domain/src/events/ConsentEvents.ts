/** Consent events: the changes that cause them, and their content. The status table determines both (spec 2.4, 6). */
import { Schema, Struct } from "effect"
import { CompanyId } from "../companies/Company.ts"
import { Psd2AisConsentScope } from "../consents/ConsentScope.ts"
import { ConsentError } from "../consents/ConsentStatusObject.ts"
import { ConsentStatus, describe } from "../consents/ConsentStatus.ts"
import { EventOrigin } from "./EventOrigin.ts"
import type { ConsentEventType } from "./EventType.ts"

/** Maps the class of a consent's new status to the event that Sheaf sends. */
const byClass: Readonly<Record<ReturnType<typeof describe>["class"], ConsentEventType | undefined>> = {
  IN_PROGRESS: undefined,
  WAITING_FOR_USER: "consent.awaiting_authorization",
  OUTCOME: "consent.authorized",
  ENDED: "consent.ended",
  FAILURE: "consent.ended"
}

export const eventTypeFor = (before: ConsentStatus, after: ConsentStatus): ConsentEventType | undefined =>
  before === after ? undefined : byClass[describe(after).class]

/**
 * How long before a consent's expiry Sheaf sends an event, in milliseconds: 7 days and 1 day. A consent authorized with
 * less than a day left gets no such event.
 */
export const expiryNoticeMillis = [7 * 86_400_000, 86_400_000] as const

/** The scope that events show, without account numbers, which are personal data (spec 6). */
const EventScope = Schema.Struct(Struct.omit(Psd2AisConsentScope.fields, ["accountIds"]))

export const eventScopeOf = ({ balances, transactions, type }: Psd2AisConsentScope): typeof EventScope.Type => ({
  type,
  balances,
  transactions
})

/** Times are milliseconds since 1970. */
export const ConsentEventPayload = Schema.Struct({
  consentId: Schema.String,
  company: CompanyId,
  status: ConsentStatus,
  createdAt: Schema.Finite,
  statusChangedAt: Schema.Finite,
  expiresAt: Schema.Finite,
  scope: EventScope,
  revokedAt: Schema.optionalKey(Schema.Finite),
  failure: Schema.optionalKey(ConsentError.fields.code),
  ...EventOrigin.fields
})
export type ConsentEventPayload = typeof ConsentEventPayload.Type
