/** The contract of every running version. */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import type { OpenApi } from "effect/http-api"
import { SandboxApi20250101, ServiceApi20250101 } from "./versions/2025-01-01/Api20250101.ts"
import * as Contract from "./versions/Contract.ts"
import { HeadSandboxApi, HeadServiceApi } from "./versions/HeadApi.ts"

export const contracts = {
  "2025-01-01": Contract.make(ServiceApi20250101, SandboxApi20250101),
  [ApiVersion.head]: Contract.make(HeadServiceApi, HeadSandboxApi)
} satisfies Record<ApiVersion.ApiVersion, unknown>

export const openApiDocumentOf = (version: ApiVersion.ApiVersion): OpenApi.OpenAPISpec =>
  contracts[version].document(versions)
