/** The contract of every supported version. */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import type { OpenApi } from "effect/http-api"
import { Api20250101 } from "./versions/2025-01-01/Api20250101.ts"
import * as Examples from "./openapi/Examples.ts"
import * as Examples20250101 from "./versions/2025-01-01/Examples20250101.ts"
import * as Contract from "./versions/Contract.ts"
import { HeadApi } from "./versions/HeadApi.ts"

export const statusExamples = {
  "2025-01-01": Examples20250101.statuses,
  [ApiVersion.head]: Examples.statuses
} satisfies Record<ApiVersion.ApiVersion, unknown>

/** These types have names because the compiler could not write them out in one declaration. */
interface VersionContracts {
  readonly "2025-01-01": Contract.ContractOf<typeof Api20250101>
  readonly [ApiVersion.head]: Contract.ContractOf<typeof HeadApi>
}

export const contracts: VersionContracts = {
  "2025-01-01": Contract.make(Api20250101),
  [ApiVersion.head]: Contract.make(HeadApi)
} satisfies Record<ApiVersion.ApiVersion, unknown>

export const openApiDocumentOf = (version: ApiVersion.ApiVersion): OpenApi.OpenAPISpec =>
  contracts[version].document(versions)
