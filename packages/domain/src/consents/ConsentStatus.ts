/** The statuses of a consent, and the transitions between them (spec 2.4, 3.4; decisions 9). */
import * as StatusTable from "../StatusTable.ts"
import * as Words from "../Words.ts"

const createAnother = "Create a new consent to read accounts again."

/** The six statuses of spec 2.4, in order. OUTCOME is not final, because the consent is in force. */
export const table = StatusTable.make({
  INITIATED: {
    class: "IN_PROGRESS",
    meaning: "The consent was created. The service has not reached the bank yet.",
    clientAction: "Keep polling.",
    next: ["AWAITING_AUTHORIZATION", "FAILED", "REVOKED"]
  },
  AWAITING_AUTHORIZATION: {
    class: "WAITING_FOR_USER",
    meaning: "The user must authorize the consent at the bank.",
    clientAction: "Follow authInstructions, and keep polling.",
    next: ["AUTHORIZED", "FAILED", "REVOKED"]
  },
  AUTHORIZED: {
    class: "OUTCOME",
    meaning: "The consent is in force. Accounts can be read until it expires or is revoked.",
    clientAction: "Start collections with the consent.",
    next: ["EXPIRED", "REVOKED"]
  },
  REVOKED: {
    class: "ENDED",
    meaning: "The user, the client or the bank ended the consent.",
    clientAction: createAnother
  },
  EXPIRED: {
    class: "ENDED",
    meaning: "The consent has expired.",
    clientAction: createAnother
  },
  FAILED: {
    class: "FAILURE",
    meaning: "The consent was not authorized: it was rejected, canceled or not authorized in time.",
    clientAction: "Offer to try again."
  }
})

export const { all, canTransition, describe, isFinal } = table

/** The statuses of a consent, which are the same in every version. */
export const ConsentStatus = Words.literals(
  "The status of a consent. Accounts can be read in AUTHORIZED only.",
  table.meanings
).annotate({ identifier: "ConsentStatusValue" })
export type ConsentStatus = typeof ConsentStatus.Type

/** The status that creation returns (spec 3.4). */
export const initial = "INITIATED" satisfies ConsentStatus

/** Returns whether accounts can be read under a consent in this status. */
export const isUsable = (status: ConsentStatus): boolean => status === "AUTHORIZED"
