/**
 * The simulated provider of electronic IDs (decisions 6, 16). The personal number chooses the script of an order. The
 * order's state follows from the script and the time since the order started.
 *
 * The provider remembers a limited number of orders in memory, by key and by person. As at a real provider, a person's second
 * order at a company cancels both orders, unless the login methods differ. Orders of `_MOCK` methods never conflict, so that
 * tests can drive one scenario many times in parallel.
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress, ElectronicIdRequest } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted, Result } from "effect"
import { randomFrom } from "../records/Random.ts"
import * as Pace from "../connector/Pace.ts"
import { orderScriptOf } from "../scenarios/ScenarioTable.ts"
import * as BoundedMap from "../BoundedMap.ts"
import * as OrderReference from "./OrderReference.ts"
import type { OrderFacts } from "./OrderReference.ts"
import { progressAt } from "./OrderScript.ts"

const rememberedOrders = 10_000

/** The error that a real provider returns for an unknown order. */
const unknownOrder: ElectronicIdProgress = { _tag: "Failed", hint: "expiredTransaction" }
const canceledOrder: ElectronicIdProgress = { _tag: "Failed", hint: "cancelled" }

const orderOf = (facts: OrderFacts): ElectronicIdOrder => {
  const orderRef = OrderReference.seal(facts)
  const random = randomFrom("electronic-id", orderRef)
  const [autoStartToken, qrStartToken, qrStartSecret] = [random.uuid(), random.uuid(), random.uuid()]
  return { orderRef, autoStartToken, qrStartToken, qrStartSecret, startedAt: facts.startedAt }
}

/** Returns the state of an order by its script, even if the order was canceled. */
const scripted = ({ method, personalNumber, startedAt }: OrderFacts, now: number): ElectronicIdProgress => {
  const script = orderScriptOf(personalNumber)
  if (script.type !== "ORDER") return unknownOrder
  return progressAt(script, personalNumber, (index) => Pace.pause(method, personalNumber, index), now - startedAt)
}

/** Returns true if the method is deterministic and has no delays (decisions 16). */
const isMock = (method: LoginMethod.LoginMethod): boolean => LoginMethod.describe(method).environment === "MOCK"

/** Returns a key that conflicting orders share, or nothing for orders that never conflict. */
const slotOf = ({ company, loginMethod, personalNumber }: ElectronicIdRequest): string | undefined =>
  isMock(loginMethod) ? undefined : JSON.stringify([company, loginMethod, Redacted.value(personalNumber)])

const make = Effect.sync(() => {
  const made = BoundedMap.make<Result.Result<ElectronicIdOrder, ElectronicIdError>>(rememberedOrders)
  const newest = BoundedMap.make<string>(rememberedOrders)
  const canceled = BoundedMap.make<true>(rememberedOrders)

  const stateOf = (orderRef: string, now: number): ElectronicIdProgress => {
    const facts = OrderReference.open(orderRef)
    if (Option.isNone(facts)) return unknownOrder
    return canceled.get(orderRef) ? canceledOrder : scripted(facts.value, now)
  }

  const isOpen = (orderRef: string, now: number): boolean => stateOf(orderRef, now)._tag === "Pending"

  const cancelAt = (orderRef: string, now: number): void => {
    if (isOpen(orderRef, now)) canceled.set(orderRef, true)
  }

  const begin = (request: ElectronicIdRequest, key: string, now: number) => {
    const personalNumber = Redacted.value(request.personalNumber)
    const script = orderScriptOf(personalNumber)
    if (script.type === "NO_ORDER") return Result.fail(new ElectronicIdError({ reason: script.reason }))
    const slot = slotOf(request)
    const before = slot === undefined ? undefined : newest.get(slot)
    if (before !== undefined && isOpen(before, now)) {
      cancelAt(before, now)
      return Result.fail(new ElectronicIdError({ reason: "ALREADY_IN_PROGRESS" }))
    }
    const { company, loginMethod: method } = request
    const order = orderOf({ key, company, method, personalNumber, startedAt: now })
    if (slot !== undefined) newest.set(slot, order.orderRef)
    return Result.succeed(order)
  }

  return ElectronicId.of({
    order: Effect.fnUntraced(function* (request, key) {
      const outcome = made.get(key) ?? begin(request, key, yield* Clock.currentTimeMillis)
      made.set(key, outcome)
      return yield* Effect.fromResult(outcome)
    }),
    collect: (orderRef) => Effect.map(Clock.currentTimeMillis, (now) => stateOf(orderRef, now)),
    cancel: (orderRef) => Effect.map(Clock.currentTimeMillis, (now) => cancelAt(orderRef, now))
  })
})

export const layer: Layer.Layer<ElectronicId> = Layer.effect(ElectronicId, make)

/** Routes orders of `_MOCK` methods to the simulated provider and all others to `other`. */
export const besides = <E, R>(other: Layer.Layer<ElectronicId, E, R>): Layer.Layer<ElectronicId, E, R> =>
  Layer.effect(
    ElectronicId,
    Effect.gen(function* () {
      const simulated = yield* make
      const provider = yield* ElectronicId
      const isOurs = (orderRef: string) => Option.exists(OrderReference.open(orderRef), ({ method }) => isMock(method))
      const whose = (orderRef: string) => (isOurs(orderRef) ? simulated : provider)
      return ElectronicId.of({
        order: (request, key) => (isMock(request.loginMethod) ? simulated : provider).order(request, key),
        collect: (orderRef) => whose(orderRef).collect(orderRef),
        cancel: (orderRef) => whose(orderRef).cancel(orderRef)
      })
    })
  ).pipe(Layer.provide(other))
