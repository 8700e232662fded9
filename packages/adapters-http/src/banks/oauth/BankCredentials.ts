/**
 * A consent's credentials, as a string that is stored with the consent (spec 2.4, 16). Only banks with OAuth or
 * confirmation codes need them.
 */
import { Option, Redacted, Schema } from "effect"

const server = { issuer: Schema.String, metadata: Schema.String }

const Pending = Schema.Struct({
  _tag: Schema.Literal("PENDING"),
  ...server,
  scope: Schema.String,
  /** True if the response must name the issuer (RFC 9207 §3). */
  needsIssuer: Schema.Boolean,
  redirectUri: Schema.String,
  verifier: Schema.String
})

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
  /** Absent if the server states no lifetime. */
  expiresAt: Schema.optionalKey(Schema.Finite)
})

/** Once the person has returned with a code, Sheaf confirms the authorization at the `confirmation` URL. */
const Unconfirmed = Schema.Struct({ _tag: Schema.Literal("UNCONFIRMED"), confirmation: Schema.String })

const Confirming = Schema.Struct({
  _tag: Schema.Literal("CONFIRMING"),
  confirmation: Schema.String,
  code: Schema.String
})

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
