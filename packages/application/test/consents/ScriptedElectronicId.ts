/** A scripted electronic ID that records its calls. */
import { ElectronicIdError } from "@sheaf/ports"
import type {
  ElectronicId,
  ElectronicIdOrder,
  ElectronicIdProgress,
  ElectronicIdRequest,
  OrderCompletion
} from "@sheaf/ports"
import { Clock, Effect, Redacted } from "effect"

type Provider = ElectronicId["Service"]
export type Call = "cancel" | "collect" | "order"

export interface ScriptedElectronicId extends Provider {
  readonly requests: Array<ElectronicIdRequest>
  /** Excludes completed and failed orders. */
  readonly open: Set<string>
  controlCode?: string
  /**
   * True if the person opens each order through its link. The order then completes only after the person has returned.
   */
  opensLink?: true
  progress: ElectronicIdProgress
  meanwhile: (call: Call) => Effect.Effect<void, ElectronicIdError>
  afterOrder: Effect.Effect<void, ElectronicIdError>
}

const pending: ElectronicIdProgress = { _tag: "Pending", hint: "outstandingTransaction", afterMillis: 2000 }
export const failed = (hint: string): ElectronicIdProgress => ({ _tag: "Failed", hint })
export const complete = (personalNumber: string, completion?: OrderCompletion): ElectronicIdProgress => ({
  _tag: "Complete",
  personalNumber: Redacted.make(personalNumber),
  ...(completion && { completion })
})

export const errorOf = (reason: ElectronicIdError["reason"]) => Effect.fail(new ElectronicIdError({ reason }))

/** Like real providers, cancels both orders if a second order starts while the first is still open. */
export const make = (): ScriptedElectronicId => {
  const made = new Map<string, ElectronicIdOrder>()
  const asked = <A>(call: Call, answer: () => Effect.Effect<A, ElectronicIdError>) =>
    Effect.suspend(() => Effect.andThen(provider.meanwhile(call), Effect.suspend(answer)))
  const begin = Effect.fnUntraced(function* (request: ElectronicIdRequest, key: string) {
    if (provider.open.size > 0) {
      provider.open.clear()
      return yield* errorOf("ALREADY_IN_PROGRESS")
    }
    provider.requests.push(request)
    const name = `order-${made.size + 1}`
    const startedAt = yield* Clock.currentTimeMillis
    const animatedCode = { startToken: "qr", startSecret: "s", startedAt }
    const { controlCode } = provider
    const number = controlCode !== undefined && { controlCode }
    const link = request.callbackUrl !== undefined && { appUrl: `https://app.example/${name}` }
    const order = { orderRef: name, autoStartToken: `start-${name}`, animatedCode, ...number, ...link }
    made.set(key, order)
    provider.open.add(name)
    return order
  })
  const provider: ScriptedElectronicId = {
    requests: [],
    open: new Set(),
    progress: pending,
    meanwhile: () => Effect.void,
    afterOrder: Effect.void,
    order: (request, key) =>
      asked("order", () => {
        const known = made.get(key)
        const order = known === undefined ? begin(request, key) : Effect.succeed(known)
        return Effect.tap(order, () => provider.afterOrder)
      }),
    collect: (orderRef, returned) =>
      asked("collect", () => {
        if (provider.opensLink && returned === undefined) return Effect.succeed(pending)
        if (provider.opensLink && returned && !("verifier" in Redacted.value(returned)))
          return Effect.succeed(failed("otherReturn"))
        if (provider.progress._tag !== "Pending") provider.open.delete(orderRef)
        return Effect.succeed(provider.progress)
      }),
    cancel: (orderRef) => asked("cancel", () => Effect.asVoid(Effect.sync(() => provider.open.delete(orderRef))))
  }
  return provider
}
