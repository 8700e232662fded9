/** The script of an order at the simulated electronic ID. It determines the order's state at any time (decisions 6). */
import { collectEvery, FailedHint, PendingHint } from "@sheaf/domain/ElectronicIdHint"
import type { ElectronicIdProgress } from "@sheaf/ports"
import { Redacted, Schema } from "effect"
import { anothersNumber } from "../people/Person.ts"

/** The person whose number is reported on completion: the person who logs in, another person, or nobody. */
export const Signer = Schema.Literals(["EXPECTED", "ANOTHER", "NOT_TOLD"])
export type Signer = typeof Signer.Type

const ScriptedOrder = Schema.Struct({
  type: Schema.Literal("ORDER"),
  /** Each hint lasts as long as one of the login method's states. */
  hints: Schema.NonEmptyArray(PendingHint),
  end: Schema.Union([
    Schema.Struct({ type: Schema.Literal("COMPLETE"), signer: Signer }),
    Schema.Struct({ type: Schema.Literal("FAILED"), hint: FailedHint }),
    /** Nobody acts, and the last hint stays. */
    Schema.Struct({ type: Schema.Literal("UNANSWERED") })
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

/** Returns the signer's personal number, if the company reports it. */
export const signersNumber = (signer: Signer, personalNumber?: string): string | undefined => {
  if (signer === "NOT_TOLD") return undefined
  return signer === "ANOTHER" ? anothersNumber : personalNumber
}

/** Returns the state `elapsed` milliseconds after the start. `lasts` returns the duration of each hint in milliseconds. */
export const progressAt = (
  { end, hints }: ScriptedOrder,
  personalNumber: string,
  lasts: (index: number) => number,
  elapsed: number
): ElectronicIdProgress => {
  let until = 0
  for (const [index, hint] of hints.entries()) {
    until += lasts(index)
    if (elapsed < until) return { _tag: "Pending", hint, afterMillis: until - elapsed }
  }
  switch (end.type) {
    case "UNANSWERED":
      return { _tag: "Pending", hint: hints.at(-1) ?? hints[0], afterMillis: collectEvery }
    case "FAILED":
      return { _tag: "Failed", hint: end.hint }
    case "COMPLETE": {
      const number = signersNumber(end.signer, personalNumber)
      return { _tag: "Complete", ...(number !== undefined && { personalNumber: Redacted.make(number) }) }
    }
  }
}
