/**
 * An API that some services serve in addition to the common contract. In other services its paths do not exist, and no
 * document mentions them.
 */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Context } from "effect"
import type { Effect } from "effect"
import type * as ServedApi from "./versions/ServedApi.ts"
import type { AdditionalPages, HandlerServices } from "./Versions.ts"

export interface AdditionalOperations {
  readonly api: Effect.Effect<ServedApi.ServedApi, never, HandlerServices>
  readonly document: (versions: Versions) => Effect.Effect<string>
}

export interface AdditionalApi extends AdditionalPages {
  readonly versions: Readonly<Partial<Record<string, AdditionalOperations>>>
}

export const AdditionalApi = Context.Reference<AdditionalApi | undefined>("@sheaf/adapters-http/AdditionalApi", {
  defaultValue: () => undefined
})
