/** The supported versions with their handlers, and the paths that belong to no version (spec 9). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import type { Versions } from "@sheaf/domain/versions/Versions"
import { SystemApi } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import * as ConnectPagesHandlers from "./handlers/ConnectPagesHandlers.ts"
import * as ConsentReturnHandlers from "./handlers/ConsentReturnHandlers.ts"
import * as PageHandlers from "./handlers/PageHandlers.ts"
import * as SystemHandlers from "./handlers/SystemHandlers.ts"
import * as CompressedResponse from "./pages/CompressedResponse.ts"
import type * as ConnectPage from "./pages/ConnectPage.ts"
import * as Documentation from "./pages/Documentation.ts"
import * as Html from "./pages/Html.ts"
import type { Shell, ShellPage } from "./pages/Shell.ts"
import { version20250101 } from "./versions/2025-01-01/Version20250101.ts"
import { translation20250101 } from "./versions/2025-01-01/VersionTranslation20250101.ts"
import { headTranslation } from "./versions/VersionTranslation.ts"
import { headVersion } from "./HeadVersion.ts"
import type { SunsetDates } from "./versions/Deprecation.ts"
import * as ServedApi from "./versions/ServedApi.ts"
import type { Version } from "./versions/Version.ts"

const served = {
  "2025-01-01": version20250101,
  [ApiVersion.head]: headVersion
} satisfies Record<ApiVersion.ApiVersion, unknown>

/** Response translations by version, for changes that schemas cannot express. */
export const translations = {
  "2025-01-01": translation20250101,
  [ApiVersion.head]: headTranslation
} satisfies Record<ApiVersion.ApiVersion, unknown>

export type HandlerServices = Effect.Services<(typeof served)[ApiVersion.ApiVersion]["api"]>

export interface ServedVersions {
  readonly versions: Versions
  readonly served: ReadonlyArray<Version<HandlerServices>>
}

export const runningVersions: ServedVersions = { versions, served: versions.running.map((version) => served[version]) }

/** Additional pages that some services serve. They need no credentials and belong to no version. */
export interface AdditionalPages {
  /** The page that browsers get at `/`, inside the shell. Default: a redirect to the documentation. */
  readonly startPage: Effect.Effect<ShellPage> | undefined
  readonly open: Effect.Effect<ServedApi.ServedApi, never, HandlerServices>
}

export interface UnversionedOptions {
  readonly sunsets: SunsetDates | undefined
  readonly shell: Shell
  readonly documentOf: (version: Version<HandlerServices>) => Effect.Effect<string>
  readonly additional: AdditionalPages | undefined
  readonly connectPage: ConnectPage.ConnectPageOptions | undefined
  readonly connect: ConnectPage.ConnectPage | undefined
}

export const makeUnversionedApi = Effect.fnUntraced(function* (
  { served, versions }: ServedVersions,
  { additional, connect, connectPage, documentOf, shell, sunsets }: UnversionedOptions
) {
  const api = SystemApi.withUndocumentedPaths(versions)
  const documents = yield* Effect.forEach(served, (version) =>
    Effect.map(
      CompressedResponse.make(documentOf(version), "application/json", Html.publicCacheHeaders),
      (document) => [version.name, document] as const
    )
  )
  const documentation = yield* Documentation.make(shell)
  const start =
    additional?.startPage &&
    Effect.flatMap(additional.startPage, (page) => shell.respond(page, 200, { vary: "Accept" }))
  const open = yield* ServedApi.makePublic(
    api,
    Layer.mergeAll(
      SystemHandlers.layer(api, versions, documents, shell, documentation, start, sunsets),
      PageHandlers.layer(api, shell, documentation, connect),
      ConnectPagesHandlers.layer(api),
      ConsentReturnHandlers.layer(api, connectPage)
    )
  )
  return additional === undefined ? open : ServedApi.merge(open, yield* additional.open)
})
