/** The operations in a published OpenAPI document, and their inputs. */
import { PublishedDocument } from "@sheaf/sandbox-site/testing"
import { Sharing } from "@sheaf/http-contract"
import type { NamedSchemas, PublishedSchema } from "./Values.ts"

export interface Parameter {
  readonly name: string
  readonly in: "header" | "path" | "query"
  readonly required?: boolean
  readonly schema: PublishedSchema
  readonly explode?: boolean
}

interface RawOperation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        { readonly schema: PublishedSchema; readonly examples?: Readonly<Record<string, { value: unknown }>> }
      >
    >
  }
  readonly responses: PublishedDocument.Operation["responses"]
  readonly security?: ReadonlyArray<object>
}

export interface ExpandedDocument extends PublishedDocument.OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: { readonly schemas: NamedSchemas }
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly template: string
  /** The parameters except the version, which every request states. */
  readonly parameters: ReadonlyArray<Parameter>
  readonly body?: PublishedSchema
  readonly examples: ReadonlyArray<unknown>
  readonly isOpen: boolean
  /** True if the operation requires a user's token instead of an API key. */
  readonly isOfUser: boolean
}

const operationOf = (template: string, method: string, raw: RawOperation): Operation => {
  const { operationId, parameters = [], requestBody, security = [] } = raw
  const body = requestBody?.content["application/json"]
  return {
    id: operationId,
    method: method.toUpperCase(),
    template,
    parameters: parameters.filter(({ name }) => name !== "Service-Version"),
    ...(body !== undefined && { body: body.schema }),
    examples: Object.values(body?.examples ?? {}).map(({ value }) => value),
    isOpen: security.length === 0,
    isOfUser: security.some((schemes) => "Bearer" in schemes && !("ApiKey" in schemes))
  }
}

const choicesIn = (schema: unknown): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  return Object.entries(schema).flatMap(([name, member]) =>
    name === "enum" || name === "const" ? [member].flat().map(String) : choicesIn(member)
  )
}

export class PublishedApi {
  readonly version: string
  readonly schemas: NamedSchemas
  readonly choices: ReadonlySet<string>
  readonly operations: ReadonlyArray<Operation>
  readonly checked: PublishedDocument.PublishedDocument

  constructor(version: string, document: ExpandedDocument) {
    this.version = version
    this.schemas = document.components.schemas
    this.choices = new Set(choicesIn(document.components.schemas))
    this.checked = new PublishedDocument.PublishedDocument(document)
    this.operations = Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationOf(template, method, operation))
    )
  }
}

/** The cast is acceptable, because the fuzzer fails on a document with a different shape. */
export const readDocument = (text: string): ExpandedDocument =>
  Sharing.expandParts(JSON.parse(text)) as unknown as ExpandedDocument
