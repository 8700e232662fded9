/**
 * All configured electronic-ID providers as one. The scheme decides which provider gets an order. Orders of `_TEST`
 * methods go to the provider's test environment (spec 17).
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ElectronicId } from "@sheaf/ports"
import { Effect, Layer, Struct } from "effect"
import * as NodeDns from "@effect/platform-node/NodeDns"
import type { InvalidTargetError } from "../OutboundTarget.ts"
import type { Identification } from "../companies/IdentifiedLogin.ts"
import * as ElectronicIdHttp from "./ElectronicIdHttp.ts"
import * as MobileId from "./MobileId.ts"
import * as ProviderCalls from "./ProviderCalls.ts"
import * as SmartId from "./SmartId.ts"

/** One environment of a provider. */
export type ElectronicIdEnvironment =
  | ({ readonly scheme: "bankid" } & ElectronicIdHttp.ElectronicIdHttpOptions)
  | ({ readonly scheme: "smart-id" } & SmartId.SmartIdOptions)
  | ({ readonly scheme: "mobile-id" } & MobileId.MobileIdOptions)

/**
 * A provider, and its test environment. Without a test environment, orders of `_TEST` methods go to the provider
 * itself.
 */
export interface ElectronicIdProvider {
  readonly live: ElectronicIdEnvironment
  readonly test?: ElectronicIdEnvironment
}

type Protocol = ElectronicIdEnvironment["scheme"]

/** The scheme whose orders a provider with this protocol can handle. */
const schemes: Readonly<Record<Protocol, LoginMethod.SchemeName>> = {
  bankid: "swedish-eid",
  "smart-id": "smart-id",
  "mobile-id": "mobile-id"
}

/** Returns true if providers of this protocol can handle orders with the login method. */
export const serves = (protocol: Protocol, method: LoginMethod.LoginMethod): boolean =>
  schemes[protocol] === LoginMethod.describe(method).scheme

/**
 * Returns true if a provider can place an order for the login method. All other methods run on the client's device or
 * on a page.
 */
const canOrder = (method: LoginMethod.LoginMethod): boolean => {
  const { electronicId, nativeOnly, page } = LoginMethod.describe(method)
  return electronicId && !nativeOnly && !page
}

/** Returns which provider protocols these login methods need. */
export const protocolsOf = (methods: ReadonlyArray<LoginMethod.LoginMethod>): ReadonlyArray<Protocol> =>
  Struct.keys(schemes).filter((protocol) => methods.some((method) => canOrder(method) && serves(protocol, method)))

type Service = ElectronicId["Service"]

/**
 * Returns how Sheaf identifies people with these providers. `_MOCK` methods and logins that run on the client's own
 * device need no orders.
 */
export const identificationBy = (providers: ReadonlyArray<ElectronicIdProvider>, provider: Service): Identification => {
  const environmentFor = (method: LoginMethod.LoginMethod) => {
    const { environment } = LoginMethod.describe(method)
    if (!canOrder(method) || environment === "MOCK") return undefined
    const found = providers.find(({ live }) => serves(live.scheme, method))
    return environment === "TEST" ? (found?.test ?? found?.live) : found?.live
  }
  return {
    provider,
    makesOrder: (method) => environmentFor(method) !== undefined,
    needsAddress: (method) => {
      const environment = environmentFor(method)
      return environment?.scheme === "bankid" && environment.bankId?.requiresEndUserIp === true
    }
  }
}

const environmentOf = (environment: ElectronicIdEnvironment) => {
  switch (environment.scheme) {
    case "bankid":
      return ElectronicIdHttp.make(environment)
    case "smart-id":
      return SmartId.make(environment)
    case "mobile-id":
      return MobileId.make(environment)
  }
}

interface Route {
  readonly protocol: Protocol
  readonly isTest: boolean
  readonly service: Service
}

/** The prefix of order references in this environment. */
const prefixOf = ({ isTest, protocol }: Route): string => `${protocol}${isTest ? "-test" : ""}:`

const isTestMethod = (method: LoginMethod.LoginMethod): boolean => LoginMethod.describe(method).environment === "TEST"

const routesOf = Effect.fnUntraced(function* ({ live, test }: ElectronicIdProvider) {
  const { scheme: protocol } = live
  const routes: Array<Route> = [{ protocol, isTest: false, service: yield* environmentOf(live) }]
  if (test !== undefined) routes.push({ protocol, isTest: true, service: yield* environmentOf(test) })
  return routes
})

const serviceOver = (routes: ReadonlyArray<Route>): Service => {
  const routeFor = (method: LoginMethod.LoginMethod): Route | undefined => {
    const serving = routes.filter(({ protocol }) => serves(protocol, method))
    return serving.find(({ isTest }) => isTest === isTestMethod(method)) ?? serving[0]
  }
  /** Calls an order's provider, with the provider's own reference. */
  const at = <A>(reference: string, unknown: A, call: (service: Service, orderRef: string) => A): A => {
    const route = routes.find((each) => reference.startsWith(prefixOf(each)))
    return route === undefined ? unknown : call(route.service, reference.slice(prefixOf(route).length))
  }
  return ElectronicId.of({
    order: (request, key) => {
      const route = routeFor(request.loginMethod)
      return route === undefined
        ? Effect.fail(ProviderCalls.refusedError)
        : Effect.map(route.service.order(request, key), (order) => ({
            ...order,
            orderRef: `${prefixOf(route)}${order.orderRef}`
          }))
    },
    collect: (reference, returned) =>
      at(reference, Effect.succeed(ProviderCalls.forgottenProgress), (service, orderRef) =>
        service.collect(orderRef, returned)
      ),
    cancel: (reference) => at(reference, Effect.void, (service, orderRef) => service.cancel(orderRef))
  })
}

/** Calls the providers over HTTP. No two providers have the same scheme. */
export const layer = (providers: ReadonlyArray<ElectronicIdProvider>): Layer.Layer<ElectronicId, InvalidTargetError> =>
  Layer.effect(
    ElectronicId,
    Effect.map(Effect.forEach(providers, routesOf), (routes) => serviceOver(routes.flat()))
  ).pipe(Layer.provide(NodeDns.layer))
