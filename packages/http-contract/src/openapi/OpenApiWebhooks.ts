/** The `webhooks` section of an OpenAPI document: the requests that Sheaf sends to webhook endpoints (spec 6). */
import { EventType } from "@sheaf/domain/EventType"
import { isApiVersion } from "@sheaf/domain/ApiVersion"
import { encodeForVersion, Event } from "@sheaf/domain/versions/VersionedEvents"
import * as Annotations from "@sheaf/domain/Annotations"
import { testEventType, TestEvent } from "@sheaf/domain/WebhookAttempt"
import { maxSecrets } from "@sheaf/domain/WebhookEndpoint"
import { Schema } from "effect"
import * as OpenApiSchemas from "./OpenApiSchemas.ts"
import texts from "./texts.json" with { type: "json" }
import examples from "./webhookExamples.json" with { type: "json" }

const { groups } = texts

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" }
})

const parameters = [
  header("webhook-id", "The event's `eventId`. Repeated deliveries of an event have the same id."),
  header("webhook-timestamp", "The time of the attempt, in seconds since 1970."),
  header(
    "webhook-signature",
    `One to ${maxSecrets} signatures, separated by spaces: one for the newest secret of the endpoint, and one for each ` +
      "secret that was replaced within the last 24 hours. Each is `v1,` and the Base64 form of the HMAC-SHA256 of the id, " +
      "the timestamp and the body, joined by dots, with the secret. One valid signature is enough."
  )
]

const responses = {
  "2XX": { description: "The receiver has accepted the event. Sheaf ignores the body." },
  "410": { description: "The receiver wants no more events. Sheaf disables the endpoint." },
  default: { description: "The delivery failed. Sheaf tries again later." }
}

const meanings = new Map(
  (Annotations.annotationsOf(EventType).description.match(/^- `.*$/gmu) ?? []).map((line) => {
    const [, type = "", meaning = ""] = /^- `([^`]+)`: (.*)$/u.exec(line) ?? []
    return [type, meaning]
  })
)

const decode = Schema.decodeUnknownSync(Event)

const exampleOf = (type: string): typeof Event.Type | undefined => {
  const example = examples.events.find((event) => event.type === type)
  return example && decode({ version: Event.members[0].fields.version.literal, ...example })
}

/** For example, `collection.input_required` becomes `onCollectionInputRequired`. */
const operationIdOf = (type: string): string =>
  `on${type.replace(/(?:^|[._])([a-z])/gu, (_, letter: string) => letter.toUpperCase())}`

/** For example, `collection.input_required` becomes "Collection input required". */
const summaryOf = (type: string): string => {
  const words = type.replace(/[._]/gu, " ")
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

interface Described {
  readonly description: string
  readonly component: string
  readonly example: unknown
}

const entry = (type: string, { component, description, example }: Described) => [
  type,
  {
    post: {
      operationId: operationIdOf(type),
      summary: summaryOf(type),
      description,
      tags: [groups.webhookEndpoints.title],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              allOf: [
                { $ref: `#/components/schemas/${component}` },
                {
                  type: "object",
                  properties: { type: { type: "string", enum: [type], description: `Always \`${type}\`.` } }
                }
              ]
            },
            examples: { event: { value: example } }
          }
        }
      },
      responses
    }
  }
]

const componentOf = (type: string, schemas: OpenApiSchemas.Schemas): string | undefined =>
  Object.keys(schemas).find((name) => {
    const { properties } = OpenApiSchemas.resolveReference(schemas[name], schemas)
    const values = OpenApiSchemas.resolveReference(Object(properties)["type"], schemas)["enum"]
    return name.endsWith("Event") && Array.isArray(values) && values.includes(type)
  })

/** Versions without events have no webhooks. */
export const webhooksOf = (version: string, schemas: OpenApiSchemas.Schemas) => {
  const events = EventType.literals.flatMap((type) => {
    const component = componentOf(type, schemas)
    const example = exampleOf(type)
    if (component === undefined || example === undefined || !isApiVersion(version)) return []
    return [
      entry(type, { component, description: meanings.get(type) ?? "", example: encodeForVersion(version, example) })
    ]
  })
  if (events.length === 0) return {}
  const [test] = Annotations.annotationsOf(TestEvent).examples
  const description = "A test of the endpoint: see `POST /webhook-endpoints/{endpointId}/test`."
  return Object.fromEntries([
    ...events,
    entry(testEventType, { component: "TestEvent", description, example: { ...Object(test), version } })
  ])
}
