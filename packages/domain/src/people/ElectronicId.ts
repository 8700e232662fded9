/**
 * Electronic identification: what a provider tells of an order, and what that means for a collection (spec 3.1, 3.2;
 * decisions 6). The names of the hints are those of the widely used Swedish scheme.
 */
import { Schema } from "effect"
import type { CollectionStatus } from "../collections/CollectionStatus.ts"

/** Why an order is not complete yet. */
export const PendingHint = Schema.Literals([
  /** The order waits to be opened in an app. */
  "outstandingTransaction",
  /** The order waits, and no app is known yet that could open it. */
  "noClient",
  /** An app was opened, and has not found out yet what the person has. */
  "started",
  /** The person is reading in a document with its chip. */
  "userMrtd",
  /** The person has to confirm that they are in a call. */
  "userCallConfirm",
  /** The order is open in the app: the person has to sign. */
  "userSign"
])
export type PendingHint = typeof PendingHint.Type

/** Why an order failed. */
export const FailedHint = Schema.Literals([
  "expiredTransaction",
  "startFailed",
  "userCancel",
  "userDeclinedCall",
  "cancelled",
  "alreadyInProgress",
  "certificateErr",
  "notSupportedByUserApp",
  "transactionRiskBlocked"
])
export type FailedHint = typeof FailedHint.Type

/** How a collection ends whose authentication failed. */
export type AuthenticationFailure = Extract<
  CollectionStatus,
  "AUTHENTICATION_TIMEOUT" | "AUTHENTICATION_CANCELLED" | "AUTHENTICATION_CONFLICT" | "AUTHENTICATION_ERROR"
>

const failures: Record<FailedHint, AuthenticationFailure> = {
  expiredTransaction: "AUTHENTICATION_TIMEOUT",
  startFailed: "AUTHENTICATION_TIMEOUT",
  userCancel: "AUTHENTICATION_CANCELLED",
  userDeclinedCall: "AUTHENTICATION_CANCELLED",
  cancelled: "AUTHENTICATION_CONFLICT",
  alreadyInProgress: "AUTHENTICATION_CONFLICT",
  certificateErr: "AUTHENTICATION_ERROR",
  notSupportedByUserApp: "AUTHENTICATION_ERROR",
  transactionRiskBlocked: "AUTHENTICATION_ERROR"
}

const isFailedHint = Schema.is(FailedHint)

/**
 * The status that a failed order leads to. Providers add hints: one that is not known says at least that the
 * authentication failed.
 *
 * @example statusOfFailure("userCancel") // "AUTHENTICATION_CANCELLED"
 */
export const statusOfFailure = (hint: string): AuthenticationFailure =>
  isFailedHint(hint) ? failures[hint] : "AUTHENTICATION_ERROR"

const unopened: ReadonlyArray<string> = ["outstandingTransaction", "noClient"] satisfies ReadonlyArray<PendingHint>

/** Whether the order still has to be opened, so that its autostart token or animated QR code is worth showing. */
export const waitsToBeOpened = (hint: string): boolean => unopened.includes(hint)

/** How often an order is asked after, in milliseconds (decisions 6). */
export const collectEvery = 2000
