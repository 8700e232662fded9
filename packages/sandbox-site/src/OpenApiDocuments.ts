/**
 * The OpenAPI documents of the running versions as JSON, with the paths of the sandbox. Import this module on first use: the
 * bundle contains its result, and otherwise it takes a tenth of a second.
 */
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import * as Contracts from "./Contracts.ts"

export const openApiDocuments: Readonly<Record<string, string>> = Object.fromEntries(
  versions.running.map((version) => [version, JSON.stringify(Contracts.openApiDocumentOf(version))])
)
