/**
 * The OpenAPI documents of the running versions as JSON. Import this module on first use: the bundle contains its result, and
 * otherwise it takes a tenth of a second.
 */
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import { Contracts } from "@sheaf/http-contract"

export const openApiDocuments: Readonly<Record<string, string>> = Object.fromEntries(
  versions.running.map((version) => [version, JSON.stringify(Contracts.openApiDocumentOf(version))])
)
