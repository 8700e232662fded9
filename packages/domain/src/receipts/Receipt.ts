/** Receipts: what a person permitted, signed, and without any collected value (spec 18). */
import { Schema } from "effect"
import { Product } from "../companies/Product.ts"
import { MonitorInterval } from "../monitors/MonitorSchedule.ts"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"

/** The type in the header of a receipt (RFC 8725 §3.11), which no other token of the service has. */
export const receiptType = "sheaf-receipt+jwt"

/** The audience of every receipt: people and what they show it to. No service accepts it as a token (RFC 8725 §3.9). */
export const receiptAudience = "sheaf-receipt"

export const ReceiptKind = Schema.Literals([...Product.literals, "BALANCES", "TRANSACTIONS"])
export type ReceiptKind = typeof ReceiptKind.Type

/** What a permission is: a consent at a bank, one collection, or a monitor. */
export const PermissionType = Annotations.literals("The kind of permission.", {
  CONSENT: "The client may read accounts at a bank.",
  COLLECTION: "The client has read the data once.",
  MONITOR: "The client may look again by itself."
})
export type PermissionType = typeof PermissionType.Type

const named = Schema.Struct({ id: Schema.String, name: Schema.String })

const frequency = { every: MonitorInterval, at: Schema.optionalKey(Schema.String), timeZone: Schema.String }

/** The permission that a receipt is for. */
export const ReceiptPermission = Schema.Struct({
  type: PermissionType,
  id: Schema.String,
  status: Schema.String,
  kinds: Schema.Array(ReceiptKind),
  from: Timestamp,
  /** The end of the permission, or the time at which the data of a collection is erased. */
  until: Schema.optionalKey(Timestamp),
  /** How often a monitor looks. */
  frequency: Schema.optionalKey(Schema.Struct(frequency)),
  /** The time until which a username and password are kept for a monitor. */
  credentialsKeptUntil: Schema.optionalKey(Timestamp),
  /** The monitors that use a consent. */
  monitors: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, ...frequency, until: Timestamp })))
})

/** The claims of a receipt that name the permission. */
export const ReceiptContent = Schema.Struct({
  /** The user. Absent for a collection without a user. */
  sub: Schema.optionalKey(Schema.String),
  client: named,
  company: named,
  permission: ReceiptPermission,
  /** The purpose in the person's language. */
  purpose: Schema.String,
  /** How to end the permission, in the person's language. */
  ending: Schema.String
})
export type ReceiptContent = typeof ReceiptContent.Type

/** All claims of a receipt. The shape is closed: a receipt has no other member. */
export const ReceiptClaims = Schema.Struct({
  iss: Schema.String,
  aud: Schema.Literal(receiptAudience),
  jti: Schema.String,
  iat: Schema.Int,
  exp: Schema.Int,
  ...ReceiptContent.fields
})
export type ReceiptClaims = typeof ReceiptClaims.Type
