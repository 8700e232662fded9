/**
 * The course of a scenario as a list of beats (spec 12). A beat shows a status, asks a question, waits for a login or
 * ends the collection. The connector turns beats into steps.
 */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { FailureReason } from "@sheaf/domain/FailureReason"
import { Schema, Struct } from "effect"
import { questions } from "./Questions.ts"
import type { QuestionPrompt } from "./Questions.ts"

const Misbehavior = Schema.Literals([
  /** The company takes a few seconds to respond. */
  "SLOW",
  /** The company is unreachable twice, and then responds. */
  "UNREACHABLE_TWICE",
  /** The connector throws. */
  "THROWS",
  /** The connector returns an invalid step. */
  "NONSENSE",
  /** The company never responds. */
  "HANGS"
])
/** The misbehavior of a company or of its connector. */
export type Misbehavior = typeof Misbehavior.Type

const StatusBeat = Schema.Struct({
  status: CollectionStatus,
  /** The misbehavior that precedes the status. */
  behavior: Schema.optionalKey(Misbehavior),
  /** The person whose number the company reports: the person who logs in, or another person (spec 3.2). */
  companyTells: Schema.optionalKey(Schema.Literals(["OWN", "ANOTHERS"])),
  /** A more specific reason than the final status implies. */
  reason: Schema.optionalKey(FailureReason.fields.code),
  retryAfterSeconds: FailureReason.fields.retryAfterSeconds
})

export type ShowAction = typeof StatusBeat.Type & { readonly type: "Show" }

export type EndAction = typeof StatusBeat.Type & { readonly type: "End" }

export type AskAction = QuestionPrompt & { readonly type: "Ask" }

/**
 * The person logs in with an electronic ID. The connector creates an order and polls it until the order ends (spec
 * 17).
 */
const identify = { type: "Identify", status: "WAITING_FOR_USER_ACTION" } as const

/** The client executes the connector's requests on its own device (spec 2.7). */
const logInFromDevice = { type: "LogInFromDevice", status: "LOGIN" } as const

export type ScriptAction = ShowAction | EndAction | AskAction | typeof identify | typeof logInFromDevice

/** A course as a data file contains it. Each word is a beat. If the last beat is a status, it ends the collection. */
export const ScriptData = Schema.NonEmptyArray(
  Schema.Union([
    Schema.Literals(["IDENTIFY", "LOG_IN_FROM_DEVICE"]),
    Schema.Literals(Struct.keys(questions)),
    CollectionStatus,
    StatusBeat
  ])
)
export type ScriptData = typeof ScriptData.Type

export type ScenarioScript = ReadonlyArray<ScriptAction>

const isQuestion = (word: string): word is keyof typeof questions => Object.hasOwn(questions, word)

const stated = (facts: typeof StatusBeat.Type, isLast: boolean): ShowAction | EndAction =>
  isLast ? { type: "End", ...facts } : { type: "Show", ...facts }

export const scriptOf = (data: ScriptData): ScenarioScript =>
  data.map((beat, index): ScriptAction => {
    if (beat === "IDENTIFY") return identify
    if (beat === "LOG_IN_FROM_DEVICE") return logInFromDevice
    const isLast = index === data.length - 1
    if (typeof beat !== "string") return stated(beat, isLast)
    return isQuestion(beat) ? { type: "Ask", ...questions[beat] } : stated({ status: beat }, isLast)
  })
