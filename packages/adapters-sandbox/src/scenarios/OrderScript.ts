/** The script of an order at the simulated provider. It determines the order's state at any time (spec 17). */
import {
  collectIntervalMillis,
  FailedHint,
  PendingHint,
  personalNumberMissingHint
} from "@sheaf/domain/ElectronicIdHint"
import type { SandboxPageButton } from "./Scenario.ts"
import type { ElectronicIdProgress } from "@sheaf/ports"
import { Redacted, Schema } from "effect"
import { otherPersonalNumberLike } from "../people/Person.ts"

/** The personal number that the provider reports on completion: the expected person's, another person's, or none. */
export const Signer = Schema.Literals(["EXPECTED", "ANOTHER", "NOT_TOLD"])
export type Signer = typeof Signer.Type

const OrderTimeline = Schema.Struct({
  type: Schema.Literal("ORDER"),
  /**
   * The provider shows these hints one after another. The login method and the personal number determine how long each
   * one lasts.
   */
  hints: Schema.NonEmptyArray(PendingHint),
  /** The duration of the first hint, in milliseconds. Ignored if the login method has no delays. */
  firstLasts: Schema.optionalKey(Schema.Int),
  end: Schema.Union([
    Schema.Struct({ type: Schema.Literal("COMPLETE"), signer: Signer }),
    Schema.Struct({ type: Schema.Literal("FAILED"), hint: FailedHint }),
    /** Nobody signs, so the order stays at the last hint. */
    Schema.Struct({ type: Schema.Literal("UNANSWERED") }),
    /** The order stays at the last hint until somebody presses a button on the sandbox's page. */
    Schema.Struct({ type: Schema.Literal("PRESS") })
  ])
})
export type OrderTimeline = typeof OrderTimeline.Type

export const OrderScript = Schema.Union([
  /** The provider rejects the order. */
  Schema.Struct({ type: Schema.Literal("NO_ORDER"), reason: Schema.Literals(["ALREADY_IN_PROGRESS", "REFUSED"]) }),
  OrderTimeline
])
export type OrderScript = typeof OrderScript.Type

export const signingScript: OrderScript = {
  type: "ORDER",
  hints: ["outstandingTransaction", "userSign"],
  end: { type: "COMPLETE", signer: "EXPECTED" }
}

export const pageOrderScript: OrderScript = { type: "ORDER", hints: ["outstandingTransaction"], end: { type: "PRESS" } }

/** Returns nothing if the company does not report who signed. */
export const signerPersonalNumber = (signer: Signer, personalNumber?: string): string | undefined => {
  if (signer === "NOT_TOLD") return undefined
  return signer === "ANOTHER" ? otherPersonalNumberLike(personalNumber) : personalNumber
}

/** Times in milliseconds since the order began and since a button was pressed. */
export interface ElapsedTimes {
  readonly sinceStart: number
  readonly pressed?: { readonly press: SandboxPageButton; readonly since: number } | undefined
}

const afterPress = (
  { press, since }: NonNullable<ElapsedTimes["pressed"]>,
  signing: number,
  completed: ElectronicIdProgress
): ElectronicIdProgress => {
  switch (press) {
    case "sign":
      return since < signing ? { _tag: "Pending", hint: "userSign", afterMillis: signing - since } : completed
    case "cancel":
      return { _tag: "Failed", hint: "userCancel" }
    case "expire":
      return { _tag: "Failed", hint: "expiredTransaction" }
  }
}

/** `lasts` returns the duration of each hint, in milliseconds. */
export const progressAt = (
  { end, firstLasts, hints }: OrderTimeline,
  personalNumber: string,
  lasts: (index: number) => number,
  { pressed, sinceStart }: ElapsedTimes
): ElectronicIdProgress => {
  const completed = (signer: Signer): ElectronicIdProgress => {
    const number = signerPersonalNumber(signer, personalNumber)
    return number === undefined
      ? { _tag: "Failed", hint: personalNumberMissingHint }
      : { _tag: "Complete", personalNumber: Redacted.make(number) }
  }
  if (end.type === "PRESS" && pressed !== undefined) {
    return afterPress(pressed, lasts(hints.length), completed("EXPECTED"))
  }
  let until = 0
  for (const [index, hint] of hints.entries()) {
    const usual = lasts(index)
    until += index === 0 && usual > 0 ? (firstLasts ?? usual) : usual
    if (sinceStart < until) return { _tag: "Pending", hint, afterMillis: until - sinceStart }
  }
  switch (end.type) {
    case "PRESS":
    case "UNANSWERED":
      return { _tag: "Pending", hint: hints.at(-1) ?? hints[0], afterMillis: collectIntervalMillis }
    case "FAILED":
      return { _tag: "Failed", hint: end.hint }
    case "COMPLETE":
      return completed(end.signer)
  }
}
