/**
 * The course of a scenario as data: one beat for each thing that a connector shows, asks for, waits for, or ends with
 * (decisions 16). The interpreter turns beats into steps; a new scenario is a new list of beats.
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { FailureCode, FailureReason } from "@sheaf/domain/FailureReason"
import type { Question } from "@sheaf/domain/SupplementInfo"

/** How much of a person's data an outcome comes with. */
export type Share = "ALL" | "SOME" | "NOTHING"

/** Whose personal number is told of the person who authenticated: that of the login, or another (spec 3.2). */
export type Told = "OWN" | "ANOTHERS"

/** How a company behaves that does not simply answer. */
export type Behaviour =
  /** It takes its time. */
  | "SLOW"
  /** It cannot be reached twice, and then answers. */
  | "UNREACHABLE_TWICE"
  /** The connector to it throws. */
  | "THROWS"
  /** What the connector makes of its answer is no step. */
  | "NONSENSE"
  /** It never answers. */
  | "HANGS"

interface Facts {
  readonly status: CollectionStatus
  /** The company tells the personal number of the person who logged in. */
  readonly companyTells?: Told
}

export type Show = Facts & {
  readonly type: "Show"
  /** What happens on the way to this beat. */
  readonly behaviour?: Behaviour
}

export type Ask = Facts & {
  readonly type: "Ask"
  readonly question: Question
  readonly information: ExtraInformation
  /** A reference number is shown beside, to compare with the other device. */
  readonly reference?: true
  /** What to tell in place of the instruction above, by the two-factor method that was chosen. */
  readonly instructions?: Readonly<Record<string, string>>
}

/** The person logs in by electronic ID: an order is made, and asked after until it is over (decisions 6). */
export type Identify = Facts & { readonly type: "Identify"; readonly status: "WAITING_FOR_USER_ACTION" }

/** The client logs in from its own device, with requests that it is given (spec 2.7). */
export type LogInFromDevice = Facts & { readonly type: "LogInFromDevice"; readonly status: "LOGIN" }

export type End = Facts & {
  readonly type: "End"
  /** Present for outcomes. */
  readonly share?: Share
  /** A closer reason than the one that the status implies. */
  readonly reason?: FailureCode
  readonly retryAfterSeconds?: NonNullable<FailureReason["retryAfterSeconds"]>
}

export type Beat = Show | Ask | Identify | LogInFromDevice | End

/** Every course of events ends; the type says so. */
export type Course = readonly [...ReadonlyArray<Exclude<Beat, End>>, End]

export const show = (status: CollectionStatus, more?: Pick<Show, "behaviour" | "companyTells">): Show => ({
  type: "Show",
  status,
  ...more
})

export const end = (
  status: CollectionStatus,
  more?: Pick<End, "share" | "reason" | "retryAfterSeconds" | "companyTells">
): End => ({ type: "End", status, ...more })

export const identify: Identify = { type: "Identify", status: "WAITING_FOR_USER_ACTION" }

export const logInFromDevice: LogInFromDevice = { type: "LogInFromDevice", status: "LOGIN" }
