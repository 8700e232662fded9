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

const StatusBeat = Schema.Struct({
  status: CollectionStatus,
  /** The behavior on the way to this beat, which is then shown. */
  behaviour: Schema.optionalKey(Behaviour),
  /** The person whose number the company reports with this beat: the person of the login, or another one (spec 3.2). */
  companyTells: Schema.optionalKey(Schema.Literals(["OWN", "ANOTHERS"])),
  /** A closer reason than the one that the status implies, at the end. */
  reason: Schema.optionalKey(FailureReason.fields.code),
  retryAfterSeconds: FailureReason.fields.retryAfterSeconds
})

/** The connector shows a status. */
export type Show = typeof StatusBeat.Type & { readonly type: "Show" }

/** The connector ends the collection with a status. */
export type End = typeof StatusBeat.Type & { readonly type: "End" }

/** The connector asks a question. */
export type Ask = Prompt & { readonly type: "Ask" }

/** The person logs in by electronic ID: the connector makes an order, and asks after it until it ends (decisions 6). */
const identify = { type: "Identify", status: "WAITING_FOR_USER_ACTION" } as const

/** The client logs in from its own device, with requests that the connector hands out (spec 2.7). */
const logInFromDevice = { type: "LogInFromDevice", status: "LOGIN" } as const

export type Beat = Show | End | Ask | typeof identify | typeof logInFromDevice

/** A course as data. Each word stands for a beat; a status is shown, and as the last beat it ends the collection. */
export const CourseData = Schema.NonEmptyArray(
  Schema.Union([
    Schema.Literals(["IDENTIFY", "LOG_IN_FROM_DEVICE"]),
    Schema.Literals(Struct.keys(questions)),
    CollectionStatus,
    StatusBeat
  ])
)
export type CourseData = typeof CourseData.Type

export type Course = ReadonlyArray<Beat>

const isQuestion = (word: string): word is keyof typeof questions => Object.hasOwn(questions, word)

/** The beat of a status: the last beat of a course ends it. */
const stated = (facts: typeof StatusBeat.Type, isLast: boolean): Show | End =>
  isLast ? { type: "End", ...facts } : { type: "Show", ...facts }

export const courseOf = (data: CourseData): Course =>
  data.map((beat, index): Beat => {
    if (beat === "IDENTIFY") return identify
    if (beat === "LOG_IN_FROM_DEVICE") return logInFromDevice
    const isLast = index === data.length - 1
    if (typeof beat !== "string") return stated(beat, isLast)
    return isQuestion(beat) ? { type: "Ask", ...questions[beat] } : stated({ status: beat }, isLast)
  })
