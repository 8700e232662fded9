/**
 * Provides the configured companies, banks and electronic-ID providers, with or without simulated companies (spec
 * 14.1).
 */
import { ElectronicIds, RemoteBanks, RemoteConnectors } from "@sheaf/adapters-http"
import type { OutboundTarget } from "@sheaf/adapters-http"
import { PdfUpload, Reader } from "@sheaf/adapters-pdf"
import { AccountHoldingBanks, ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { Connectors, PublicUrl } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import type { DataFolder } from "../config/DataFolder.ts"
import type { Settings } from "../config/Settings.ts"
import * as ListenErrors from "../errors/ListenErrors.ts"
import { failWith } from "../errors/OperatorError.ts"
import type { OperatorError } from "../errors/OperatorError.ts"
import * as Demo from "../installation/Demo.ts"

const none = Layer.merge(
  RemoteConnectors.layer([]),
  Layer.succeed(AccountHoldingBanks, { find: () => Effect.succeedNone })
)

const refused = Effect.fail(new ElectronicIdError({ reason: "REFUSED" }))

/** Without a provider, Sheaf identifies nobody, but connectors can still identify people themselves. */
const nobody = Layer.succeed(ElectronicId, {
  order: () => refused,
  collect: () => refused,
  cancel: () => Effect.void
})

type CompanyAdapters = Layer.Layer<
  AccountHoldingBanks | Connectors | ElectronicId,
  OperatorError | OutboundTarget.InvalidTargetError,
  PublicUrl
>

/**
 * Adds the configured companies and banks to `others`. All companies and banks share one electronic-ID provider. Sheaf
 * itself reads the documents that people upload for any of the companies.
 */
const withConfigured =
  (
    { banks, electronicId, layouts, uploads }: Settings,
    connectors: ReadonlyArray<RemoteConnectors.RemoteConnectorOptions>
  ) =>
  <A, E, R>(others: Layer.Layer<AccountHoldingBanks | Connectors | ElectronicId | A, E, R>) =>
    Layer.unwrap(
      Effect.map(ElectronicId, (provider) =>
        PdfUpload.withPdfUpload(
          others.pipe(
            RemoteConnectors.mergeInto(connectors, ElectronicIds.identificationBy(electronicId, provider)),
            RemoteBanks.mergeInto(banks)
          ),
          Reader.make(uploads),
          layouts
        )
      )
    ).pipe(Layer.provideMerge(others))

const configured = (settings: Settings): CompanyAdapters =>
  Layer.merge(none, settings.electronicId.length > 0 ? ElectronicIds.layer(settings.electronicId) : nobody).pipe(
    withConfigured(settings, settings.connectors)
  )

const simulated = (
  settings: Settings,
  { loginHost: folder, orders }: Pick<DataFolder, "loginHost" | "orders">
): CompanyAdapters =>
  Layer.unwrap(
    Effect.gen(function* () {
      const sandbox = yield* Effect.promise(() => import("@sheaf/sandbox-site"))
      const cassettes = yield* Effect.promise(() => import("./CassetteConnectors.ts"))
      const connectors = yield* cassettes.connect(settings.connectors)
      const { demo, electronicId, host, loginHost } = settings
      const { fallback, port, setting } = loginHost
      return sandbox
        .layer({
          loginHost: { host, port, fallback, folder },
          orders,
          electronicId,
          demonstrationKey: demo ? Demo.apiKey : undefined
        })
        .pipe(
          Layer.catchTag("LoginHostError", ({ cause, reason }) =>
            Layer.effectContext(
              reason === "LISTEN"
                ? ListenErrors.failToListen(`HOST=${host} ${setting}=${port}`, cause)
                : failWith(`cannot read or create the login host's certificate in ${folder}`)
            )
          ),
          withConfigured(settings, connectors)
        )
    })
  )

/** Loads only the adapters that the mode needs, so that a production service contains nothing simulated. */
export const layer = (settings: Settings, folder: Pick<DataFolder, "loginHost" | "orders">): CompanyAdapters =>
  settings.mode.simulatesCompanies ? simulated(settings, folder) : configured(settings)
