/** The status of a consent: its table, and the transitions between statuses (spec 2.4, 3.4; decisions 9). */
import * as Words from "../Words.ts"

const meanings = {
  INITIATED: "The consent was created, and the bank was not yet reached.",
  AWAITING_AUTHORIZATION: "The user must authorise the consent at the bank.",
  AUTHORIZED: "The consent is in force: accounts can be read under it until it expires or is revoked.",
  REVOKED: "The user, the client or the bank has ended the consent.",
  EXPIRED: "The time for which the consent was given is over.",
  FAILED: "The consent was not authorised: refused, cancelled, or not in time."
}

/** The statuses of a consent, the same in every version. */
export const ConsentStatus = Words.literals(meanings, {
  identifier: "ConsentStatusValue",
  description: "Where the consent stands. Accounts can be read under it in AUTHORIZED only."
})
export type ConsentStatus = typeof ConsentStatus.Type

/** What kind of status it is. OUTCOME is the consent in force, which still ends some day; ENDED and FAILURE are final. */
export type StatusClass = "IN_PROGRESS" | "WAITING_FOR_USER" | "OUTCOME" | "ENDED" | "FAILURE"

/** One row of the table. */
export interface Description {
  readonly class: StatusClass
  readonly meaning: string
  readonly clientAction: string
  /** The statuses that may follow; none after a final one (decisions 9). */
  readonly next: ReadonlyArray<ConsentStatus>
}

const table: Record<ConsentStatus, Description> = {
  INITIATED: {
    class: "IN_PROGRESS",
    meaning: meanings.INITIATED,
    clientAction: "Keep polling.",
    next: ["AWAITING_AUTHORIZATION", "FAILED", "REVOKED"]
  },
  AWAITING_AUTHORIZATION: {
    class: "WAITING_FOR_USER",
    meaning: meanings.AWAITING_AUTHORIZATION,
    clientAction: "Follow authInstructions, and keep polling.",
    next: ["AUTHORIZED", "FAILED", "REVOKED"]
  },
  AUTHORIZED: {
    class: "OUTCOME",
    meaning: meanings.AUTHORIZED,
    clientAction: "Start collections with the consent.",
    next: ["EXPIRED", "REVOKED"]
  },
  REVOKED: {
    class: "ENDED",
    meaning: meanings.REVOKED,
    clientAction: "Create a new consent if accounts are to be read again.",
    next: []
  },
  EXPIRED: {
    class: "ENDED",
    meaning: meanings.EXPIRED,
    clientAction: "Create a new consent if accounts are to be read again.",
    next: []
  },
  FAILED: {
    class: "FAILURE",
    meaning: meanings.FAILED,
    clientAction: "Offer the user a new attempt.",
    next: []
  }
}

/** The six statuses of spec 2.4, in the order of the list there. */
export const all: ReadonlyArray<ConsentStatus> = ConsentStatus.literals

/** The status that creation returns (spec 3.4). */
export const initial = "INITIATED" satisfies ConsentStatus

/** The row of the table for one status. */
export const describe = (status: ConsentStatus): Description => table[status]

/** Whether a consent in this status has ended for good. */
export const isFinal = (status: ConsentStatus): boolean => table[status].next.length === 0

/** Whether accounts can be read under a consent in this status. */
export const isUsable = (status: ConsentStatus): boolean => status === "AUTHORIZED"

/** Whether a consent may go from one status to another. Never to itself, and never out of a final status. */
export const canTransition = (from: ConsentStatus, to: ConsentStatus): boolean => table[from].next.includes(to)
