/**
 * A consent's credentials, as a text stored with the consent (spec 2.4, 16). Only consents at banks with OAuth or
 * confirmation codes have them.
 */
import { Option, Redacted, Schema } from "effect"

/** The fields in every stage: the server that issues the tokens, and the URL of its metadata. */
const server = { issuer: Schema.String, metadata: Schema.String }

/** The authorization has begun, and the person has not returned with a code. */
const Pending = Schema.Struct({
  _tag: Schema.Literal("PENDING"),
  ...server,
  /** The requested scope. */
  scope: Schema.String,
  /** True if the response must name the issuer (RFC 9207 §3). */
  needsIssuer: Schema.Boolean,
  redirectUri: Schema.String,
  /** The PKCE verifier, which proves that the code was issued for this request (RFC 7636). */
  verifier: Schema.String
})

/** The person has returned with an authorization code. */
const Returned = Schema.Struct({
  _tag: Schema.Literal("RETURNED"),
  ...server,
  scope: Schema.String,
  redirectUri: Schema.String,
  verifier: Schema.String,
  code: Schema.String
})

/** The server has issued tokens. Times are milliseconds since 1970. */
const Granted = Schema.Struct({
  _tag: Schema.Literal("GRANTED"),
  ...server,
  accessToken: Schema.String,
  refreshToken: Schema.optionalKey(Schema.String),
  issuedAt: Schema.Finite,
  /** Absent if the server states none. */
  expiresAt: Schema.optionalKey(Schema.Finite)
})

/** Where Sheaf must confirm the authorization once the person has returned with a code. */
const Unconfirmed = Schema.Struct({ _tag: Schema.Literal("UNCONFIRMED"), confirmation: Schema.String })

/** The person has returned with a confirmation code. */
const Confirming = Schema.Struct({
  _tag: Schema.Literal("CONFIRMING"),
  confirmation: Schema.String,
  code: Schema.String
})

/** The bank has accepted the confirmation code. */
const Confirmed = Schema.Struct({ _tag: Schema.Literal("CONFIRMED") })

const Credentials = Schema.Union([Pending, Returned, Granted, Unconfirmed, Confirming, Confirmed])
export type BankCredentials = typeof Credentials.Type

const text = Schema.fromJsonString(Credentials)
const encode = Schema.encodeSync(text)
const decode = Schema.decodeUnknownOption(text)

export const serialize = (credentials: BankCredentials): Redacted.Redacted => Redacted.make(encode(credentials))

/** Returns the credentials, or `undefined` if another adapter wrote them. */
export const parse = (credentials: Redacted.Redacted): BankCredentials | undefined =>
  Option.getOrUndefined(decode(Redacted.value(credentials)))
