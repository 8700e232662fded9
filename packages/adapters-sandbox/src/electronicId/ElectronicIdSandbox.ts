/**
 * The simulated provider of electronic IDs (decisions 6, 16). The personal number chooses the script of an order; how it
 * stands follows from the script and from the time since it began.
 *
 * Two things are kept in memory, and forgotten after so many orders or at a restart: which order was made under which
 * key, and which order of a person is open. As at a real provider, a second order of a person at a company cancels both.
 * Orders are counted by login method, and those of `_MOCK` methods not at all: they are deterministic, and whoever tests
 * with them may drive one scenario by several methods, and several times, side by side.
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress, ElectronicIdRequest } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted, Result } from "effect"
import { anothersNumber } from "../people/Person.ts"
import { randomFrom } from "../records/Random.ts"
import * as Pace from "../connector/Pace.ts"
import { orderScriptOf } from "../scenarios/ScenarioTable.ts"
import * as BoundedMap from "../BoundedMap.ts"
import * as OrderReference from "./OrderReference.ts"
import type { OrderFacts } from "./OrderReference.ts"
import { standingAt } from "./OrderScript.ts"
import type { OrderStanding, ScriptedOrder, Signer } from "./OrderScript.ts"

const ordersKept = 10_000

/** What a real provider says of an order that it does not know any more. */
const unknownOrder: ElectronicIdProgress = { _tag: "Failed", hint: "expiredTransaction" }
const cancelledOrder: ElectronicIdProgress = { _tag: "Failed", hint: "cancelled" }

const alreadyInProgress = new ElectronicIdError({ reason: "ALREADY_IN_PROGRESS" })

const orderOf = (facts: OrderFacts): ElectronicIdOrder => {
  const orderRef = OrderReference.seal(facts)
  const random = randomFrom("electronic-id", orderRef)
  const [autoStartToken, qrStartToken, qrStartSecret] = [random.uuid(), random.uuid(), random.uuid()]
  return { orderRef, autoStartToken, qrStartToken, qrStartSecret, startedAt: facts.startedAt }
}

const standing = (
  script: ScriptedOrder,
  { method, personalNumber, startedAt }: OrderFacts,
  now: number
): OrderStanding => standingAt(script, (index) => Pace.pause(method, personalNumber, index), now - startedAt)

const numberOf = (signer: Signer, { personalNumber }: OrderFacts) => {
  switch (signer) {
    case "EXPECTED":
      return { personalNumber: Redacted.make(personalNumber) }
    case "ANOTHER":
      return { personalNumber: Redacted.make(anothersNumber) }
    case "NOT_TOLD":
      return {}
  }
}

const progressOf = (reached: OrderStanding, facts: OrderFacts): ElectronicIdProgress => {
  switch (reached.type) {
    case "PENDING":
      return { _tag: "Pending", hint: reached.hint, afterMillis: reached.afterMillis }
    case "FAILED":
      return { _tag: "Failed", hint: reached.hint }
    case "COMPLETE":
      return { _tag: "Complete", ...numberOf(reached.signer, facts) }
  }
}

/** Where the order of these facts stands by its script, whatever else happened to it. */
const scripted = (facts: OrderFacts, now: number): ElectronicIdProgress => {
  const script = orderScriptOf(facts.personalNumber)
  return script.type === "ORDER" ? progressOf(standing(script, facts, now), facts) : unknownOrder
}

/** Whether it is deterministic, and takes no time (decisions 16). */
const isMock = (method: LoginMethod.LoginMethod): boolean => LoginMethod.describe(method).environment === "MOCK"

/** The orders of one person at one company by one login method; nothing where orders are not counted. */
const countedAs = ({ company, loginMethod, personalNumber }: ElectronicIdRequest): string | undefined =>
  isMock(loginMethod) ? undefined : JSON.stringify([company, loginMethod, Redacted.value(personalNumber)])

const make = Effect.sync(() => {
  const made = BoundedMap.make<Result.Result<ElectronicIdOrder, ElectronicIdError>>(ordersKept)
  const newest = BoundedMap.make<string>(ordersKept)
  const cancelled = BoundedMap.make<true>(ordersKept)

  const progressAt = (orderRef: string, now: number): ElectronicIdProgress => {
    const facts = OrderReference.open(orderRef)
    if (Option.isNone(facts)) return unknownOrder
    return cancelled.get(orderRef) ? cancelledOrder : scripted(facts.value, now)
  }

  const isOpen = (orderRef: string, now: number): boolean => progressAt(orderRef, now)._tag === "Pending"

  const cancelAt = (orderRef: string, now: number): void => {
    if (isOpen(orderRef, now)) cancelled.set(orderRef, true)
  }

  const begin = (request: ElectronicIdRequest, key: string, now: number) => {
    const personalNumber = Redacted.value(request.personalNumber)
    const script = orderScriptOf(personalNumber)
    if (script.type === "NO_ORDER") return Result.fail(new ElectronicIdError({ reason: script.reason }))
    const slot = countedAs(request)
    const before = slot === undefined ? undefined : newest.get(slot)
    if (before !== undefined && isOpen(before, now)) {
      cancelAt(before, now)
      return Result.fail(alreadyInProgress)
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
    collect: (orderRef) => Effect.map(Clock.currentTimeMillis, (now) => progressAt(orderRef, now)),
    cancel: (orderRef) => Effect.map(Clock.currentTimeMillis, (now) => cancelAt(orderRef, now))
  })
})

/** The simulated provider. */
export const layer: Layer.Layer<ElectronicId> = Layer.effect(ElectronicId, make)

/** Another provider, with the simulated one in its place for `_MOCK` methods: those are the sandbox's, whatever it is. */
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
