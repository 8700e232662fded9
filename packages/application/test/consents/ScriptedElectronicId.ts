/** An electronic ID that does what a test says, and tells what it was asked. */
import { ElectronicIdError } from "@sheaf/ports"
import type { ElectronicId, ElectronicIdOrder, ElectronicIdProgress, ElectronicIdRequest } from "@sheaf/ports"
import { Clock, Effect, Redacted } from "effect"

type Provider = ElectronicId["Service"]
export type Call = keyof Provider

export interface ScriptedElectronicId extends Provider {
  /** Every call, in order, also those that were not answered. */
  readonly calls: Array<Call>
  readonly requests: Array<ElectronicIdRequest>
  /** The orders that nobody has closed; one that is complete or has failed is none of them. */
  readonly open: Set<string>
  /** Where every order stands. */
  progress: ElectronicIdProgress
  /** What comes before the answer to a call. */
  meanwhile: (call: Call) => Effect.Effect<void, ElectronicIdError>
  /** What comes between an order that was made and the answer to who made it. */
  afterOrder: Effect.Effect<void, ElectronicIdError>
}

const pending: ElectronicIdProgress = { _tag: "Pending", hint: "outstandingTransaction", afterMillis: 2000 }
export const failed = (hint: string): ElectronicIdProgress => ({ _tag: "Failed", hint })
export const complete = (personalNumber?: string): ElectronicIdProgress => ({
  _tag: "Complete",
  ...(personalNumber !== undefined && { personalNumber: Redacted.make(personalNumber) })
})

export const errorOf = (reason: ElectronicIdError["reason"]) => Effect.fail(new ElectronicIdError({ reason }))

/** As a real provider does, it cancels both when a second order is begun while one is open. */
export const make = (): ScriptedElectronicId => {
  const made = new Map<string, ElectronicIdOrder>()
  const asked = <A>(call: Call, answer: Effect.Effect<A, ElectronicIdError>) =>
    Effect.suspend(() => {
      provider.calls.push(call)
      return Effect.andThen(provider.meanwhile(call), answer)
    })
  const begin = Effect.fnUntraced(function* (request: ElectronicIdRequest, key: string) {
    if (provider.open.size > 0) {
      provider.open.clear()
      return yield* errorOf("ALREADY_IN_PROGRESS")
    }
    provider.requests.push(request)
    const name = `order-${made.size + 1}`
    const startedAt = yield* Clock.currentTimeMillis
    const order = { orderRef: name, autoStartToken: `start-${name}`, qrStartToken: "qr", qrStartSecret: "s", startedAt }
    made.set(key, order)
    provider.open.add(name)
    return order
  })
  const provider: ScriptedElectronicId = {
    calls: [],
    requests: [],
    open: new Set(),
    progress: pending,
    meanwhile: () => Effect.void,
    afterOrder: Effect.void,
    order: (request, key) =>
      asked(
        "order",
        Effect.suspend(() => {
          const known = made.get(key)
          return known === undefined ? begin(request, key) : Effect.succeed(known)
        }).pipe(Effect.tap(() => provider.afterOrder))
      ),
    collect: (orderRef) =>
      asked(
        "collect",
        Effect.sync(() => {
          if (provider.progress._tag !== "Pending") provider.open.delete(orderRef)
          return provider.progress
        })
      ),
    cancel: (orderRef) =>
      asked(
        "cancel",
        Effect.sync(() => {
          provider.open.delete(orderRef)
        })
      )
  }
  return provider
}
