/**
 * The OpenAPI documents of all supported versions as JSON, including the sandbox's paths. Import this module only when
 * it is needed: in the bundle, it is precomputed, but otherwise it takes a tenth of a second.
 */
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import * as Contracts from "./Contracts.ts"

export const openApiDocuments: Readonly<Record<string, string>> = Object.fromEntries(
  versions.running.map((version) => [version, JSON.stringify(Contracts.openApiDocumentOf(version))])
)
