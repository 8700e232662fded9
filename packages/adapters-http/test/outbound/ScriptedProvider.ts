/** A scripted electronic-ID provider without HTTP, with a clock of its own. */
import { ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress } from "@sheaf/ports"
import type { ElectronicIdRun } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"

/** The time for each hint, in milliseconds. */
const hintMillis = 2000

interface Order {
  readonly tokens: ElectronicIdOrder
  readonly run: ElectronicIdRun
  readonly since: number
  closed: boolean
}

export interface ScriptedProvider {
  readonly service: ElectronicId["Service"]
  /** Advances the provider's clock. */
  readonly passTime: (millis: number) => Effect.Effect<void>
}

const personOf = ({ request }: ElectronicIdRun): string => Redacted.value(request.personalNumber)

/** A provider that knows the people of these runs and refuses all others. */
export const make = (runs: ReadonlyArray<ElectronicIdRun>): ScriptedProvider => {
  let now = 0
  const orders = new Map<string, Order>()
  const byKey = new Map<string, ElectronicIdOrder>()

  const progressOf = ({ closed, run, since }: Order): ElectronicIdProgress => {
    if (closed) return { _tag: "Failed", hint: "cancelled" }
    const shown = Math.floor((now - since) / hintMillis)
    const hint = run.hints[run.end._tag === "Pending" ? Math.min(shown, run.hints.length - 1) : shown]
    if (hint !== undefined) return { _tag: "Pending", hint, afterMillis: hintMillis }
    if (run.end._tag !== "Complete") return { _tag: "Failed", hint: run.end._tag === "Failed" ? run.end.hint : "" }
    const { personalNumber } = run.end
    return {
      _tag: "Complete",
      ...(personalNumber === undefined ? {} : { personalNumber: Redacted.make(personalNumber) })
    }
  }

  const isOpen = (order: Order) => progressOf(order)._tag === "Pending"

  const begin = (run: ElectronicIdRun): ElectronicIdOrder => {
    const tokens: ElectronicIdOrder = {
      orderRef: randomUUID(),
      autoStartToken: randomUUID(),
      qrStartToken: randomUUID(),
      qrStartSecret: randomUUID(),
      startedAt: now
    }
    orders.set(tokens.orderRef, { tokens, run, since: now, closed: false })
    return tokens
  }

  const order: ElectronicId["Service"]["order"] = ({ personalNumber }, key) =>
    Effect.suspend(() => {
      const before = byKey.get(key)
      if (before !== undefined) return Effect.succeed(before)
      const run = runs.find((candidate) => personOf(candidate) === Redacted.value(personalNumber))
      if (run === undefined) return new ElectronicIdError({ reason: "REFUSED" })
      const open = [...orders.values()].filter((one) => one.run === run && isOpen(one))
      for (const one of open) one.closed = true
      if (open.length > 0) return new ElectronicIdError({ reason: "ALREADY_IN_PROGRESS" })
      const tokens = begin(run)
      byKey.set(key, tokens)
      return Effect.succeed(tokens)
    })

  return {
    service: ElectronicId.of({
      order,
      collect: (orderRef) =>
        Effect.sync(() => {
          const known = orders.get(orderRef)
          return known === undefined ? { _tag: "Failed", hint: "expiredTransaction" } : progressOf(known)
        }),
      cancel: (orderRef) =>
        Effect.sync(() => {
          const known = orders.get(orderRef)
          if (known !== undefined && isOpen(known)) known.closed = true
        })
    }),
    passTime: (millis) => Effect.sync(() => void (now += millis))
  }
}
