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
  "The key of the step. If a call repeats a key, the connector must not act again, and must return the same step."

const problem = <Status extends number>(status: Status) =>
  Schema.Struct({ title: Schema.String.annotate({ description: "A description of the problem for people." }) })
    .annotate({
      identifier: `Problem${status}`,
      description: "A problem (RFC 9457), for people. Sheaf neither reads nor logs it.",
      examples: [{ title: "Unknown session" }]
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
  400: "The body does not match this document. The collection ends as FAILED.",
  401: "The caller is not authorized. The collection ends as FAILED.",
  413: "The body exceeds the connector's size limit. The collection ends as FAILED.",
  422:
    "The session does not belong to this connector, or the signal does not match it. The collection ends as " +
    "FAILED.",
  500: "The connector failed. Sheaf retries for a while, then ends the collection as THIRD_PARTY_ERROR.",
  502:
    "The company responded with an error. Sheaf retries for a while, then ends the collection as " +
    "THIRD_PARTY_ERROR.",
  503:
    "The connector is temporarily unavailable. Sheaf retries for a while, then ends the collection as " +
    "THIRD_PARTY_ERROR.",
  504: "The company cannot be reached. Sheaf retries for a while, then ends the collection as THIRD_PARTY_ERROR."
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
      // The key is the only parameter.
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
    description: "Takes the first step at the company. A repeated key refers to the same collection.",
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
    description:
      "Continues from the session, with the event since the last step. Any node of the connector can receive the " +
      "call.",
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
      "Returns a document of a collected record. Sheaf calls it once per document after the collection has " +
      "ended, and retries for a while if there is no response or a temporary error. Documents of more than 20 " +
      "MiB are dropped.",
    answer: "The file, with its media type. Sheaf treats unlisted types as application/octet-stream.",
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
    summary: "Cancel a session",
    description:
      "Tells the connector that the collection has ended without it. The connector can close what is still open " +
      "at the company. The collection has ended regardless of the response.",
    answer: "The connector has received the call."
  })
)

const introduction = `The calls that Sheaf makes to a connector, to collect from the company that it serves. A connector is a stepper: \`begin\` and
\`resume\` each return one step. A step has the status to show, the event to wait for, and an opaque session, which Sheaf returns
with the next call. Between steps nothing stays open, and the connector does not need to store anything.

All paths are relative to the connector's address in Sheaf's configuration. Sheaf follows no redirects. It reads responses up
to 4 MiB, steps that do not end the collection up to 1 MiB, and documents up to 20 MiB. Its timeout is configurable. Sheaf ignores
unknown members of responses. Requests can gain members: ignore those that you do not know. \`docs/connectors.md\` is the guide.`

const group = HttpApiGroup.make("connector")
  .add(begin, resume, document, cancel)
  .annotateMerge(OpenApi.annotations({ title: "Connector", description: "The four calls to a connector." }))

/** Sheaf shows a secret, or a certificate, or both, as its configuration says. */
const securitySchemes = {
  Secret: {
    type: "http",
    scheme: "bearer",
    description: "The secret in Sheaf's configuration of this connector."
  },
  Certificate: {
    type: "mutualTLS",
    description: "The client certificate that Sheaf presents to this connector in TLS."
  }
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
