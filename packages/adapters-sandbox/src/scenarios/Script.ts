/**
 * A scenario's script is a list of actions, which the connector turns into steps (spec 12). An action shows a status,
 * asks a question, waits for a login, or ends the collection.
 */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { FailureReason } from "@sheaf/domain/FailureReason"
import { Schema, Struct } from "effect"
import { questions } from "./Questions.ts"
import type { QuestionPrompt } from "./Questions.ts"

const Misbehavior = Schema.Literals([
  /** The company takes a few seconds to respond. */
  "SLOW",
  /** The first two calls to the company fail; the third succeeds. */
  "UNREACHABLE_TWICE",
  "THROWS",
  "NONSENSE",
  /** The company never responds. */
  "HANGS"
])
export type Misbehavior = typeof Misbehavior.Type

const StatusAction = Schema.Struct({
  status: CollectionStatus,
  behavior: Schema.optionalKey(Misbehavior),
  /**
   * The personal number that the company reports: the number of the person who logs in, or another person's (spec 3.2).
   */
  companyTells: Schema.optionalKey(Schema.Literals(["OWN", "ANOTHERS"])),
  /** Gives a more specific reason than the status implies. */
  reason: Schema.optionalKey(FailureReason.fields.code),
  retryAfterSeconds: FailureReason.fields.retryAfterSeconds
})

export type ShowAction = typeof StatusAction.Type & { readonly type: "Show" }

export type EndAction = typeof StatusAction.Type & { readonly type: "End" }

export type AskAction = QuestionPrompt & { readonly type: "Ask" }

/** The person logs in with an electronic ID. The connector places an order and polls it until it ends (spec 17). */
const identify = { type: "Identify", status: "WAITING_FOR_USER_ACTION" } as const

/** The client sends the connector's requests from its own device (spec 2.7). */
const logInFromDevice = { type: "LogInFromDevice", status: "LOGIN" } as const

export type ScriptAction = ShowAction | EndAction | AskAction | typeof identify | typeof logInFromDevice

/**
 * A script in the form that data files use. Each word is an action. If the last one is a status, it ends the
 * collection.
 */
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
