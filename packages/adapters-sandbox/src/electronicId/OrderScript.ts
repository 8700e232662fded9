/**
 * What the simulated provider of electronic IDs does with an order, as data; and where an order stands after a time,
 * which follows from its script alone (decisions 6).
 */
import { collectEvery } from "@sheaf/domain/ElectronicId"
import type { FailedHint, PendingHint } from "@sheaf/domain/ElectronicId"

/** Whose personal number the provider tells when the order is complete: of the login, another's, or none. */
export type Signer = "EXPECTED" | "ANOTHER" | "NOT_TOLD"

export type OrderEnd =
  | { readonly type: "COMPLETE"; readonly signer: Signer }
  | { readonly type: "FAILED"; readonly hint: FailedHint }
  /** The last hint stays: nobody does anything more. */
  | { readonly type: "UNANSWERED" }

export type OrderScript =
  /** The provider takes no order. */
  | { readonly type: "NO_ORDER"; readonly reason: "ALREADY_IN_PROGRESS" | "REFUSED" }
  | {
      readonly type: "ORDER"
      /** Each lasts as long as a state does with the login method. */
      readonly hints: readonly [PendingHint, ...ReadonlyArray<PendingHint>]
      readonly end: OrderEnd
    }

/** An order that is made. */
export type Order = Extract<OrderScript, { readonly type: "ORDER" }>

export type Standing =
  | { readonly type: "PENDING"; readonly hint: PendingHint; readonly afterMillis: number }
  | Exclude<OrderEnd, { readonly type: "UNANSWERED" }>

/** Where an order stands `elapsed` milliseconds after it began; `lasts` tells the time of each of its hints. */
export const standingAt = ({ end, hints }: Order, lasts: (index: number) => number, elapsed: number): Standing => {
  let until = 0
  for (const [index, hint] of hints.entries()) {
    until += lasts(index)
    if (elapsed < until) return { type: "PENDING", hint, afterMillis: until - elapsed }
  }
  return end.type === "UNANSWERED"
    ? { type: "PENDING", hint: hints.at(-1) ?? hints[0], afterMillis: collectEvery }
    : end
}
