/**
 * The simulated companies, banks and electronic ID, which Sheaf reaches as it reaches real ones, but without a network.
 * Only this folder names their package, and production mode never loads it.
 */
import { ConnectorServer, ElectronicIdHttp, RemoteBanks, RemoteConnectors } from "@sheaf/adapters-http"
import { PdfUpload, Reader } from "@sheaf/adapters-pdf"
import * as UploadScenarios from "@sheaf/adapters-pdf/scenarios"
import * as Sandbox from "@sheaf/adapters-sandbox"
import { AccountHoldingBanks, Connectors, ElectronicId, PublicAddress } from "@sheaf/ports"
import { Context, Effect, Layer, Option } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { DataFolder } from "../config/DataFolder.ts"
import * as ListenFailure from "../operator/ListenFailure.ts"
import { refuse } from "../operator/OperatorError.ts"
import type { CompanyAdapters } from "../production/ProductionAdapters.ts"

const banks = Layer.effect(
  AccountHoldingBanks,
  Effect.map(Sandbox.BankClient, (client) =>
    RemoteBanks.inside(
      client,
      Sandbox.bankNames.map((names) => ({ ...names, frequencyPerDay: 4 }))
    )
  )
)

/** No simulated company sends people to its bank's page during a collection, because they have logged in already. */
const noReturn = Effect.die("a simulated company used its bank's page")

/** The readings under one-time consents at the simulated banks. */
export const readings = Layer.effect(
  Sandbox.BankReadings,
  Effect.map(AccountHoldingBanks, (banks) => RemoteBanks.oneTimeConnectors(banks, noReturn))
).pipe(Layer.provide(banks))

/** Calls the server of the simulated provider directly, as other providers are called over a network. */
const simulatedProvider = (folder: string) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { base } = yield* PublicAddress
      const provider = yield* Layer.build(Sandbox.ElectronicIdSandbox.withPages(folder))
      const server = Sandbox.ProviderServer.make(Context.get(provider, ElectronicId))
      const outside = ElectronicIdHttp.inside(yield* Sandbox.InnerClient.over(server), {
        describesOrders: true,
        pageOf: (token) => Effect.map(base, (address) => `${address}${Sandbox.ElectronicIdSandbox.pathOf(token)}`)
      })
      return Context.add(provider, ElectronicId, outside)
    })
  )

/** The configured provider, or else the simulated provider, which keeps orders with pages in `folder`. */
const electronicId = ({ electronicId }: Settings, folder: string) => {
  const simulated = simulatedProvider(folder)
  return Option.isSome(electronicId)
    ? Sandbox.ElectronicIdSandbox.besides(ElectronicIdHttp.layer(electronicId.value), simulated)
    : simulated
}

/** Calls the server of the companies directly, as other connectors are called over a network. */
const overProtocol = <A, E, R>(companies: Layer.Layer<Connectors | A, E, R>) =>
  Layer.effect(
    Connectors,
    Effect.gen(function* () {
      const { base } = yield* PublicAddress
      const transport = yield* Sandbox.InnerClient.over(yield* ConnectorServer.make())
      const { descriptions } = Sandbox
      return RemoteConnectors.inside({
        transport,
        companies: descriptions,
        pagesAt: base
      })
    })
  ).pipe(Layer.provideMerge(companies))

/** The simulated companies and banks. `folder` contains the login host's certificate and the banks' consents. */
const simulated = ({ host, loginHost: { fallback, port, setting } }: Settings, folder: string) =>
  banks.pipe(
    Layer.provideMerge(Sandbox.layer({ loginHost: { host, port, fallback, folder }, readings }).pipe(overProtocol)),
    Layer.catchTag("LoginHostError", ({ cause, reason }) =>
      Layer.effectContext(
        reason === "LISTEN"
          ? ListenFailure.refuseListen(`HOST=${host} ${setting}=${port}`, cause)
          : refuse(`cannot read or create the login host's certificate in ${folder}`)
      )
    )
  )

/**
 * The companies of the configured connectors and banks, and the simulated ones. For all of them, Sheaf itself reads
 * uploaded documents.
 */
export const layer = (
  settings: Settings,
  { loginHost, orders }: Pick<DataFolder, "loginHost" | "orders">
): CompanyAdapters =>
  UploadScenarios.layer.pipe(
    Layer.merge(Sandbox.InboxesInMemory.layer),
    Layer.provideMerge(
      simulated(settings, loginHost).pipe(
        RemoteConnectors.besides(settings.connectors),
        RemoteBanks.besides(settings.banks),
        (others) => PdfUpload.besides(others, Reader.make(settings.uploads))
      )
    ),
    Layer.provideMerge(electronicId(settings, orders))
  )
