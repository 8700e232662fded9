/** The script of an order at the simulated provider of electronic IDs, which determines its state at any time (decisions 6). */
import { collectEvery, FailedHint, PendingHint } from "@sheaf/domain/ElectronicId"
import { Schema } from "effect"

/** The person whose number is reported on completion: the person of the login, another person, or nobody. */
export const Signer = Schema.Literals(["EXPECTED", "ANOTHER", "NOT_TOLD"])
export type Signer = typeof Signer.Type

const Complete = Schema.Struct({ type: Schema.Literal("COMPLETE"), signer: Signer })
const Failed = Schema.Struct({ type: Schema.Literal("FAILED"), hint: FailedHint })
/** Nobody acts, and the last hint stays. */
const Unanswered = Schema.Struct({ type: Schema.Literal("UNANSWERED") })

const ScriptedOrder = Schema.Struct({
  type: Schema.Literal("ORDER"),
  /** Each hint lasts as long as a state of the login method. */
  hints: Schema.NonEmptyArray(PendingHint),
  end: Schema.Union([Complete, Failed, Unanswered])
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

export type OrderStanding =
  | { readonly type: "PENDING"; readonly hint: PendingHint; readonly afterMillis: number }
  | typeof Complete.Type
  | typeof Failed.Type

/** Returns the state `elapsed` milliseconds after the start. `lasts` returns the duration of each hint in milliseconds. */
export const standingAt = (
  { end, hints }: ScriptedOrder,
  lasts: (index: number) => number,
  elapsed: number
): OrderStanding => {
  let until = 0
  for (const [index, hint] of hints.entries()) {
    until += lasts(index)
    if (elapsed < until) return { type: "PENDING", hint, afterMillis: until - elapsed }
  }
  return end.type === "UNANSWERED"
    ? { type: "PENDING", hint: hints.at(-1) ?? hints[0], afterMillis: collectEvery }
    : end
}
