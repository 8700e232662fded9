/** Lists the operations of the published API documents, and calls those that have an id in their path (spec 4, 5). */
import type { TestResponse, HeaderFields, SendRequest } from "@sheaf/sandbox-site/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Sharing } from "@sheaf/http-contract"
import * as Contracts from "@sheaf/sandbox-site/contract"

interface RawOperation {
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >
  }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
}

export const objects = [
  "collectionId",
  "documentId",
  "accountId",
  "userId",
  "consentId",
  "connectSessionId",
  "endpointId",
  "eventId",
  "monitorId"
] as const
export type Ids = Readonly<Record<(typeof objects)[number], string>>

export interface Operation {
  readonly version: ApiVersion.ApiVersion
  readonly method: string
  readonly template: string
  readonly isOpen: boolean
  /** True if the operation requires a user's token. Other operations require an API key, unless they are public. */
  readonly ofUser: boolean
  readonly body?: string
}

// The cast is safe: the tests read only the members that `Document` declares, and fail if one of those is missing.
const read = (version: ApiVersion.ApiVersion): Document =>
  Sharing.expandParts(JSON.parse(JSON.stringify(Contracts.openApiDocumentOf(version)))) as unknown as Document

const bodyOf = ({ requestBody }: RawOperation): string | undefined => {
  const [example] = Object.values(requestBody?.content["application/json"]?.examples ?? {})
  return example && JSON.stringify(example.value)
}

const isOpen = ({ security = [] }: RawOperation): boolean => security.length === 0

export const allOperations: ReadonlyArray<Operation> = ApiVersion.supportedVersions.flatMap((version) =>
  Object.entries(read(version).paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, raw]): Operation => {
      const body = bodyOf(raw)
      return {
        version,
        method: method.toUpperCase(),
        template,
        isOpen: isOpen(raw),
        ofUser: raw.security?.some((schemes) => !("ApiKey" in schemes)) === true,
        ...(body !== undefined && { body })
      }
    })
  )
)

export const ownedOperations = allOperations.filter(({ isOpen, template }) => template.includes("{") && !isOpen)

export const namesIn = ({ template }: Operation): ReadonlyArray<string> =>
  Array.from(template.matchAll(/\{([^}]+)\}/g), ([, name]) => name ?? "")

export const readsData = ({ template }: Operation): boolean =>
  /\/(?:data|document\/\{documentId\}|transactions)$/.test(template)

/** Returns true if the operation is about one of the client's own objects, which a user's token cannot see. */
export const isOfClient = ({ template }: Operation): boolean => /^\/(?:webhook-endpoints|events)\//.test(template)

export const describe = ({ method, template, version }: Operation): string => `${method} ${template} in ${version}`

export const callOperation = (
  send: SendRequest,
  { body, method, template, version }: Operation,
  ids: Ids,
  headers: HeaderFields
): Promise<TestResponse> => {
  const path = objects.reduce((target, name) => target.replace(`{${name}}`, ids[name]), template)
  const all = { ...headers, "service-version": version }
  const query = template.endsWith("/replay") ? `?since=${new Date().toISOString()}` : ""
  return send(path + query, { method, headers: all, ...(body !== undefined && { body }) })
}
