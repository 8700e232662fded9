/**
 * The simulated companies, banks and electronic ID, which Sheaf reaches as it reaches real ones, but without a network.
 * Only this folder names their package, and production mode never loads it.
 */
import * as UnattendedReadings from "@sheaf/domain/UnattendedReadings"
import {
  ConnectorServer,
  ElectronicIdHttp,
  ElectronicIds,
  RemoteBanks,
  RemoteConnectors,
  SandboxSite
} from "@sheaf/adapters-http"
import { PdfUpload, Reader } from "@sheaf/adapters-pdf"
import * as UploadScenarios from "@sheaf/adapters-pdf/scenarios"
import * as Sandbox from "@sheaf/adapters-sandbox"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { AccountHoldingBanks, Connectors, ElectronicId, PublicUrl, Scenarios, WebhookInboxes } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { DataFolder } from "../config/DataFolder.ts"
import * as ListenErrors from "../errors/ListenErrors.ts"
import { failWith } from "../errors/OperatorError.ts"
import * as CassetteConnectors from "./CassetteConnectors.ts"
import type { CompanyAdapters } from "../production/ProductionAdapters.ts"

const banks = Layer.effect(
  AccountHoldingBanks,
  Effect.map(Sandbox.BankClient, (client) =>
    RemoteBanks.makeInProcess(
      client,
      Sandbox.bankDescriptions.map((names) => ({ ...names, frequencyPerDay: UnattendedReadings.defaultPerDay }))
    )
  )
)

/** The readings under one-time consents at the simulated banks. */
export const layerBankConnectors = Layer.effect(
  Sandbox.BankConnectors,
  Effect.map(AccountHoldingBanks, RemoteBanks.oneTimeConsentConnectors)
).pipe(Layer.provide(banks))

/** Calls the server of the simulated provider directly, as other providers are called over a network. */
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

/** The configured providers, or else the simulated provider, which keeps orders with pages in `folder`. */
const electronicId = ({ electronicId }: Settings, folder: string) => {
  const simulated = simulatedProvider(folder)
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

/** Calls the server of the companies directly, as other connectors are called over a network. */
const overProtocol = <A, E, R>(companies: Layer.Layer<Connectors | A, E, R>, requiresEndUserIp: boolean) =>
  Layer.effect(
    Connectors,
    Effect.gen(function* () {
      const { base } = yield* PublicUrl
      const server = yield* ConnectorServer.make({ callersCheckSteps: true })
      const transport = yield* Sandbox.InProcessClient.make(server)
      const { companyDescriptions } = Sandbox
      return RemoteConnectors.makeInProcess({
        transport,
        companies: companyDescriptions.map((description) => ({ ...description, requiresEndUserIp })),
        pagesAt: base,
        pageUse: (login) => (login.type === "PAGE" ? "OPTIONAL" : "NONE")
      })
    })
  ).pipe(Layer.provideMerge(companies))

/** Returns true if a provider's orders need the address of the person's device. */
const needsAddress = ({ live }: ElectronicIds.ElectronicIdProvider): boolean =>
  live.scheme === "bankid" && live.bankId?.requiresEndUserIp === true

/** The simulated companies and banks. `folder` contains the login host's certificate and the banks' consents. */
const simulated = ({ electronicId, host, loginHost: { fallback, port, setting } }: Settings, folder: string) =>
  banks.pipe(
    Layer.provideMerge(
      Sandbox.layer({ loginHost: { host, port, fallback, folder }, readings: layerBankConnectors }).pipe((companies) =>
        overProtocol(companies, electronicId.some(needsAddress))
      )
    ),
    Layer.catchTag("LoginHostError", ({ cause, reason }) =>
      Layer.effectContext(
        reason === "LISTEN"
          ? ListenErrors.failToListen(`HOST=${host} ${setting}=${port}`, cause)
          : failWith(`cannot read or create the login host's certificate in ${folder}`)
      )
    )
  )

/** What the HTTP interface serves below `/sandbox/`. */
const site = Layer.effect(
  SandboxSite,
  Effect.gen(function* () {
    return {
      scenarios: yield* Scenarios,
      inboxes: yield* WebhookInboxes,
      orderPages: yield* Sandbox.OrderPageServer.OrderPages
    }
  })
)

/**
 * The companies of the configured connectors and banks, and the simulated ones. For all of them, Sheaf itself reads
 * uploaded documents.
 */
export const layer = (
  settings: Settings,
  { loginHost, orders }: Pick<DataFolder, "loginHost" | "orders">
): CompanyAdapters =>
  site.pipe(
    Layer.provide(Layer.merge(UploadScenarios.layer, Sandbox.WebhookInboxesMemory.layer)),
    Layer.provideMerge(
      simulated(settings, loginHost).pipe(
        (others) =>
          Layer.unwrap(
            Effect.map(CassetteConnectors.connect(settings.connectors), (connectors) =>
              RemoteConnectors.mergeInto(connectors)(others)
            )
          ),
        RemoteBanks.mergeInto(settings.banks),
        (others) => PdfUpload.withPdfUpload(others, Reader.make(settings.uploads))
      )
    ),
    Layer.provideMerge(electronicId(settings, orders))
  )
