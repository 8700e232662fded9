/** The published OpenAPI documents: one for each supported version, and one for the connector protocol. */
import { ConnectorApi } from "@sheaf/adapters-http"
import { bankOpenApi } from "@sheaf/adapters-sandbox/tables"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions as running } from "@sheaf/domain/versions/SupportedVersions"
import { ConnectOpenGroup, ConnectPagesGroup, OpenApiSchemas } from "@sheaf/http-contract"
import * as Contracts from "@sheaf/sandbox-site/contract"
import { Record } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { fileURLToPath } from "node:url"
import type { JsonObject } from "./Json.ts"

/** The round trip through JSON gives the document as clients read it. */
const published = (document: object): JsonObject => JSON.parse(JSON.stringify(document))

export const connectorDocumentName = `connector-${ConnectorApi.protocolVersion}` as const

export type DocumentName = ApiVersion.ApiVersion | typeof connectorDocumentName

const documents: Readonly<Record<DocumentName, JsonObject>> = {
  ...Record.map(Contracts.contracts, ({ document }) => published(document(running))),
  [connectorDocumentName]: published(ConnectorApi.openApiDocument())
}

/** The calls of the Connect page. Their document is not published, because no other program sends these calls. */
export const connectDocument: JsonObject = (() => {
  const { components, paths } = OpenApi.fromApi(HttpApi.make("connect").add(ConnectOpenGroup, ConnectPagesGroup))
  const requests = Object.values(paths).map(({ post }) => post?.requestBody ?? {})
  return published({ components: { schemas: OpenApiSchemas.completeSchemas(components.schemas, requests) } })
})()

export const versions = ApiVersion.supportedVersions

export const documentNames: ReadonlyArray<DocumentName> = [...versions, connectorDocumentName]

export const currentDocument = (name: DocumentName): JsonObject => documents[name]

/** Includes the document that describes NextGenPSD2 in the sandbox. */
export const allDocuments = (): ReadonlyArray<readonly [name: string, document: JsonObject]> => [
  ...documentNames.map((name) => [name, currentDocument(name)] as const),
  ["nextgenpsd2", published(bankOpenApi())]
]

export const repositoryPath = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const width = 120

/** Keeps each value on one line if it fits. `used` is the length of the line so far. */
const formatted = (value: unknown, indent: string, used: number): string => {
  const line = JSON.stringify(value)
  if (typeof value !== "object" || value === null || used + line.length < width) return line
  const inside = `${indent}  `
  const members = Array.isArray(value)
    ? value.map((item) => formatted(item, inside, inside.length))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `
        return `${key}${formatted(member, inside, inside.length + key.length)}`
      })
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  return `${open}\n${members.map((member) => inside + member).join(",\n")}\n${indent}${close}`
}

export const formatDocument = (document: JsonObject): string => `${formatted(document, "", 0)}\n`
