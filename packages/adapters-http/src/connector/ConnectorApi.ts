/**
 * Defines version 1.3 of the HTTP protocol between Sheaf and connectors, and its OpenAPI document (docs/connectors.md).
 */
import { DocumentContentType } from "@sheaf/domain/Document"
import { OpenApiSchemas } from "@sheaf/http-contract"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Begin, Cancel, FetchDocument, Resume } from "./ConnectorRequests.ts"
import { ConnectorStep } from "./ConnectorStep.ts"
import texts from "./texts.json" with { type: "json" }

export const protocolVersion = "1"

/** Minor versions only add members. */
const minorVersion = `${protocolVersion}.3`

/** The maximum size of a response other than a document, in bytes. */
export const maxResponseBytes = 4 * 1024 * 1024

/**
 * The maximum size, in bytes, of a step that does not end the collection. A collection can have any number of such
 * steps.
 */
export const maxInterimStepBytes = 1024 * 1024

/** The maximum document size, in bytes (spec 10). */
export const maxDocumentBytes = 20 * 1024 * 1024

/** Has the same value in every retry of a step. */
export const idempotencyKeyHeader = "idempotency-key"

const key = { [idempotencyKeyHeader]: Schema.String }

const keyDescription =
  "The step's key. If a call repeats a key, the connector must not act again, and must return the same step."

const fails = "The collection ends as FAILED."
const retried = "Sheaf retries for a while, then ends the collection as THIRD_PARTY_ERROR."

const failures: Readonly<Record<string, string>> = {
  400: `The body does not match this document. ${fails}`,
  401: `The caller is not authorized. ${fails}`,
  413: `The body exceeds the connector's size limit. ${fails}`,
  422: `The session does not belong to this connector, or the signal does not match the session. ${fails}`,
  500: `The connector failed. ${retried}`,
  502: `The company responded with an error. ${retried}`,
  503: `The connector is temporarily unavailable. ${retried}`,
  504: `The company cannot be reached. ${retried}`
}

const problems = Object.keys(failures).map((status) =>
  Schema.Struct({ title: Schema.String.annotate({ description: "A description of the problem for human readers." }) })
    .annotate({
      identifier: `Problem${status}`,
      description: "A problem (RFC 9457), for human readers. Sheaf neither reads nor logs it.",
      examples: [{ title: "Unknown session" }]
    })
    .pipe(HttpApiSchema.status(Number(status)), HttpApiSchema.asJson({ contentType: "application/problem+json" }))
)

const binary = { schema: { type: "string", format: "binary" } }

const responsesOf = (
  answer: string,
  mediaTypes: ReadonlyArray<string> | undefined,
  responses: OpenApi.OpenAPISpecResponses
) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const failure = failures[status]
      const files = failure === undefined && mediaTypes
      return [
        status,
        {
          ...response,
          description: failure ?? answer,
          ...(files && { content: Object.fromEntries(files.map((mediaType) => [mediaType, binary])) })
        }
      ]
    })
  )

/** `mediaTypes` are the types of the files that the call can return. */
const describe = (identifier: keyof typeof texts, mediaTypes?: ReadonlyArray<string>) => {
  const { answer, description, summary } = texts[identifier]
  return OpenApi.annotations({
    identifier,
    summary,
    description,
    transform: (spec) => ({
      ...spec,
      // The idempotency key is the only parameter.
      parameters: spec["parameters"].map((parameter: object) => ({ ...parameter, description: keyDescription })),
      responses: responsesOf(answer, mediaTypes, spec["responses"])
    })
  })
}

const begin = HttpApiEndpoint.post("begin", `/v${protocolVersion}/begin`, {
  headers: key,
  payload: Begin,
  success: ConnectorStep,
  error: problems
}).annotateMerge(describe("begin"))

const resume = HttpApiEndpoint.post("resume", `/v${protocolVersion}/resume`, {
  headers: key,
  payload: Resume,
  success: ConnectorStep,
  error: problems
}).annotateMerge(describe("resume"))

const document = HttpApiEndpoint.post("document", `/v${protocolVersion}/document`, {
  payload: FetchDocument,
  success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/octet-stream" })),
  error: problems
}).annotateMerge(describe("document", DocumentContentType.literals))

const cancel = HttpApiEndpoint.post("cancel", `/v${protocolVersion}/cancel`, {
  payload: Cancel,
  success: HttpApiSchema.NoContent,
  error: problems
}).annotateMerge(describe("cancel"))

const introduction = `The calls that Sheaf makes to a connector in order to collect data from the connector's companies. A connector is a stepper:
\`begin\` and \`resume\` each return one step. A step contains the status to show, the event to wait for, and an opaque session, which
Sheaf returns with the next call. Between steps, no connection stays open and the connector does not need to store anything.

All paths are relative to the connector's address in Sheaf's configuration. Sheaf does not follow
redirects. A response can have at most 4 MiB, with two exceptions: a step that does not end the collection is limited to 1 MiB, and a document to 20 MiB. Sheaf's
timeout is configurable. Sheaf ignores unknown members of responses. Requests can gain members at any time. Ignore any that
you do not recognize. \`docs/connectors.md\` is the guide.`

const group = HttpApiGroup.make("connector")
  .add(begin, resume, document, cancel)
  .annotateMerge(OpenApi.annotations({ title: "Connector", description: "The four calls to a connector." }))

/** Depending on its configuration, Sheaf authenticates with a secret, a certificate, or both. */
const securitySchemes = {
  Secret: {
    type: "http",
    scheme: "bearer",
    description: "The secret in Sheaf's configuration for this connector."
  },
  Certificate: {
    type: "mutualTLS",
    description: "The TLS client certificate that Sheaf presents to this connector."
  }
}

const complete = (document: OpenApi.OpenAPISpec) => ({
  ...document,
  security: [{ Secret: [] }, { Certificate: [] }, {}],
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, { post: { security: _, ...post } = {} }]) => [
      path,
      { post: OpenApiSchemas.makePatternsPortable(post) }
    ])
  ),
  components: { schemas: OpenApiSchemas.completeSchemas(document.components.schemas, []), securitySchemes }
})

export const ConnectorApi = HttpApi.make("connector")
  .add(group)
  .annotateMerge(
    OpenApi.annotations({
      title: "Sheaf connector",
      version: minorVersion,
      description: introduction,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      servers: [{ url: "/" }],
      // The cast is safe: `document` has the type of a plain record, but is always the whole OpenAPI document.
      transform: (document) => complete(document as OpenApi.OpenAPISpec)
    })
  )

export const openApiDocument = (): OpenApi.OpenAPISpec => OpenApi.fromApi(ConnectorApi)
