/** The published documents as clients read them, and the operations expected in each (spec 4). */
import { Contracts, Sharing } from "@sheaf/http-contract"

interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>
  readonly headers: Readonly<Record<string, unknown>>
}

interface Media {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  readonly parameters: ReadonlyArray<{
    readonly name?: string
    readonly in?: string
    readonly description?: string
    readonly $ref?: string
  }>
  readonly security: ReadonlyArray<object>
  readonly responses: Readonly<Record<string, Response>>
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
}

export interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: object
    readonly securitySchemes: object
  }
}

/**
 * A document as a client reads it, after a round trip through JSON and with references to shared parts expanded. The
 * cast is safe, because tests fail on any other shape.
 */
const published = (document: object): Document =>
  Sharing.expandParts(JSON.parse(JSON.stringify(document))) as unknown as Document

export const head = published(Contracts.openApiDocumentOf("2026-04-01"))
export const oldest = published(Contracts.openApiDocumentOf("2025-01-01"))

export const operationsOf = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation }))
  )

export const operationIn = (document: Document, name: string): Operation => {
  const found = operationsOf(document).find((entry) => entry.name === name)
  if (found === undefined) throw new Error(`${name} is not documented`)
  return found.operation
}

const sharedUserOperations = [
  "POST /consents",
  "GET /consents",
  "DELETE /consents/{consentId}",
  "POST /consents/{consentId}/confirmation",
  "POST /consents/{consentId}/supplement-info",
  "GET /consents/{consentId}/status"
]

export const eitherOperations = ["GET /consents", "GET /consents/{consentId}", "GET /consents/{consentId}/status"]

export const userOperations = [
  ...sharedUserOperations,
  "GET /consents/{consentId}",
  "POST /consents/{consentId}/renewal"
]

export const shared = [
  "GET /companies/availability",
  "GET /companies/supported-products",
  "POST /users",
  "GET /users",
  "GET /users/{userId}",
  "DELETE /users/{userId}",
  "POST /users/{userId}/sessions",
  "DELETE /users/{userId}/sessions",
  "GET /users/{userId}/consents",
  ...sharedUserOperations,
  "GET /events",
  "POST /connect-sessions",
  "GET /connect-sessions/{connectSessionId}",
  "POST /connect-sessions/{connectSessionId}/confirmation",
  "POST /webhook-endpoints",
  "GET /webhook-endpoints",
  "GET /webhook-endpoints/{endpointId}",
  "PATCH /webhook-endpoints/{endpointId}",
  "DELETE /webhook-endpoints/{endpointId}",
  "POST /webhook-endpoints/{endpointId}/rotate",
  "POST /webhook-endpoints/{endpointId}/test",
  "GET /webhook-endpoints/{endpointId}/deliveries",
  "POST /webhook-endpoints/{endpointId}/replay",
  "POST /events/{eventId}/redeliver"
]

export const unversionedOperations = [
  "GET /",
  "GET /health",
  "GET /ready",
  "GET /versions",
  "GET /statuses",
  "GET /problems/{problem}",
  "GET /.well-known/jwks.json",
  "GET /consents/return/{company}",
  "GET /consents/return/{company}/{state}",
  "GET /collections/return/{company}",
  "GET /collections/return/{company}/{state}",
  "GET /docs",
  "GET /docs/2025-01-01",
  "GET /docs/2026-04-01",
  "GET /openapi/2025-01-01.json",
  "GET /openapi/2026-04-01.json"
]
