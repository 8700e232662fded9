/**
 * The configured providers of electronic IDs as one: the scheme of an order selects its provider, and a `_TEST` method the
 * provider's test environment (spec 17).
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ElectronicId } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as NodeDns from "@effect/platform-node/NodeDns"
import type { InvalidTargetError } from "../OutboundTarget.ts"
import * as ElectronicIdHttp from "./ElectronicIdHttp.ts"
import * as MobileId from "./MobileId.ts"
import * as ProviderCalls from "./ProviderCalls.ts"
import * as SmartId from "./SmartId.ts"

/** One environment of a provider. */
export type ElectronicIdEnvironment =
  | ({ readonly scheme: "bankid" } & ElectronicIdHttp.ElectronicIdHttpOptions)
  | ({ readonly scheme: "smart-id" } & SmartId.SmartIdOptions)
  | ({ readonly scheme: "mobile-id" } & MobileId.MobileIdOptions)

/** A provider, and its test environment. Without a test environment, orders of `_TEST` methods go to the provider itself. */
export interface ElectronicIdProvider {
  readonly live: ElectronicIdEnvironment
  readonly test?: ElectronicIdEnvironment
}

type Protocol = ElectronicIdEnvironment["scheme"]

/** The scheme of the login methods whose orders a provider of each protocol serves. */
const schemes: Readonly<Record<Protocol, LoginMethod.SchemeName>> = {
  bankid: "swedish-eid",
  "smart-id": "smart-id",
  "mobile-id": "mobile-id"
}

/** Returns true if providers of the protocol serve orders of the login method. */
export const serves = (protocol: Protocol, method: LoginMethod.LoginMethod): boolean =>
  schemes[protocol] === LoginMethod.describe(method).scheme

type Service = ElectronicId["Service"]

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

/** The start of references to orders in this environment. */
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
  /** Calls the service of an order with the provider's own reference. */
  const at = <A>(reference: string, unknown: A, call: (service: Service, orderRef: string) => A): A => {
    const route = routes.find((each) => reference.startsWith(prefixOf(each)))
    return route === undefined ? unknown : call(route.service, reference.slice(prefixOf(route).length))
  }
  return ElectronicId.of({
    order: (request, key) => {
      const route = routeFor(request.loginMethod)
      return route === undefined
        ? Effect.fail(ProviderCalls.refused)
        : Effect.map(route.service.order(request, key), (order) => ({
            ...order,
            orderRef: `${prefixOf(route)}${order.orderRef}`
          }))
    },
    collect: (reference) =>
      at(reference, Effect.succeed(ProviderCalls.forgotten), (service, orderRef) => service.collect(orderRef)),
    cancel: (reference) => at(reference, Effect.void, (service, orderRef) => service.cancel(orderRef))
  })
}

/** Calls the providers over HTTP. The schemes of the providers differ. */
export const layer = (providers: ReadonlyArray<ElectronicIdProvider>): Layer.Layer<ElectronicId, InvalidTargetError> =>
  Layer.effect(
    ElectronicId,
    Effect.map(Effect.forEach(providers, routesOf), (routes) => serviceOver(routes.flat()))
  ).pipe(Layer.provide(NodeDns.layer))
