/** The script of an order at the simulated provider, which determines the order's state at any time (spec 17). */
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

/** Whose number the provider reports on completion: the number of the person who logs in, another person's, or none. */
export const Signer = Schema.Literals(["EXPECTED", "ANOTHER", "NOT_TOLD"])
export type Signer = typeof Signer.Type

const OrderTimeline = Schema.Struct({
  type: Schema.Literal("ORDER"),
  /** Each hint lasts as long as any state in a login with the order's method. */
  hints: Schema.NonEmptyArray(PendingHint),
  /** How long the first hint lasts, in milliseconds, if the login method has delays. */
  firstLasts: Schema.optionalKey(Schema.Int),
  end: Schema.Union([
    Schema.Struct({ type: Schema.Literal("COMPLETE"), signer: Signer }),
    Schema.Struct({ type: Schema.Literal("FAILED"), hint: FailedHint }),
    /** Nobody acts, so the last hint stays. */
    Schema.Struct({ type: Schema.Literal("UNANSWERED") }),
    /** The last hint stays until somebody presses a button on the sandbox's page. */
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

/** Waits for a button on the order's page. */
export const pageOrderScript: OrderScript = { type: "ORDER", hints: ["outstandingTransaction"], end: { type: "PRESS" } }

/** Returns the personal number of the person who has signed, if the company reports it. */
export const signerPersonalNumber = (signer: Signer, personalNumber?: string): string | undefined => {
  if (signer === "NOT_TOLD") return undefined
  return signer === "ANOTHER" ? otherPersonalNumberLike(personalNumber) : personalNumber
}

/** How long ago the order began, and how long ago a button was pressed. */
export interface ElapsedTimes {
  readonly sinceStart: number
  /** Which button was pressed, and how many milliseconds ago. */
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

/** Returns an order's state. `lasts` returns how long each hint lasts, in milliseconds. */
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
