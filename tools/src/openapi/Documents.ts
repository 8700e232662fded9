/** The published OpenAPI documents: of each running version, and of the connector protocol. */
import { ConnectorApi } from "@sheaf/adapters-http"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions as running } from "@sheaf/domain/versions/Running"
import { ConnectOpenGroup, ConnectPagesGroup, Contracts, OpenApiSchemas } from "@sheaf/http-contract"
import { Record } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { JsonObject } from "./Json.ts"

/** A document as clients read it, after a round trip through JSON. */
const published = (document: object): JsonObject => JSON.parse(JSON.stringify(document))

/** The name of the connector protocol's document. */
export const connector = `connector-${ConnectorApi.version}` as const

/** The name of a document: a version's date, or the connector protocol's name. */
export type Name = ApiVersion.ApiVersion | typeof connector

const documents: Readonly<Record<Name, JsonObject>> = {
  ...Record.map(Contracts.contracts, ({ document }) => published(document(running))),
  [connector]: published(ConnectorApi.openApi())
}

/** The calls of the Connect page. Only the page sends them, so their document is not published. */
export const connectPages: JsonObject = (() => {
  const { components, paths } = OpenApi.fromApi(HttpApi.make("connect").add(ConnectOpenGroup, ConnectPagesGroup))
  const requests = Object.values(paths).map(({ post }) => post?.requestBody ?? {})
  return published({ components: { schemas: OpenApiSchemas.complete(components.schemas, requests) } })
})()

export const versions = ApiVersion.running

export const names: ReadonlyArray<Name> = [...versions, connector]

/** Returns a document as the code declares it. */
export const current = (name: Name): JsonObject => documents[name]

/** Returns the path of a committed document, relative to the root of the repository. */
export const fileOf = (name: Name): string => `docs/openapi/${name}.json`

/** Returns the absolute path of a file in the repository. */
export const locationOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Returns a document as last committed. */
export const golden = (name: Name): JsonObject => JSON.parse(readFileSync(locationOf(fileOf(name)), "utf8"))

/** Formats a document for its file, in the order of the contract. */
export const print = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`
