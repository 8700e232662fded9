/** The state of a collection under a one-time consent. It is stored sealed. */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { BankAccounts, ScaChallenge } from "@sheaf/ports"
import { Schema } from "effect"

const Session = Schema.fromJsonString(
  Schema.Struct({
    /** Absent during a login that comes before the consent. */
    bankConsentId: Schema.optionalKey(Schema.String),
    /** Present until the bank has created the consent. */
    request: Schema.optionalKey(
      Schema.Struct({
        validUntil: Schema.String,
        psuLocale: Schema.String,
        clientName: Schema.optionalKey(Schema.String)
      })
    ),
    scope: ConsentScope.Psd2AisConsentScope,
    psuIpAddress: Schema.String,
    /** Present while the person is away on this page. */
    redirectUrl: Schema.optionalKey(Schema.String),
    challenge: Schema.optionalKey(ScaChallenge),
    authorizationId: Schema.optionalKey(Schema.String),
    /** Absent at banks without OAuth. */
    credentials: Schema.optionalKey(Schema.String),
    /**
     * When Sheaf first saw that the consent was still undecided after the person had returned, in milliseconds since
     * 1970.
     */
    undecidedSince: Schema.optionalKey(Schema.Finite),
    mustRenew: Schema.optionalKey(Schema.Literal(true)),
    /** The accounts read so far. They are kept here while the next step ends the consent. */
    accounts: Schema.optionalKey(BankAccounts),
    phase: Schema.Literals(["CHOOSING", "STARTED", "WAITING", "RETURNED", "GRANTED", "READ"]),
    /** Present if the page sends the person back with a code. */
    expectsCode: Schema.optionalKey(Schema.Literal(true))
  })
)
export type Session = typeof Session.Type

export const encode = Schema.encodeSync(Session)
export const decode = Schema.decodeUnknownEffect(Session)
