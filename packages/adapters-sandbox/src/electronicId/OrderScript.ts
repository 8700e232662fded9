/**
 * The script of an order at the simulated provider of electronic IDs; and the standing of an order after a time, which
 * follows from its script alone (decisions 6).
 */
import { collectEvery, FailedHint, PendingHint } from "@sheaf/domain/ElectronicId"
import { Schema } from "effect"

/** The person whose number the provider tells when the order is complete: of the login, another's, or none. */
export const Signer = Schema.Literals(["EXPECTED", "ANOTHER", "NOT_TOLD"])
export type Signer = typeof Signer.Type

const Complete = Schema.Struct({ type: Schema.Literal("COMPLETE"), signer: Signer })
const Failed = Schema.Struct({ type: Schema.Literal("FAILED"), hint: FailedHint })
/** Nobody does anything more: the last hint stays. */
const Unanswered = Schema.Struct({ type: Schema.Literal("UNANSWERED") })

const ScriptedOrder = Schema.Struct({
  type: Schema.Literal("ORDER"),
  /** Each lasts as long as a state does with the login method. */
  hints: Schema.NonEmptyArray(PendingHint),
  end: Schema.Union([Complete, Failed, Unanswered])
})
export type ScriptedOrder = typeof ScriptedOrder.Type

export const OrderScript = Schema.Union([
  /** The provider takes no order. */
  Schema.Struct({ type: Schema.Literal("NO_ORDER"), reason: Schema.Literals(["ALREADY_IN_PROGRESS", "REFUSED"]) }),
  ScriptedOrder
])
export type OrderScript = typeof OrderScript.Type

/** The person of the login signs. */
export const signs: OrderScript = {
  type: "ORDER",
  hints: ["outstandingTransaction", "userSign"],
  end: { type: "COMPLETE", signer: "EXPECTED" }
}

export type OrderStanding =
  | { readonly type: "PENDING"; readonly hint: PendingHint; readonly afterMillis: number }
  | typeof Complete.Type
  | typeof Failed.Type

/** The standing `elapsed` milliseconds after the order began; `lasts` is the time of each of its hints. */
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
