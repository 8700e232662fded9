/**
 * The OpenAPI documents of all supported versions as JSON, including the sandbox's paths. Import this module lazily:
 * the release bundle contains the result, but elsewhere the import takes a tenth of a second.
 */
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import * as Contracts from "./Contracts.ts"

export const openApiDocuments: Readonly<Record<string, string>> = Object.fromEntries(
  versions.running.map((version) => [version, JSON.stringify(Contracts.openApiDocumentOf(version))])
)
