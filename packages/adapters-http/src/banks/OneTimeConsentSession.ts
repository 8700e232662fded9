/** The state of a collection under a one-time consent, which Sheaf seals. */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { BankAccounts, ScaChallenge } from "@sheaf/ports"
import { Schema } from "effect"

const Session = Schema.fromJsonString(
  Schema.Struct({
    /** Absent while the person logs in before the consent. */
    bankConsentId: Schema.optionalKey(Schema.String),
    /** The request for the consent, until the bank has created it. */
    request: Schema.optionalKey(
      Schema.Struct({
        validUntil: Schema.String,
        psuLocale: Schema.String,
        clientName: Schema.optionalKey(Schema.String)
      })
    ),
    scope: ConsentScope.Psd2AisConsentScope,
    psuIpAddress: Schema.String,
    /** The page for the login or the authorization, while the person is away. */
    redirectUrl: Schema.optionalKey(Schema.String),
    /** What the person needs in the bank's app. */
    challenge: Schema.optionalKey(ScaChallenge),
    /** The authorization, if the person must choose its method. */
    authorizationId: Schema.optionalKey(Schema.String),
    /** The newest credentials of a consent at a bank with OAuth. */
    credentials: Schema.optionalKey(Schema.String),
    /** When the bank first had not decided after the person's return, in milliseconds since 1970. */
    undecidedSince: Schema.optionalKey(Schema.Finite),
    /** Present if the next step must exchange the code or the refresh token. */
    mustRenew: Schema.optionalKey(Schema.Literal(true)),
    /** The accounts that were read, so that the next step can end the consent. */
    accounts: Schema.optionalKey(BankAccounts),
    phase: Schema.Literals(["CHOOSING", "STARTED", "WAITING", "RETURNED", "GRANTED", "READ"]),
    /** Present if the shown page sends the person back with a code. */
    expectsCode: Schema.optionalKey(Schema.Literal(true))
  })
)
export type Session = typeof Session.Type

export const encode = Schema.encodeSync(Session)
export const decode = Schema.decodeUnknownEffect(Session)
