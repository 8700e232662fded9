/**
 * The simulated companies, banks and electronic-ID provider, with the pages and paths that only a sandbox has. A
 * service calls them as it would call real ones, but in the same process. In production mode, this package is never
 * loaded.
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ConnectorServer, ElectronicIdHttp, ElectronicIds, RemoteBanks, RemoteConnectors } from "@sheaf/adapters-http"
import type { OutboundTarget } from "@sheaf/adapters-http"
import { AdditionalApi } from "@sheaf/adapters-http/additional"
import * as Sandbox from "@sheaf/adapters-sandbox"
import { Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import { AccountHoldingBanks, Connectors, ElectronicId, PublicUrl } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import * as UploadScenarios from "./scenarios/UploadScenarios.ts"
import * as SandboxSite from "./SandboxSite.ts"

export interface Options extends Pick<SandboxSite.SiteOptions, "demonstrationKey"> {
  /** The simulated banks store their consents in the login host's folder. */
  readonly loginHost: Sandbox.LoginHostOptions
  readonly orders: string
  /**
   * The configured electronic-ID providers. The simulated one stands in for any that are missing, and handles all
   * `_MOCK` methods.
   */
  readonly electronicId: ReadonlyArray<ElectronicIds.ElectronicIdProvider>
}

const banks = Layer.effect(
  AccountHoldingBanks,
  Effect.map(Sandbox.BankClient, (client) => RemoteBanks.makeInProcess(client, Sandbox.bankDescriptions))
)

export const layerBankConnectors = Layer.effect(
  Sandbox.BankConnectors,
  Effect.map(AccountHoldingBanks, RemoteBanks.oneTimeConsentConnectors)
).pipe(Layer.provide(banks))

/**
 * Calls the simulated provider's server in this process, with the same protocol that other providers use over a
 * network.
 */
const simulatedProvider = (folder: string) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { base } = yield* PublicUrl
      const provider = yield* Layer.build(Sandbox.ElectronicIdSandbox.layerWithPages(folder, base))
      const simulated = Context.get(provider, ElectronicId)
      const server = Sandbox.ProviderServer.make(simulated)
      const outside = ElectronicIdHttp.makeInProcess(yield* Sandbox.InProcessClient.make(server))
      const isInside = (method: LoginMethod.LoginMethod) => !ElectronicIds.serves("bankid", method)
      return Context.add(provider, ElectronicId, Sandbox.ElectronicIdSandbox.routeOrders(simulated, outside, isInside))
    })
  )

/** Falls back to the simulated provider if none is configured. */
const electronicId = ({ electronicId, orders }: Options) => {
  const simulated = simulatedProvider(orders)
  if (electronicId.length === 0) return simulated
  const isSimulated = (method: LoginMethod.LoginMethod) =>
    LoginMethod.describe(method).environment === "MOCK" ||
    !electronicId.some(({ live }) => ElectronicIds.serves(live.scheme, method))
  return Layer.effectContext(
    Effect.gen(function* () {
      const ours = yield* Layer.build(simulated)
      const { routeOrders } = Sandbox.ElectronicIdSandbox
      const configured = Context.get(yield* Layer.build(ElectronicIds.layer(electronicId)), ElectronicId)
      return Context.add(ours, ElectronicId, routeOrders(Context.get(ours, ElectronicId), configured, isSimulated))
    })
  )
}

/** Calls the companies' server in this process, with the same protocol that other connectors use over a network. */
const overProtocol = <A, E, R>(
  companies: Layer.Layer<Connectors | A, E, R>,
  identification: RemoteConnectors.Identification
) =>
  Layer.effect(
    Connectors,
    Effect.gen(function* () {
      const { base } = yield* PublicUrl
      const server = yield* ConnectorServer.make({ callersCheckSteps: true })
      const transport = yield* Sandbox.InProcessClient.make(server)
      const { companyDescriptions } = Sandbox
      return RemoteConnectors.makeInProcess({
        transport,
        companies: companyDescriptions,
        identification,
        pagesAt: base
      })
    })
  ).pipe(Layer.provideMerge(companies))

const site = ({ demonstrationKey }: Options) =>
  Layer.effect(
    AdditionalApi,
    Effect.gen(function* () {
      return yield* SandboxSite.make({
        scenarios: yield* Scenarios,
        orderPages: yield* Sandbox.OrderPageServer.OrderPages,
        demonstrationKey
      })
    })
  )

/**
 * The simulated companies, banks and electronic-ID provider. The sandbox's site becomes the service's additional API.
 */
export const layer = (
  options: Options
): Layer.Layer<
  AccountHoldingBanks | Connectors | ElectronicId,
  OutboundTarget.InvalidTargetError | Sandbox.LoginHostError,
  PublicUrl
> => {
  const { electronicId: providers, loginHost } = options
  const companies = Sandbox.layer({ loginHost, readings: layerBankConnectors })
  const identified = Layer.unwrap(
    Effect.map(ElectronicId, (provider) => overProtocol(companies, ElectronicIds.identificationBy(providers, provider)))
  )
  return site(options).pipe(
    Layer.provide(UploadScenarios.layer),
    Layer.provideMerge(banks),
    Layer.provideMerge(identified),
    Layer.provideMerge(electronicId(options))
  )
}
