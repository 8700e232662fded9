/**
 * A scenario's script: a list of actions (spec 12). An action shows a status, asks a question, waits for a login, or
 * ends the collection. The connector turns actions into steps.
 */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { FailureReason } from "@sheaf/domain/FailureReason"
import { Schema, Struct } from "effect"
import { questions } from "./Questions.ts"
import type { QuestionPrompt } from "./Questions.ts"

const Misbehavior = Schema.Literals([
  /** The company takes a few seconds to respond. */
  "SLOW",
  /** The first two calls to the company fail, and the third succeeds. */
  "UNREACHABLE_TWICE",
  /** The connector throws. */
  "THROWS",
  /** The connector returns an invalid step. */
  "NONSENSE",
  /** The company never responds. */
  "HANGS"
])
/** How a company or its connector misbehaves. */
export type Misbehavior = typeof Misbehavior.Type

const StatusAction = Schema.Struct({
  status: CollectionStatus,
  /** The misbehavior that precedes the status. */
  behavior: Schema.optionalKey(Misbehavior),
  /** Whose number the company reports: the number of the person who logs in, or another person's (spec 3.2). */
  companyTells: Schema.optionalKey(Schema.Literals(["OWN", "ANOTHERS"])),
  /** A reason that is more specific than the final status. */
  reason: Schema.optionalKey(FailureReason.fields.code),
  retryAfterSeconds: FailureReason.fields.retryAfterSeconds
})

export type ShowAction = typeof StatusAction.Type & { readonly type: "Show" }

export type EndAction = typeof StatusAction.Type & { readonly type: "End" }

export type AskAction = QuestionPrompt & { readonly type: "Ask" }

/** The person logs in with an electronic ID. The connector places an order and polls it to its end (spec 17). */
const identify = { type: "Identify", status: "WAITING_FOR_USER_ACTION" } as const

/** The client executes the connector's requests on its own device (spec 2.7). */
const logInFromDevice = { type: "LogInFromDevice", status: "LOGIN" } as const

export type ScriptAction = ShowAction | EndAction | AskAction | typeof identify | typeof logInFromDevice

/** A script as in data files, where each word is an action. If the last action is a status, it ends the collection. */
export const ScriptData = Schema.NonEmptyArray(
  Schema.Union([
    Schema.Literals(["IDENTIFY", "LOG_IN_FROM_DEVICE"]),
    Schema.Literals(Struct.keys(questions)),
    CollectionStatus,
    StatusAction
  ])
)
export type ScriptData = typeof ScriptData.Type

export type ScenarioScript = ReadonlyArray<ScriptAction>

const isQuestion = (word: string): word is keyof typeof questions => Object.hasOwn(questions, word)

const stated = (facts: typeof StatusAction.Type, isLast: boolean): ShowAction | EndAction =>
  isLast ? { type: "End", ...facts } : { type: "Show", ...facts }

export const scriptOf = (data: ScriptData): ScenarioScript =>
  data.map((action, index): ScriptAction => {
    if (action === "IDENTIFY") return identify
    if (action === "LOG_IN_FROM_DEVICE") return logInFromDevice
    const isLast = index === data.length - 1
    if (typeof action !== "string") return stated(action, isLast)
    return isQuestion(action) ? { type: "Ask", ...questions[action] } : stated({ status: action }, isLast)
  })
