/** The script of an order at the simulated provider. It determines the order's state at any time (spec 17). */
import { collectEvery, FailedHint, PendingHint, personalNumberMissing } from "@sheaf/domain/ElectronicIdHint"
import type { ElectronicIdProgress } from "@sheaf/ports"
import { Redacted, Schema } from "effect"
import { anothersNumberLike } from "../people/Person.ts"
import type { Pressed } from "./OrderFiles.ts"

/** The person whose number the provider reports on completion: the person who logs in, another person, or nobody. */
export const Signer = Schema.Literals(["EXPECTED", "ANOTHER", "NOT_TOLD"])
export type Signer = typeof Signer.Type

const ScriptedOrder = Schema.Struct({
  type: Schema.Literal("ORDER"),
  /** Each hint lasts as long as one of the login method's states. */
  hints: Schema.NonEmptyArray(PendingHint),
  /** The duration of the first hint in milliseconds, for login methods with delays. */
  firstLasts: Schema.optionalKey(Schema.Int),
  end: Schema.Union([
    Schema.Struct({ type: Schema.Literal("COMPLETE"), signer: Signer }),
    Schema.Struct({ type: Schema.Literal("FAILED"), hint: FailedHint }),
    /** Nobody acts, and the last hint stays. */
    Schema.Struct({ type: Schema.Literal("UNANSWERED") }),
    /** The last hint stays until a person presses a button on the sandbox's page. */
    Schema.Struct({ type: Schema.Literal("PRESS") })
  ])
})
export type ScriptedOrder = typeof ScriptedOrder.Type

export const OrderScript = Schema.Union([
  /** The provider rejects the order. */
  Schema.Struct({ type: Schema.Literal("NO_ORDER"), reason: Schema.Literals(["ALREADY_IN_PROGRESS", "REFUSED"]) }),
  ScriptedOrder
])
export type OrderScript = typeof OrderScript.Type

export const signs: OrderScript = {
  type: "ORDER",
  hints: ["outstandingTransaction", "userSign"],
  end: { type: "COMPLETE", signer: "EXPECTED" }
}

/** Waits for a press on the order's page. */
export const waits: OrderScript = { type: "ORDER", hints: ["outstandingTransaction"], end: { type: "PRESS" } }

/** Returns the personal number of the person who signed, if the company reports it. */
export const signersNumber = (signer: Signer, personalNumber?: string): string | undefined => {
  if (signer === "NOT_TOLD") return undefined
  return signer === "ANOTHER" ? anothersNumberLike(personalNumber) : personalNumber
}

/** The times since the order started and since the person pressed a button. */
export interface Elapsed {
  readonly sinceStart: number
  /** The pressed button, and the milliseconds since the press. */
  readonly pressed?: { readonly press: Pressed["press"]; readonly since: number } | undefined
}

const afterPress = (
  { press, since }: NonNullable<Elapsed["pressed"]>,
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

/** Returns the state of an order. `lasts` returns the duration of each hint in milliseconds. */
export const progressAt = (
  { end, firstLasts, hints }: ScriptedOrder,
  personalNumber: string,
  lasts: (index: number) => number,
  { pressed, sinceStart }: Elapsed
): ElectronicIdProgress => {
  const completed = (signer: Signer): ElectronicIdProgress => {
    const number = signersNumber(signer, personalNumber)
    return number === undefined
      ? { _tag: "Failed", hint: personalNumberMissing }
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
      return { _tag: "Pending", hint: hints.at(-1) ?? hints[0], afterMillis: collectEvery }
    case "FAILED":
      return { _tag: "Failed", hint: end.hint }
    case "COMPLETE":
      return completed(end.signer)
  }
}
