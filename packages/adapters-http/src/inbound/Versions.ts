/** The running versions with their handlers, and the paths that belong to no version (spec 9). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import type { Versions } from "@sheaf/domain/versions/Versions"
import { SystemApi } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import * as ConnectPagesHandlers from "./handlers/ConnectPagesHandlers.ts"
import * as ConsentReturnHandlers from "./handlers/ConsentReturnHandlers.ts"
import * as PageHandlers from "./handlers/PageHandlers.ts"
import * as SandboxConsoleHandlers from "./handlers/sandbox/SandboxConsoleHandlers.ts"
import * as SandboxPagesHandlers from "./handlers/sandbox/SandboxPagesHandlers.ts"
import * as SystemHandlers from "./handlers/SystemHandlers.ts"
import type { SandboxSite } from "./handlers/sandbox/SandboxSite.ts"
import * as RouteTable from "./pipeline/route/RouteTable.ts"
import type * as BuiltPage from "./pages/BuiltPage.ts"
import * as ConnectPage from "./pages/ConnectPage.ts"
import * as DocumentationPage from "./pages/DocumentationPage.ts"
import { version20250101 } from "./versions/2025-01-01/Version20250101.ts"
import { headVersion } from "./HeadVersion.ts"
import type { Sunsets } from "./versions/Deprecation.ts"
import * as ServedApi from "./versions/ServedApi.ts"
import type { Version } from "./versions/Version.ts"

const served = {
  "2025-01-01": version20250101,
  [ApiVersion.head]: headVersion
} satisfies Record<ApiVersion.ApiVersion, unknown>

/** The services that the handlers of a version need. */
export type HandlerServices = Effect.Services<(typeof served)[ApiVersion.ApiVersion]["api"]>

/** The versions to serve, oldest first. */
export interface ServedVersions {
  readonly versions: Versions
  readonly served: ReadonlyArray<Version<HandlerServices>>
}

export const runningVersions: ServedVersions = { versions, served: versions.running.map((version) => served[version]) }

export interface UnversionedOptions {
  readonly sunsets: Sunsets | undefined
  readonly demonstrationKey: string | undefined
  /** The built files of the sandbox's console, which uses the demonstration key. Absent if the service has no console. */
  readonly console: BuiltPage.PageOptions["files"] | undefined
  /** Absent if the service has no paths of a sandbox, and its documents describe none. */
  readonly site: SandboxSite | undefined
  readonly connectPage: ConnectPage.ConnectPageOptions | undefined
}

/** Builds the paths that need no credentials and belong to no version. */
export const makeUnversionedApi = Effect.fnUntraced(function* (
  { served, versions }: ServedVersions,
  { connectPage, console: files, demonstrationKey, site, sunsets }: UnversionedOptions
) {
  const api = SystemApi.withUndocumentedPaths(versions)
  const documents = yield* Effect.forEach(served, ({ name, openApiDocument }) =>
    Effect.map(openApiDocument(versions, site !== undefined), (document) => [name, document] as const)
  )
  const documentation = yield* DocumentationPage.make(demonstrationKey)
  const console =
    files && demonstrationKey !== undefined
      ? yield* SandboxConsoleHandlers.makeConsolePage(files, demonstrationKey, versions.head)
      : undefined
  const connect = connectPage && (yield* ConnectPage.make(connectPage))
  const openly = RouteTable.declaredRequirements("NONE")
  const open = yield* ServedApi.make(
    api,
    Layer.mergeAll(
      SystemHandlers.layer(api, versions, documents, documentation.of, console, sunsets),
      PageHandlers.layer(api, documentation, connect),
      ConnectPagesHandlers.layer(api),
      ConsentReturnHandlers.layer(api)
    ),
    openly
  )
  if (site === undefined) return open
  const { sandboxApi } = SystemApi
  const handlers = Layer.merge(
    SandboxConsoleHandlers.layer(sandboxApi, console, site.inboxes),
    SandboxPagesHandlers.layer(sandboxApi, site)
  )
  return ServedApi.merge(open, yield* ServedApi.make(sandboxApi, handlers, openly))
})
