/** The state of a collection under a one-time consent. Sheaf seals it. */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { BankAccounts, ScaChallenge } from "@sheaf/ports"
import { Schema } from "effect"

const Session = Schema.fromJsonString(
  Schema.Struct({
    /** Absent while the person logs in before a consent exists. */
    bankConsentId: Schema.optionalKey(Schema.String),
    /** What the request for the consent needs, until the bank has created it. */
    request: Schema.optionalKey(
      Schema.Struct({
        validUntil: Schema.String,
        psuLocale: Schema.String,
        clientName: Schema.optionalKey(Schema.String)
      })
    ),
    scope: ConsentScope.Psd2AisConsentScope,
    psuIpAddress: Schema.String,
    /** The page on which the person logs in or authorizes the consent, until the person has returned. */
    redirectUrl: Schema.optionalKey(Schema.String),
    /** What the bank's app needs from the person. */
    challenge: Schema.optionalKey(ScaChallenge),
    /** The authorization for which the person chooses a method. */
    authorizationId: Schema.optionalKey(Schema.String),
    /** The newest credentials of a consent with OAuth. */
    credentials: Schema.optionalKey(Schema.String),
    /** Present if the next step exchanges the code or the refresh token for new credentials. */
    mustRenew: Schema.optionalKey(Schema.Literal(true)),
    /** The accounts that have been read. The next step ends the consent at the bank. */
    accounts: Schema.optionalKey(BankAccounts),
    phase: Schema.Literals(["CHOOSING", "STARTED", "WAITING", "RETURNED", "GRANTED", "READ"]),
    /** Present if the shown page adds a code to the person's return. */
    expectsCode: Schema.optionalKey(Schema.Literal(true))
  })
)
export type Session = typeof Session.Type

export const encode = Schema.encodeSync(Session)
export const decode = Schema.decodeUnknownEffect(Session)
