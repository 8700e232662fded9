/**
 * Serves the sandbox's paths below `/sandbox/` (scenarios, their controls, order pages) and the console at `/` (spec
 * 12).
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions as running } from "@sheaf/domain/versions/SupportedVersions"
import type { Versions } from "@sheaf/domain/versions/Versions"
import { ServedApi, translations } from "@sheaf/adapters-http/additional"
import type { AdditionalApi, AdditionalOperations } from "@sheaf/adapters-http/additional"
import type { OrderPageServer } from "@sheaf/adapters-sandbox"
import type { Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Contracts from "./Contracts.ts"
import { pagesApi } from "./contract/PagesApi.ts"
import * as ConsoleHandlers from "./handlers/ConsoleHandlers.ts"
import * as OrderPagesHandlers from "./handlers/OrderPagesHandlers.ts"
import * as ScenariosHandlers from "./handlers/ScenariosHandlers.ts"
import * as WebhookInboxes from "./handlers/WebhookInboxes.ts"

export interface SiteOptions {
  readonly scenarios: Scenarios["Service"]
  readonly orderPages: OrderPageServer.OrderPages["Service"]
  /** The public API key for requests from the console. If absent, there is no console. */
  readonly demonstrationKey?: string | undefined
  /** The console's built files. By default, they are built on first use. */
  readonly console?: ConsoleHandlers.ConsoleFiles
}

const consoleFiles: ConsoleHandlers.ConsoleFiles = Effect.map(
  Effect.promise(() => import("./assets/ConsolePage.ts")),
  ({ pageFiles }) => pageFiles
)

/** In the bundle, the documents of supported versions are precomputed. */
const documentOf =
  (version: ApiVersion.ApiVersion) =>
  (versions: Versions): Effect.Effect<string> =>
    Effect.gen(function* () {
      const { openApiDocuments } =
        versions === running ? yield* Effect.promise(() => import("./OpenApiDocuments.ts")) : { openApiDocuments: {} }
      return openApiDocuments[version] ?? JSON.stringify(Contracts.contracts[version].document(versions))
    })

const operationsOf = (scenarios: Scenarios["Service"]): Record<ApiVersion.ApiVersion, AdditionalOperations> => {
  const { "2025-01-01": oldest, [ApiVersion.head]: head } = Contracts.scenarioApis
  return {
    "2025-01-01": {
      api: ServedApi.makeLazy(
        oldest,
        HttpApiBuilder.group(oldest, "sandbox", (handlers) =>
          Effect.map(ScenariosHandlers.make(translations["2025-01-01"], scenarios), (all) =>
            handlers.handleAll({ ...all })
          )
        )
      ),
      document: documentOf("2025-01-01")
    },
    [ApiVersion.head]: {
      api: ServedApi.makeLazy(
        head,
        HttpApiBuilder.group(head, "sandbox", (handlers) =>
          Effect.map(ScenariosHandlers.make(translations[ApiVersion.head], scenarios), (all) =>
            handlers.handleAll({ ...all })
          )
        )
      ),
      document: documentOf(ApiVersion.head)
    }
  }
}

export const make = Effect.fnUntraced(function* ({
  console: built = consoleFiles,
  demonstrationKey,
  orderPages,
  scenarios
}: SiteOptions) {
  const console =
    demonstrationKey === undefined
      ? undefined
      : yield* ConsoleHandlers.makeConsolePage({ built, scenarios, demonstrationKey, version: ApiVersion.head })
  const pages = Layer.merge(
    ConsoleHandlers.layer(pagesApi, console, WebhookInboxes.make()),
    OrderPagesHandlers.layer(pagesApi, orderPages)
  )
  return {
    versions: operationsOf(scenarios),
    startPage: console?.page,
    open: ServedApi.makePublic(pagesApi, pages)
  } satisfies AdditionalApi
})
