/** The running versions, each with its own contract and router, and what belongs to none (spec 9; decisions 13). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Api20250101, Api20260401, SystemApi } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import * as CollectedDataHandlers from "../handlers/CollectedDataHandlers.ts"
import * as CollectionsHandlers from "../handlers/CollectionsHandlers.ts"
import * as CompaniesHandlers from "../handlers/CompaniesHandlers.ts"
import * as ConsentReturnHandlers from "../handlers/ConsentReturnHandlers.ts"
import * as ConsentsHandlers from "../handlers/ConsentsHandlers.ts"
import * as ProductCollectionsHandlers from "./2025-01-01/ProductCollectionsHandlers.ts"
import * as SandboxHandlers from "../handlers/SandboxHandlers.ts"
import * as SystemHandlers from "../handlers/SystemHandlers.ts"
import * as UsersHandlers from "../handlers/UsersHandlers.ts"
import type { Lifecycles } from "./Lifecycle.ts"
import * as Served from "./Served.ts"

const handlers20250101 = Layer.mergeAll(
  CompaniesHandlers.layer("2025-01-01"),
  ProductCollectionsHandlers.layer,
  UsersHandlers.layer("2025-01-01"),
  ConsentsHandlers.layer("2025-01-01"),
  SandboxHandlers.layer20250101
)

const handlers20260401 = Layer.mergeAll(
  CompaniesHandlers.layer("2026-04-01"),
  CollectionsHandlers.layer,
  CollectedDataHandlers.layer,
  UsersHandlers.layer("2026-04-01"),
  ConsentsHandlers.layer("2026-04-01"),
  SandboxHandlers.layer
)

/** Every running version, with its routes and handlers. */
export const versions = Effect.all({
  "2025-01-01": Served.make(Api20250101, handlers20250101),
  "2026-04-01": Served.make(Api20260401, handlers20260401)
} satisfies Record<ApiVersion, unknown>)

/** What answers without credentials, whatever the version. */
export const open = (lifecycles: Lifecycles, demonstrationKey?: string) =>
  Served.make(SystemApi, Layer.merge(SystemHandlers.layer(lifecycles, demonstrationKey), ConsentReturnHandlers.layer))
