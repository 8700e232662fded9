/** The OpenAPI document of each running version, as the service publishes it, and as it is committed. */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions as running } from "@sheaf/domain/versions/Running"
import { Contracts } from "@sheaf/http-contract"
import { Record } from "effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { JsonObject } from "./Json.ts"

/** As a client reads it: through JSON, with what belongs to no version. */
const published = (document: object): JsonObject => JSON.parse(JSON.stringify(document))

const documents = Record.map(Contracts.contracts, ({ document }) => published(document(running)))

/** What `/openapi/<version>.json` answers with. */
export const current = (version: ApiVersion.ApiVersion): JsonObject => documents[version]

/** Where the document of a version is committed, from the root of the repository. */
export const fileOf = (version: ApiVersion.ApiVersion): string => `docs/openapi/${version}.json`

/** A file of the repository, by its path from the root. */
export const locationOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The document of a version as it was committed last. */
export const golden = (version: ApiVersion.ApiVersion): JsonObject =>
  JSON.parse(readFileSync(locationOf(fileOf(version)), "utf8"))

/** A document as a file. The order is the contract's own, which is the order in which people read it. */
export const print = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`

export const versions = ApiVersion.running
