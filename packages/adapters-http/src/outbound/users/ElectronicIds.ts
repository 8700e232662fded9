/**
 * Combines all configured electronic-ID providers. The scheme decides which provider gets an order, and `_TEST` methods
 * use the provider's test environment (spec 17).
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

export type ElectronicIdEnvironment =
  | ({ readonly scheme: "bankid" } & ElectronicIdHttp.ElectronicIdHttpOptions)
  | ({ readonly scheme: "smart-id" } & SmartId.SmartIdOptions)
  | ({ readonly scheme: "mobile-id" } & MobileId.MobileIdOptions)

/** Without a test environment, orders that use a `_TEST` method go to the live provider. */
export interface ElectronicIdProvider {
  readonly live: ElectronicIdEnvironment
  readonly test?: ElectronicIdEnvironment
}

type Protocol = ElectronicIdEnvironment["scheme"]

const schemes: Readonly<Record<Protocol, LoginMethod.SchemeName>> = {
  bankid: "swedish-eid",
  "smart-id": "smart-id",
  "mobile-id": "mobile-id"
}

export const serves = (protocol: Protocol, method: LoginMethod.LoginMethod): boolean =>
  schemes[protocol] === LoginMethod.describe(method).scheme

/** Returns false for login methods that run on the client's device or on a page. */
const canOrder = (method: LoginMethod.LoginMethod): boolean => {
  const { electronicId, nativeOnly, page } = LoginMethod.describe(method)
  return electronicId && !nativeOnly && !page
}

export const protocolsOf = (methods: ReadonlyArray<LoginMethod.LoginMethod>): ReadonlyArray<Protocol> =>
  Struct.keys(schemes).filter((protocol) => methods.some((method) => canOrder(method) && serves(protocol, method)))

type Service = ElectronicId["Service"]

/** `_MOCK` methods and logins on the client's own device need no orders. */
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

/** No two providers may have the same scheme. */
export const layer = (providers: ReadonlyArray<ElectronicIdProvider>): Layer.Layer<ElectronicId, InvalidTargetError> =>
  Layer.effect(
    ElectronicId,
    Effect.map(Effect.forEach(providers, routesOf), (routes) => serviceOver(routes.flat()))
  ).pipe(Layer.provide(NodeDns.layer))
