/**
 * The simulated electronic-ID provider (spec 12, 17). The personal number selects an order's script, and the order's
 * state follows from the script, the elapsed time, and the button pressed on its page. The provider keeps a limited
 * number of orders in memory. As with a real provider, a second order for the same person at the same company cancels
 * both, unless their login methods differ. Three kinds of orders never conflict: orders with `_MOCK` methods, because
 * tests run a scenario many times in parallel; page logins, because they name no person; and orders that wait for a
 * button on their page, because developers leave them open and start again.
 */
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress } from "@sheaf/ports"
import { Clock, Context, Effect, Layer, Option, Redacted, Result } from "effect"
import { randomFrom } from "../data/Random.ts"
import * as BoundedMap from "../storage/BoundedMap.ts"
import * as OrderPageHandler from "./OrderPageHandler.ts"
import * as OrderPageServer from "./OrderPageServer.ts"
import * as OrderFileStore from "./OrderFileStore.ts"
import * as OrderReference from "./OrderReference.ts"
import type { OrderContent } from "./OrderReference.ts"
import { progressAt } from "../scenarios/OrderScript.ts"
import type { OrderScript } from "../scenarios/OrderScript.ts"
import { durationOf, orderScriptOf } from "../scenarios/ScenarioTable.ts"

const rememberedOrders = 10_000

/** A real provider gives the same answer for unknown orders. */
const unknownOrder: ElectronicIdProgress = { _tag: "Failed", hint: "expiredTransaction" }
const canceledOrder: ElectronicIdProgress = { _tag: "Failed", hint: "cancelled" }

/** The first token opens the app. It is also the last segment of the URL of the order's page. */
const tokensOf = (orderRef: string) => {
  const random = randomFrom("electronic-id", orderRef)
  return { autoStartToken: random.uuid(), startToken: random.uuid(), startSecret: random.uuid() }
}

type PageOf = (token: string) => Effect.Effect<string>

const orderOf = Effect.fnUntraced(function* (facts: OrderContent, pageOf: PageOf | undefined) {
  const orderRef = OrderReference.encryptReference(facts)
  const { autoStartToken, startSecret, startToken } = tokensOf(orderRef)
  const order: ElectronicIdOrder = {
    orderRef,
    autoStartToken,
    ...(pageOf && { pageUrl: yield* pageOf(autoStartToken) }),
    animatedCode: { startToken, startSecret, startedAt: facts.startedAt },
    ...(LoginMethod.describe(facts.method).controlNumber && {
      controlCode: randomFrom("control-number", orderRef).digits(4)
    })
  }
  return order
})

/** Returns the state that the script prescribes, even if the order has been canceled. */
const scripted = (
  { method, personalNumber, startedAt }: OrderContent,
  now: number,
  pressed?: OrderFileStore.PersonDecision
): ElectronicIdProgress => {
  const script = orderScriptOf(personalNumber)
  if (script.type !== "ORDER") return unknownOrder
  // A login on a company's page has no delays: the page sends the person back immediately, and the company already
  // knows who logged in.
  const lasts = (index: number) => (LoginMethod.describe(method).page ? 0 : durationOf(method, personalNumber, index))
  return progressAt(script, personalNumber, lasts, {
    sinceStart: now - startedAt,
    pressed: pressed && { press: pressed.press, since: now - pressed.at }
  })
}

const waitsForPress = (script: OrderScript): boolean => script.type === "ORDER" && script.end.type === "PRESS"

/** Mock methods are deterministic and have no delays (spec 12). */
export const isMock = (method: LoginMethod.LoginMethod): boolean => LoginMethod.describe(method).environment === "MOCK"

/** Returns a key shared by all orders that conflict with each other, or nothing if the order never conflicts. */
const slotOf = ({ company, method, personalNumber }: OrderContent): string | undefined =>
  isMock(method) || LoginMethod.describe(method).page || waitsForPress(orderScriptOf(personalNumber))
    ? undefined
    : JSON.stringify([company, method, personalNumber])

interface Pages {
  readonly files: OrderFileStore.OrderFileStore
  readonly pageOf: PageOf
}

interface Orders extends Partial<Pages> {
  /** The result of each order request, by the request's key. Another request with the same key gets the same result. */
  readonly made: BoundedMap.BoundedMap<Result.Result<ElectronicIdOrder, ElectronicIdError>>
  readonly newest: BoundedMap.BoundedMap<string>
  readonly canceled: BoundedMap.BoundedMap<true>
}

const stateOf = (
  { canceled }: Orders,
  orderRef: string,
  now: number,
  file?: OrderFileStore.StoredOrder
): ElectronicIdProgress => {
  const facts = OrderReference.decryptReference(orderRef)
  if (Option.isNone(facts)) return unknownOrder
  return canceled.get(orderRef) || file?.canceled ? canceledOrder : scripted(facts.value, now, file?.pressed)
}

/** Returns the file of an order that waits for a button. Other orders just follow their scripts and have no file. */
const fileOf = ({ files }: Orders, orderRef: string) => {
  const facts = OrderReference.decryptReference(orderRef)
  return files !== undefined &&
    Option.exists(facts, ({ personalNumber }) => waitsForPress(orderScriptOf(personalNumber)))
    ? files.find(tokensOf(orderRef).autoStartToken)
    : Effect.succeed(undefined)
}

const cancelAt = Effect.fnUntraced(function* (orders: Orders, orderRef: string, now: number) {
  const file = yield* fileOf(orders, orderRef)
  if (stateOf(orders, orderRef, now, file)._tag !== "Pending") return
  orders.canceled.set(orderRef, true)
  if (file !== undefined) yield* orders.files?.cancel(tokensOf(orderRef).autoStartToken) ?? Effect.void
})

const begin = Effect.fnUntraced(function* (orders: Orders, content: OrderContent) {
  const { files, newest, pageOf } = orders
  const script = orderScriptOf(content.personalNumber)
  if (script.type === "NO_ORDER") return Result.fail(new ElectronicIdError({ reason: script.reason }))
  const now = content.startedAt
  const slot = slotOf(content)
  const before = slot === undefined ? undefined : newest.get(slot)
  if (before !== undefined && stateOf(orders, before, now, yield* fileOf(orders, before))._tag === "Pending") {
    yield* cancelAt(orders, before, now)
    return Result.fail(new ElectronicIdError({ reason: "ALREADY_IN_PROGRESS" }))
  }
  const order = yield* orderOf(content, pageOf)
  if (slot !== undefined) newest.set(slot, order.orderRef)
  if (files !== undefined && stateOf(orders, order.orderRef, now)._tag === "Pending") {
    yield* files.keep(tokensOf(order.orderRef).autoStartToken, order.orderRef)
  }
  return Result.succeed(order)
})

const open = Effect.fnUntraced(function* (orders: Orders, content: Omit<OrderContent, "startedAt">) {
  const { key } = content
  const startedAt = yield* Clock.currentTimeMillis
  const outcome = orders.made.get(key) ?? (yield* begin(orders, { ...content, startedAt }))
  orders.made.set(key, outcome)
  return yield* Effect.fromResult(outcome)
})

const see = (orders: Orders, files: OrderFileStore.OrderFileStore, token: string, now: number) =>
  Effect.map(files.find(token), (file): OrderPageHandler.OrderView | undefined => {
    const facts = file && Option.getOrUndefined(OrderReference.decryptReference(file.orderRef))
    if (file === undefined || facts === undefined) return undefined
    const pressed = file.pressed !== undefined
    const waits = !pressed && waitsForPress(orderScriptOf(facts.personalNumber))
    return { facts, waits, pressed, progress: stateOf(orders, file.orderRef, now, file) }
  })

const makeOrders = (pages: Partial<Pages> = {}): Orders => ({
  ...pages,
  made: BoundedMap.make(rememberedOrders),
  newest: BoundedMap.make(rememberedOrders),
  canceled: BoundedMap.make(rememberedOrders)
})

const servicesOf = (orders: Orders): Context.Context<ElectronicId | PageLoginOrders> => {
  const provider = ElectronicId.of({
    order: ({ company, login, loginMethod: method, purpose }, key) => {
      const personalNumber = LoginIdentity.electronicIdNumberOf(Redacted.value(login))
      return open(orders, { key, company, method, personalNumber, ...(purpose && { purpose }) })
    },
    collect: Effect.fnUntraced(function* (orderRef) {
      const file = yield* fileOf(orders, orderRef)
      return stateOf(orders, orderRef, yield* Clock.currentTimeMillis, file)
    }),
    cancel: (orderRef) => Effect.flatMap(Clock.currentTimeMillis, (now) => cancelAt(orders, orderRef, now))
  })
  const pages = PageLoginOrders.of({ ...provider, open: (content) => open(orders, content) })
  return Context.make(ElectronicId, provider).pipe(Context.add(PageLoginOrders, pages))
}

/** Orders for logins on a company's page. They name no person. */
export class PageLoginOrders extends Context.Service<
  PageLoginOrders,
  Pick<ElectronicId["Service"], "collect" | "cancel"> & {
    readonly open: (content: Omit<OrderContent, "startedAt">) => Effect.Effect<ElectronicIdOrder, ElectronicIdError>
  }
>()("@sheaf/adapters-sandbox/PageLoginOrders") {}

/** A provider without pages. Orders that wait for a button on their page stay open. */
export const layer: Layer.Layer<ElectronicId | PageLoginOrders> = Layer.effectContext(
  Effect.sync(() => servicesOf(makeOrders()))
)

/** A provider whose orders have pages under `address`. The orders are stored in `folder`. */
export const layerWithPages = (
  folder: string,
  address: Effect.Effect<string>
): Layer.Layer<ElectronicId | PageLoginOrders | OrderPageServer.OrderPages> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const files = yield* OrderFileStore.make(folder)
      const pageOf = (token: string) => Effect.map(address, (base) => `${base}${OrderPageServer.pathPrefix}${token}`)
      const orders = makeOrders({ files, pageOf })
      const pages = OrderPageHandler.make((token, now) => see(orders, files, token, now), files.press)
      return Context.add(servicesOf(orders), OrderPageServer.OrderPages, OrderPageServer.make(pages))
    })
  )

type Provider = ElectronicId["Service"]

/** Sends an order to `simulated` if `isSimulated` returns true for it, and to `other` otherwise. */
export const routeOrders = (
  simulated: Provider,
  other: Provider,
  isSimulated: (method: LoginMethod.LoginMethod) => boolean
): Provider => {
  const providerOf = (orderRef: string) =>
    Option.exists(OrderReference.decryptReference(orderRef), ({ method }) => isSimulated(method)) ? simulated : other
  return ElectronicId.of({
    order: (request, key) => (isSimulated(request.loginMethod) ? simulated : other).order(request, key),
    collect: (orderRef, returned) => providerOf(orderRef).collect(orderRef, returned),
    cancel: (orderRef) => providerOf(orderRef).cancel(orderRef)
  })
}
