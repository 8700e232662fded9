/** Receipts: signed statements of what a person permitted. A receipt contains no collected value (spec 18). */
import { Schema } from "effect"
import { Product } from "../companies/Product.ts"
import { MonitorInterval } from "../monitors/MonitorSchedule.ts"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"

/** The `typ` header of receipts (RFC 8725 §3.11). No other token of the service has this type. */
export const receiptType = "sheaf-receipt+jwt"

/**
 * The audience of all receipts, which people can show to anybody. No service accepts this audience, so a receipt cannot
 * pass as an access token (RFC 8725 §3.9).
 */
export const receiptAudience = "sheaf-receipt"

export const ReceiptKind = Schema.Literals([...Product.literals, "BALANCES", "TRANSACTIONS"])
export type ReceiptKind = typeof ReceiptKind.Type

export const PermissionType = Annotations.literals("The kind of permission.", {
  CONSENT: "The client may read accounts at a bank.",
  COLLECTION: "The client has read the data once.",
  MONITOR: "The client may look again by itself."
})
export type PermissionType = typeof PermissionType.Type

const named = Schema.Struct({ id: Schema.String, name: Schema.String })

const frequency = { every: MonitorInterval, at: Schema.optionalKey(Schema.String), timeZone: Schema.String }

export const ReceiptPermission = Schema.Struct({
  type: PermissionType,
  id: Schema.String,
  status: Schema.String,
  kinds: Schema.Array(ReceiptKind),
  from: Timestamp,
  /** When the permission ends or, for a collection, when its data is erased. */
  until: Schema.optionalKey(Timestamp),
  frequency: Schema.optionalKey(Schema.Struct(frequency)),
  credentialsKeptUntil: Schema.optionalKey(Timestamp),
  monitors: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, ...frequency, until: Timestamp })))
})

export const ReceiptContent = Schema.Struct({
  /** The user's id. Absent for a collection without a user. */
  sub: Schema.optionalKey(Schema.String),
  client: named,
  company: named,
  permission: ReceiptPermission,
  /** The purpose in the person's language. */
  purpose: Schema.String,
  /** How the person can end the permission, in their language. */
  ending: Schema.String
})
export type ReceiptContent = typeof ReceiptContent.Type

export const ReceiptClaims = Schema.Struct({
  iss: Schema.String,
  aud: Schema.Literal(receiptAudience),
  jti: Schema.String,
  iat: Schema.Int,
  exp: Schema.Int,
  ...ReceiptContent.fields
})
export type ReceiptClaims = typeof ReceiptClaims.Type
