/**
 * A consent's credentials, as the text that the service stores with the consent (spec 2.4, 16). Consents have
 * credentials at banks with OAuth, and at banks that require a confirmation code.
 */
import { Option, Redacted, Schema } from "effect"

/** The fields that all stages share: the server that issues the tokens, and the address of its metadata. */
const server = { issuer: Schema.String, metadata: Schema.String }

/** The authorization has begun, and the person has not returned with a code yet. */
const Pending = Schema.Struct({
  _tag: Schema.Literal("PENDING"),
  ...server,
  /** The requested scope. */
  scope: Schema.String,
  /** True if a response without an issuer is invalid (RFC 9207 §3). */
  needsIssuer: Schema.Boolean,
  redirectUri: Schema.String,
  /** The secret that proves that the code was issued for this request (RFC 7636). */
  verifier: Schema.String
})

/** The person has returned with a code. */
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
  /** Absent if the server does not state it. */
  expiresAt: Schema.optionalKey(Schema.Finite)
})

/** The address of the authorization that Sheaf must confirm once the person returns with a code. */
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

/** Returns the credentials, or `undefined` if another adapter wrote the text. */
export const parse = (credentials: Redacted.Redacted): BankCredentials | undefined =>
  Option.getOrUndefined(decode(Redacted.value(credentials)))
