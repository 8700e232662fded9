/**
 * The protocol between Sheaf and a connector behind HTTP, version 1, as data: what Sheaf calls, what a connector may answer,
 * and the document that it is published as (docs/connectors.md).
 */
import { DocumentContentType } from "@sheaf/domain/Document"
import { OpenApiSchemas } from "@sheaf/http-contract"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Begin, Cancel, FetchDocument, Resume } from "./ConnectorOrder.ts"
import { ConnectorStep } from "./ConnectorStep.ts"

export const version = "1"

/** How long an answer may be that is no document, in bytes. */
export const longestAnswer = 4 * 1024 * 1024

/** How long a step may be that does not end the collection, in bytes: any number of them can follow each other. */
export const longestInterimStep = 1024 * 1024

/** How long a document may be, in bytes (decisions 10). */
export const longestDocument = 20 * 1024 * 1024

/** The header of the key that is the same when a step is asked for again. */
export const idempotencyKey = "idempotency-key"

const key = { [idempotencyKey]: Schema.String }

const keyDescription =
  "Names the step: asked again with the same key, a connector acts no second time, and answers with the same step."

const problem = <Status extends number>(status: Status) =>
  Schema.Struct({ title: Schema.String.annotate({ description: "What is wrong, for people." }) })
    .annotate({
      identifier: `Problem${status}`,
      description: "What is wrong, for people (RFC 9457): nothing of it is read or logged.",
      examples: [{ title: "No session of ours" }]
    })
    .pipe(HttpApiSchema.status(status), HttpApiSchema.asJson({ contentType: "application/problem+json" }))

/** The connector does not understand the call, or has no answer to it. A retry would not help. */
export const CallRefused = problem(422)
/** The company answered with an error, which may pass. */
export const CompanyError = problem(502)
/** The company cannot be reached, which may pass. */
export const Unreachable = problem(504)

const problems = [
  problem(400),
  problem(401),
  problem(413),
  CallRefused,
  problem(500),
  CompanyError,
  problem(503),
  Unreachable
]

const meanings: Readonly<Record<string, string>> = {
  400: "The body is not what this document says. The collection ends as FAILED.",
  401: "The caller is not who may call. The collection ends as FAILED.",
  413: "The body is longer than this connector reads. The collection ends as FAILED.",
  422: "The session is none of this connector's, or the signal is not what it waits for. The collection ends as FAILED.",
  500: "The connector failed. Sheaf asks again for a while; then the collection ends as THIRD_PARTY_ERROR.",
  502: "The company answered with an error. Sheaf asks again for a while; then the collection ends as THIRD_PARTY_ERROR.",
  503: "The connector cannot answer now. Sheaf asks again for a while; then the collection ends as THIRD_PARTY_ERROR.",
  504: "The company cannot be reached. Sheaf asks again for a while; then the collection ends as THIRD_PARTY_ERROR."
}

interface Words {
  readonly id: string
  readonly summary: string
  readonly description: string
  /** What a success is. */
  readonly answer: string
  /** What may come where a success is no JSON. */
  readonly mediaTypes?: ReadonlyArray<string>
}

const binary = { schema: { type: "string", format: "binary" } }

const responsesOf = ({ answer, mediaTypes }: Words, responses: OpenApi.OpenAPISpecResponses) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const failure = meanings[status]
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

const describe = (words: Words) =>
  OpenApi.annotations({
    identifier: words.id,
    summary: words.summary,
    description: words.description,
    transform: (spec) => ({
      ...spec,
      // The only parameter there is.
      parameters: spec["parameters"].map((parameter: object) => ({ ...parameter, description: keyDescription })),
      responses: responsesOf(words, spec["responses"])
    })
  })

const begin = HttpApiEndpoint.post("begin", `/v${version}/begin`, {
  headers: key,
  payload: Begin,
  success: ConnectorStep,
  error: problems
}).annotateMerge(
  describe({
    id: "begin",
    summary: "Begin a collection",
    description: "Takes the first step at the company. Asked again with its key, it is the same collection.",
    answer: "The first step."
  })
)

const resume = HttpApiEndpoint.post("resume", `/v${version}/resume`, {
  headers: key,
  payload: Resume,
  success: ConnectorStep,
  error: problems
}).annotateMerge(
  describe({
    id: "resume",
    summary: "Take the next step",
    description: "Goes on from the session, with what has happened since. Any node of the connector can be asked.",
    answer: "The next step."
  })
)

const document = HttpApiEndpoint.post("document", `/v${version}/document`, {
  payload: FetchDocument,
  success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/octet-stream" })),
  error: problems
}).annotateMerge(
  describe({
    id: "document",
    summary: "Fetch a document",
    description:
      "Asked for each document of the collected records, as soon as the collection has ended, and again for a while when " +
      "there is no answer, or one that may pass. A document of more than 20 MiB is left out.",
    answer: "The file, with its media type. A type that is not listed is taken for application/octet-stream.",
    mediaTypes: DocumentContentType.literals
  })
)

const cancel = HttpApiEndpoint.post("cancel", `/v${version}/cancel`, {
  payload: Cancel,
  success: HttpApiSchema.NoContent,
  error: problems
}).annotateMerge(
  describe({
    id: "cancel",
    summary: "Hear that nobody waits any more",
    description:
      "The collection has ended without the connector. What is still open at the company can be closed. Whatever is " +
      "answered, the collection has ended.",
    answer: "It was heard."
  })
)

const introduction = `What Sheaf calls to collect from a company that a connector of yours serves. A connector is a stepper: \`begin\` and
\`resume\` each answer with one step, which says what to show, what to wait for, and holds an opaque session to come back with.
Between two steps nothing is kept open, and the connector need not remember anything.

All paths are relative to the connector's address in the configuration of Sheaf. Sheaf follows no redirects, reads answers up
to 4 MiB (steps that do not end the collection up to 1 MiB, documents up to 20 MiB), and waits as long as it is configured to.
Answers are open: members that are not listed are ignored. Requests may gain members: ignore those that you do not know.
\`docs/connectors.md\` is the guide.`

const group = HttpApiGroup.make("connector")
  .add(begin, resume, document, cancel)
  .annotateMerge(OpenApi.annotations({ title: "Connector", description: "The four calls of a connector." }))

/** Sheaf shows a secret, or a certificate, or both, as its configuration says. */
const securitySchemes = {
  Secret: {
    type: "http",
    scheme: "bearer",
    description: "The secret that the configuration of Sheaf names for this connector."
  },
  Certificate: { type: "mutualTLS", description: "The certificate that Sheaf shows this connector in TLS." }
}

const complete = (document: OpenApi.OpenAPISpec) => ({
  ...document,
  security: [{ Secret: [] }, { Certificate: [] }, {}],
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, { post: { security: _, ...post } = {} }]) => [
      path,
      { post: OpenApiSchemas.portable(post) }
    ])
  ),
  components: { schemas: OpenApiSchemas.complete(document.components.schemas, []), securitySchemes }
})

export const ConnectorApi = HttpApi.make("connector")
  .add(group)
  .annotateMerge(
    OpenApi.annotations({
      title: "Sheaf connector",
      version,
      description: introduction,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      servers: [{ url: "/" }],
      // A transformation is given a record of anything; at this level it is the whole document.
      transform: (document) => complete(document as OpenApi.OpenAPISpec)
    })
  )

/** The protocol as an OpenAPI document. */
export const openApi = (): OpenApi.OpenAPISpec => OpenApi.fromApi(ConnectorApi)
