/** The published OpenAPI documents: one for each running version, and one for the connector protocol. */
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

/** Returns a document as clients read it, after a round trip through JSON. */
const published = (document: object): JsonObject => JSON.parse(JSON.stringify(document))

/** The name of the connector protocol's document. */
export const connectorDocumentName = `connector-${ConnectorApi.protocolVersion}` as const

/** The name of a document: the date of a version, or the name of the connector protocol. */
export type DocumentName = ApiVersion.ApiVersion | typeof connectorDocumentName

const documents: Readonly<Record<DocumentName, JsonObject>> = {
  ...Record.map(Contracts.contracts, ({ document }) => published(document(running))),
  [connectorDocumentName]: published(ConnectorApi.openApiDocument())
}

/**
 * The calls that the Connect page sends. Their document is not published, because no other program sends these calls.
 */
export const connectDocument: JsonObject = (() => {
  const { components, paths } = OpenApi.fromApi(HttpApi.make("connect").add(ConnectOpenGroup, ConnectPagesGroup))
  const requests = Object.values(paths).map(({ post }) => post?.requestBody ?? {})
  return published({ components: { schemas: OpenApiSchemas.completeSchemas(components.schemas, requests) } })
})()

export const versions = ApiVersion.supportedVersions

export const documentNames: ReadonlyArray<DocumentName> = [...versions, connectorDocumentName]

/** Returns a document as the code declares it. */
export const currentDocument = (name: DocumentName): JsonObject => documents[name]

/** Returns every document by name, including the document that describes NextGenPSD2 in the sandbox. */
export const allDocuments = (): ReadonlyArray<readonly [name: string, document: JsonObject]> => [
  ...documentNames.map((name) => [name, currentDocument(name)] as const),
  ["nextgenpsd2", published(bankOpenApi())]
]

/** Returns the absolute path of a file in the repository. */
export const repositoryPath = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const width = 120

/**
 * Returns JSON in which each value is on one line if it fits into the rest of that line. `used` is the length of the
 * line so far.
 */
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

/** Formats a document for people, in the order of the contract. */
export const formatDocument = (document: JsonObject): string => `${formatted(document, "", 0)}\n`
