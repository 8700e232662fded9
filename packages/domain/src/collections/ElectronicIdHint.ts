/**
 * The hints that electronic-ID providers report about an order, and what they mean for a collection (spec 3.1, 3.2,
 * 17). The hints' names come from the most widely used Swedish scheme.
 */
import { Schema, Struct } from "effect"
import type { CollectionStatus } from "./CollectionStatus.ts"

export const PendingHint = Schema.Literals([
  /** No app has opened the order yet. */
  "outstandingTransaction",
  /** No app has opened the order yet, and the provider knows of no app that could. */
  "noClient",
  /** An app has opened the order and is looking for a matching ID. */
  "started",
  /** The person is scanning the chip of an identity document. */
  "userMrtd",
  /** The person must confirm that they are in a call. */
  "userCallConfirm",
  /** The order is open in the app, and the person must sign. */
  "userSign"
])
export type PendingHint = typeof PendingHint.Type

export type AuthenticationFailure = Extract<
  CollectionStatus,
  "AUTHENTICATION_TIMEOUT" | "AUTHENTICATION_CANCELLED" | "AUTHENTICATION_CONFLICT" | "AUTHENTICATION_ERROR"
>

const failures = {
  expiredTransaction: "AUTHENTICATION_TIMEOUT",
  startFailed: "AUTHENTICATION_TIMEOUT",
  userCancel: "AUTHENTICATION_CANCELLED",
  userDeclinedCall: "AUTHENTICATION_CANCELLED",
  cancelled: "AUTHENTICATION_CONFLICT",
  alreadyInProgress: "AUTHENTICATION_CONFLICT",
  certificateErr: "AUTHENTICATION_ERROR",
  notSupportedByUserApp: "AUTHENTICATION_ERROR",
  transactionRiskBlocked: "AUTHENTICATION_ERROR"
} as const satisfies Record<string, AuthenticationFailure>

export const FailedHint = Schema.Literals(Struct.keys(failures))
export type FailedHint = typeof FailedHint.Type

const isFailedHint = Schema.is(FailedHint)

/** Sheaf's own hint, for an order that a provider completed without a valid personal number (spec 17). */
export const personalNumberMissingHint = "personalNumberMissing"

/**
 * Returns the status that a failed order leads to. Unknown hints mean AUTHENTICATION_ERROR, because providers can
 * introduce hints at any time.
 *
 * @example statusOfFailure("userCancel") // "AUTHENTICATION_CANCELLED"
 */
export const statusOfFailure = (hint: string): AuthenticationFailure =>
  isFailedHint(hint) ? failures[hint] : "AUTHENTICATION_ERROR"

const unopened: ReadonlyArray<string> = ["outstandingTransaction", "noClient"] satisfies ReadonlyArray<PendingHint>

/** Returns true if no app has opened the order yet, so that the client must show the autostart token or the QR code. */
export const isNotOpenedYet = (hint: string): boolean => unopened.includes(hint)

/** The pause between two polls of an order's state, in milliseconds (spec 17). */
export const collectIntervalMillis = 2000
