/** The companies, banks and electronic ID that the configuration names, and no others (spec 14.1). */
import { ElectronicIds, RemoteBanks, RemoteConnectors } from "@sheaf/adapters-http"
import type { OutboundTarget } from "@sheaf/adapters-http"
import { PdfUpload, Reader } from "@sheaf/adapters-pdf"
import { AccountHoldingBanks, ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { Connectors, PublicUrl } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { OperatorError } from "../errors/OperatorError.ts"

/** Finds no bank, because connectors do not support stored consents. */
const noBanks = Layer.succeed(AccountHoldingBanks, { find: () => Effect.succeedNone })

const refused = Effect.fail(new ElectronicIdError({ reason: "REFUSED" }))

/** Without a configured provider, Sheaf itself identifies nobody. Connectors identify people on their own. */
const nobody = Layer.succeed(ElectronicId, {
  order: () => refused,
  collect: () => refused,
  cancel: () => Effect.void
})

/** The adapters that reach companies, banks and electronic-ID providers. */
export type CompanyAdapters = Layer.Layer<
  AccountHoldingBanks | Connectors | ElectronicId,
  OperatorError | OutboundTarget.InvalidTargetError,
  PublicUrl
>

export const layer = ({ banks, connectors, electronicId, uploads }: Settings): CompanyAdapters =>
  Layer.mergeAll(
    PdfUpload.withPdfUpload(
      Layer.merge(RemoteConnectors.layer(connectors), noBanks).pipe(RemoteBanks.mergeInto(banks)),
      Reader.make(uploads)
    ),
    electronicId.length > 0 ? ElectronicIds.layer(electronicId) : nobody
  )
