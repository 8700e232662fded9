/**
 * The contracts of a service with a sandbox. They add the paths that only a sandbox has to the contracts of every
 * service (spec 12).
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Api, Contract, Contracts } from "@sheaf/http-contract"
import type { OpenApi } from "effect/http-api"
import { ScenariosGroup } from "./contract/ScenariosGroup.ts"
import { ScenariosGroup20250101 } from "./versions/2025-01-01/ScenariosGroup20250101.ts"

export const scenarioApis = {
  "2025-01-01": Api.makeAdditional("2025-01-01", ScenariosGroup20250101),
  [ApiVersion.head]: Api.makeAdditional(ApiVersion.head, ScenariosGroup)
} satisfies Record<ApiVersion.ApiVersion, unknown>

/** The part of a contract's type that users of the contract need. The whole type is too large for declaration files. */
interface DocumentedContract {
  readonly document: (versions: Versions) => OpenApi.OpenAPISpec
}

const remark = `### Sandbox

The public API key \`sheaf-demo\` gives access to everything, unless the operator has disabled it. Send it as
\`Authorization-token: sheaf-demo\`, not as a bearer token. The username in a start request selects a scenario; any
password works. \`GET /sandbox/scenarios\` lists all scenarios.`

export const contracts: Readonly<Record<ApiVersion.ApiVersion, DocumentedContract>> = {
  "2025-01-01": Contract.make(Contracts.contracts["2025-01-01"].api.addHttpApi(scenarioApis["2025-01-01"]), [remark]),
  [ApiVersion.head]: Contract.make(Contracts.contracts[ApiVersion.head].api.addHttpApi(scenarioApis[ApiVersion.head]), [
    remark
  ])
}

export const openApiDocumentOf = (version: ApiVersion.ApiVersion): OpenApi.OpenAPISpec =>
  contracts[version].document(versions)
