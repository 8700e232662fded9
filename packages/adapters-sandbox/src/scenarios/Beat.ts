/**
 * The course of a scenario as data: one beat for each thing that a connector shows, asks for, waits for, or ends with
 * (decisions 16). The interpreter turns beats into steps; a new scenario is a new list of beats.
 */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { FailureReason } from "@sheaf/domain/FailureReason"
import { Schema, Struct } from "effect"
import { questions } from "./Questions.ts"
import type { Prompt } from "./Questions.ts"

const Behaviour = Schema.Literals([
  /** The company takes its time. */
  "SLOW",
  /** The company cannot be reached twice, and then answers. */
  "UNREACHABLE_TWICE",
  /** The connector throws. */
  "THROWS",
  /** The connector returns something that is no step. */
  "NONSENSE",
  /** The company never answers. */
  "HANGS"
])
/** The behavior of a company, or of the connector to it, that does not simply answer. */
export type Behaviour = typeof Behaviour.Type

const Shown = Schema.Struct({
  show: CollectionStatus,
  /** The behavior on the way to this beat. */
  behaviour: Schema.optionalKey(Behaviour),
  /** The person whose number the company reports: the person of the login, or another one (spec 3.2). */
  companyTells: Schema.optionalKey(Schema.Literals(["OWN", "ANOTHERS"]))
})

const Ended = Schema.Struct({
  end: CollectionStatus,
  /** A closer reason than the one that the status implies. */
  reason: Schema.optionalKey(FailureReason.fields.code),
  retryAfterSeconds: FailureReason.fields.retryAfterSeconds
})

/** A beat as scenarios write it. A status alone is shown. */
export const BeatNotation = Schema.Union([
  Schema.Literals(["IDENTIFY", "LOG_IN_FROM_DEVICE"]),
  CollectionStatus,
  Shown,
  Schema.Struct({ ask: Schema.Literals(Struct.keys(questions)) }),
  Ended
])
export type BeatNotation = typeof BeatNotation.Type

interface Facts {
  readonly status: CollectionStatus
  readonly companyTells?: typeof Shown.Type.companyTells
}

export type Show = Facts & { readonly type: "Show"; readonly behaviour?: Behaviour }

export type Ask = Facts & Prompt & { readonly type: "Ask" }

/** The person logs in by electronic ID: the connector makes an order, and asks after it until it ends (decisions 6). */
export type Identify = Facts & { readonly type: "Identify" }

/** The client logs in from its own device, with requests that the connector hands out (spec 2.7). */
export type LogInFromDevice = Facts & { readonly type: "LogInFromDevice" }

export type End = Facts & Omit<typeof Ended.Type, "end"> & { readonly type: "End" }

export type Beat = Show | Ask | Identify | LogInFromDevice | End

/** The beats of a scenario; the last one is an end. */
export type Course = ReadonlyArray<Beat>

export const show = (status: CollectionStatus, more?: Pick<Show, "behaviour" | "companyTells">): Show => ({
  type: "Show",
  status,
  ...more
})

export const end = (status: CollectionStatus, more?: Omit<typeof Ended.Type, "end">): End => ({
  type: "End",
  status,
  ...more
})

const isShown = Schema.is(Shown)
const isEnded = Schema.is(Ended)

const beatOf = (notation: BeatNotation): Beat => {
  if (notation === "IDENTIFY") return { type: "Identify", status: "WAITING_FOR_USER_ACTION" }
  if (notation === "LOG_IN_FROM_DEVICE") return { type: "LogInFromDevice", status: "LOGIN" }
  if (typeof notation === "string") return show(notation)
  if (isShown(notation)) {
    const { show: status, ...more } = notation
    return show(status, more)
  }
  if (isEnded(notation)) {
    const { end: status, ...more } = notation
    return end(status, more)
  }
  return { type: "Ask", ...questions[notation.ask] }
}

export const courseOf = (notation: ReadonlyArray<BeatNotation>): Course => notation.map(beatOf)
