/**
 * The course of a scenario as data: one beat for each thing that a connector shows, asks for, or ends with
 * (decisions 16). The interpreter turns beats into steps; a new scenario is a new list of beats.
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { FailureCode } from "@sheaf/domain/FailureReason"
import type { Question } from "@sheaf/domain/SupplementInfo"

/** How much of a person's data an outcome comes with. */
export type Share = "ALL" | "SOME" | "NOTHING"

export type Show = {
  readonly type: "Show"
  readonly status: CollectionStatus
  /** An electronic-ID order is open: its autostart token or animated QR code is shown, as the login method has it. */
  readonly order?: true
  /** Only there to be seen: left out where states take no time (`_MOCK`). */
  readonly lingers?: true
}

export type Ask = {
  readonly type: "Ask"
  readonly status: CollectionStatus
  readonly question: Question
  readonly information: ExtraInformation
  /** A reference number is shown beside, to compare with the other device. */
  readonly reference?: true
}

export type End = {
  readonly type: "End"
  readonly status: CollectionStatus
  /** Present for outcomes. */
  readonly share?: Share
  /** A closer reason than the one that the status implies. */
  readonly reason?: FailureCode
}

export type Beat = Show | Ask | End

/** Every course of events ends; the type says so. */
export type Course = readonly [...ReadonlyArray<Show | Ask>, End]

export const show = (status: CollectionStatus): Show => ({ type: "Show", status })

export const end = (status: CollectionStatus, more?: Pick<End, "share" | "reason">): End => ({
  type: "End",
  status,
  ...more
})

/** Asks for a code of digits. */
export const askForCode = (authenticationInstruction: string, more?: Pick<Ask, "reference">): Ask => ({
  type: "Ask",
  status: "TWO_FACTOR_PENDING",
  question: { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" },
  information: {
    TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction, responseType: "NUMBER_CODE" }
  },
  ...more
})

/** The code that every simulated company refuses, wherever it asks for one. */
export const wrongCode = "0000"

/** What a refused code leads to. */
export const codeRefused = end("INCORRECT_TWO_FACTOR_CODE")
