/**
 * The simulated provider of electronic IDs (spec 12, 17). The personal number selects the script of an order. The
 * script, the time since the order started, and the button pressed on the order's page determine the order's state.
 *
 * The provider remembers a limited number of orders in memory, by key and by person. As at a real provider, a person's second
 * order at a company cancels both orders, unless the login methods differ. Orders of `_MOCK` methods never conflict, so that
 * tests can drive one scenario many times in parallel, and neither do logins on pages, which name nobody.
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ElectronicId, ElectronicIdError, personalNumberOf, SandboxPages } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress, ElectronicIdRequest } from "@sheaf/ports"
import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { randomFrom } from "../records/Random.ts"
import * as StateDuration from "../connector/StateDuration.ts"
import { orderScriptOf } from "../scenarios/ScenarioTable.ts"
import * as BoundedMap from "../BoundedMap.ts"
import * as OrderPageHandler from "./OrderPageHandler.ts"
import * as OrderFileStore from "./OrderFileStore.ts"
import * as OrderReference from "./OrderReference.ts"
import type { OrderContent } from "./OrderReference.ts"
import { progressAt } from "./OrderScript.ts"
import type { OrderScript } from "./OrderScript.ts"

const rememberedOrders = 10_000

/** The error for an unknown order, as a real provider returns it. */
const unknownOrder: ElectronicIdProgress = { _tag: "Failed", hint: "expiredTransaction" }
const canceledOrder: ElectronicIdProgress = { _tag: "Failed", hint: "cancelled" }

/**
 * Returns the tokens of an order. The first token opens the app, and is also the last part of the order page's address.
 */
const tokensOf = (orderRef: string) => {
  const random = randomFrom("electronic-id", orderRef)
  return { autoStartToken: random.uuid(), startToken: random.uuid(), startSecret: random.uuid() }
}

const orderOf = (facts: OrderContent): ElectronicIdOrder => {
  const orderRef = OrderReference.encryptReference(facts)
  const { autoStartToken, startSecret, startToken } = tokensOf(orderRef)
  return {
    orderRef,
    autoStartToken,
    animatedCode: { startToken, startSecret, startedAt: facts.startedAt },
    ...(LoginMethod.describe(facts.method).controlNumber && {
      controlCode: randomFrom("control-number", orderRef).digits(4)
    })
  }
}

/** Returns the state that an order's script determines, even if the order was canceled. */
const scripted = (
  { method, personalNumber, startedAt }: OrderContent,
  now: number,
  pressed?: OrderFileStore.PersonDecision
): ElectronicIdProgress => {
  const script = orderScriptOf(personalNumber)
  if (script.type !== "ORDER") return unknownOrder
  return progressAt(script, personalNumber, (index) => StateDuration.durationOf(method, personalNumber, index), {
    sinceStart: now - startedAt,
    pressed: pressed && { press: pressed.press, since: now - pressed.at }
  })
}

const waitsForPress = (script: OrderScript): boolean => script.type === "ORDER" && script.end.type === "PRESS"

/** Returns true if the method is deterministic and has no delays (spec 12). */
const isMock = (method: LoginMethod.LoginMethod): boolean => LoginMethod.describe(method).environment === "MOCK"

/** Returns a key that conflicting orders share, or nothing for orders that never conflict. */
const slotOf = ({ company, loginMethod, person }: ElectronicIdRequest): string | undefined =>
  isMock(loginMethod) || LoginMethod.describe(loginMethod).page
    ? undefined
    : JSON.stringify([company, loginMethod, personalNumberOf(person)])

export { pathOf } from "./OrderPageHandler.ts"

/** `files` is the store for orders that have a page. */
const make = (files?: OrderFileStore.OrderFileStore) => {
  const made = BoundedMap.make<Result.Result<ElectronicIdOrder, ElectronicIdError>>(rememberedOrders)
  const newest = BoundedMap.make<string>(rememberedOrders)
  const canceled = BoundedMap.make<true>(rememberedOrders)

  const stateOf = (orderRef: string, now: number, file?: OrderFileStore.StoredOrder): ElectronicIdProgress => {
    const facts = OrderReference.decryptReference(orderRef)
    if (Option.isNone(facts)) return unknownOrder
    return canceled.get(orderRef) || file?.canceled ? canceledOrder : scripted(facts.value, now, file?.pressed)
  }

  const isOpen = (orderRef: string, now: number): boolean => stateOf(orderRef, now)._tag === "Pending"

  /** Returns the file of an order that waits for a press. Other orders follow their scripts without a file. */
  const fileOf = (orderRef: string) => {
    const facts = OrderReference.decryptReference(orderRef)
    return files !== undefined &&
      Option.exists(facts, ({ personalNumber }) => waitsForPress(orderScriptOf(personalNumber)))
      ? files.find(tokensOf(orderRef).autoStartToken)
      : Effect.succeed(undefined)
  }

  const cancelAt = Effect.fnUntraced(function* (orderRef: string, now: number) {
    const file = yield* fileOf(orderRef)
    if (stateOf(orderRef, now, file)._tag !== "Pending") return
    canceled.set(orderRef, true)
    if (file !== undefined) yield* files?.cancel(tokensOf(orderRef).autoStartToken) ?? Effect.void
  })

  const begin = Effect.fnUntraced(function* (request: ElectronicIdRequest, key: string, now: number) {
    const personalNumber = personalNumberOf(request.person) ?? ""
    const script = orderScriptOf(personalNumber)
    if (script.type === "NO_ORDER") return Result.fail(new ElectronicIdError({ reason: script.reason }))
    const slot = slotOf(request)
    const before = slot === undefined ? undefined : newest.get(slot)
    if (before !== undefined && stateOf(before, now, yield* fileOf(before))._tag === "Pending") {
      yield* cancelAt(before, now)
      return Result.fail(new ElectronicIdError({ reason: "ALREADY_IN_PROGRESS" }))
    }
    const { company, loginMethod: method, purpose } = request
    const order = orderOf({ key, company, method, personalNumber, startedAt: now, ...(purpose && { purpose }) })
    if (slot !== undefined) newest.set(slot, order.orderRef)
    if (files !== undefined && isOpen(order.orderRef, now)) {
      yield* files.keep(tokensOf(order.orderRef).autoStartToken, order.orderRef)
    }
    return Result.succeed(order)
  })

  const provider = ElectronicId.of({
    order: Effect.fnUntraced(function* (request, key) {
      const outcome = made.get(key) ?? (yield* begin(request, key, yield* Clock.currentTimeMillis))
      made.set(key, outcome)
      return yield* Effect.fromResult(outcome)
    }),
    collect: Effect.fnUntraced(function* (orderRef) {
      const file = yield* fileOf(orderRef)
      return stateOf(orderRef, yield* Clock.currentTimeMillis, file)
    }),
    cancel: (orderRef) => Effect.flatMap(Clock.currentTimeMillis, (now) => cancelAt(orderRef, now))
  })

  /** Returns the details and the state of the order whose page has this token. */
  const see = (files: OrderFileStore.OrderFileStore, token: string, now: number) =>
    Effect.map(files.find(token), (file): OrderPageHandler.OrderView | undefined => {
      const facts = file && Option.getOrUndefined(OrderReference.decryptReference(file.orderRef))
      if (file === undefined || facts === undefined) return undefined
      const pressed = file.pressed !== undefined
      const waits = !pressed && waitsForPress(orderScriptOf(facts.personalNumber))
      return { facts, waits, pressed, progress: stateOf(file.orderRef, now, file) }
    })

  return { provider, see }
}

/** The provider without pages. Orders that wait for a press stay open. */
export const layer: Layer.Layer<ElectronicId> = Layer.sync(ElectronicId, () => make().provider)

/** The provider with its orders' pages. `folder` contains the files of these orders. */
export const layerWithPages = (folder: string): Layer.Layer<ElectronicId | SandboxPages> =>
  Layer.effectContext(
    Effect.sync(() => {
      const files = OrderFileStore.make(folder)
      const { provider, see } = make(files)
      const pages = OrderPageHandler.make((token, now) => see(files, token, now), files.press)
      return Context.make(ElectronicId, provider).pipe(Context.add(SandboxPages, pages))
    })
  )

type Provider = ElectronicId["Service"]

/** Returns true for a method whose orders a person opens with a code or a link. The Swedish protocol has no others. */
const isSwedishOrder = (method: LoginMethod.LoginMethod): boolean => {
  const { animatedQr, autostart } = LoginMethod.describe(method)
  return animatedQr || autostart
}

/** Sends the orders for which `isSimulated` is true to the simulated provider, and all others to `other`. */
const route = (
  simulated: Provider,
  other: Provider,
  isSimulated: (method: LoginMethod.LoginMethod) => boolean
): Provider => {
  const providerOf = (orderRef: string) =>
    Option.exists(OrderReference.decryptReference(orderRef), ({ method }) => isSimulated(method)) ? simulated : other
  return ElectronicId.of({
    order: (request, key) => (isSimulated(request.loginMethod) ? simulated : other).order(request, key),
    collect: (orderRef) => providerOf(orderRef).collect(orderRef),
    cancel: (orderRef) => providerOf(orderRef).cancel(orderRef)
  })
}

/**
 * Sends the orders that the Swedish scheme's protocol can express to `outside`, and all others to the provider. `pageOf`
 * returns the address of an order's page.
 */
export const routeSwedishOrders = (
  simulated: Provider,
  outside: Provider,
  pageOf: (token: string) => Effect.Effect<string>
): Provider => {
  const paged: Provider = {
    ...simulated,
    order: (request, key) =>
      Effect.flatMap(simulated.order(request, key), (order) =>
        order.autoStartToken === undefined
          ? Effect.succeed(order)
          : Effect.map(pageOf(order.autoStartToken), (pageUrl) => ({ ...order, pageUrl }))
      )
  }
  return route(paged, outside, (method) => !isSwedishOrder(method))
}

/** Sends the orders of `_MOCK` methods, and all but Swedish ones, to the simulated provider. */
export const routeToConfigured = <A, E, R, E2, R2>(
  other: Layer.Layer<ElectronicId, E, R>,
  simulated: Layer.Layer<ElectronicId | A, E2, R2>
): Layer.Layer<ElectronicId | A, E | E2, R | R2> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const ours = yield* Layer.build(simulated)
      const provider = Context.get(yield* Layer.build(other), ElectronicId)
      const isSimulated = (method: LoginMethod.LoginMethod) => isMock(method) || !isSwedishOrder(method)
      return Context.add(ours, ElectronicId, route(Context.get(ours, ElectronicId), provider, isSimulated))
    })
  )
