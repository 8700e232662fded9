/** A small OpenAPI document with one part of every kind that can differ, and functions to change the document. */
import { isObject, listOf } from "../../src/openapi/Json.ts"
import type { JsonObject } from "../../src/openapi/Json.ts"

const json = (schema: object) => ({ "application/json": { schema } })

const refused = (codes: ReadonlyArray<string>) => ({
  description: codes.map((code) => `- \`${code}\`: What it means.`).join("\n"),
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } }
})

export const sample: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        summary: "List things",
        security: [{ Key: [] }],
        parameters: [
          { name: "limit", in: "query", required: false, schema: { type: "integer", maximum: 100 } },
          { name: "kind", in: "query", required: true, schema: { type: "string" } },
          { $ref: "#/components/parameters/Version" }
        ],
        responses: {
          200: {
            description: "Things.",
            headers: {
              etag: { required: true, schema: { type: "string" } },
              "x-request-id": { $ref: "#/components/headers/RequestId" }
            },
            content: json({ type: "array", items: { $ref: "#/components/schemas/Thing" } })
          },
          400: refused(["BAD_KIND", "BAD_LIMIT"])
        }
      },
      post: {
        operationId: "makeThing",
        security: [],
        requestBody: { required: true, content: json({ $ref: "#/components/schemas/NewThing" }) },
        responses: { 200: { description: "Made.", content: json({ $ref: "#/components/schemas/Thing" }) } }
      }
    }
  },
  components: {
    schemas: {
      NewThing: {
        type: "object",
        additionalProperties: false,
        required: ["name"],
        properties: {
          name: { type: "string", minLength: 1, maxLength: 100, pattern: "^[a-z]+$", description: "Its name." },
          description: { type: "string" },
          size: { type: "number" },
          colour: { enum: ["RED", "BLUE"] },
          owner: { $ref: "#/components/schemas/Owner" }
        }
      },
      Thing: {
        type: "object",
        required: ["id", "state"],
        properties: {
          id: { type: "string", format: "uuid" },
          state: { enum: ["OPEN", "CLOSED"] },
          weight: { type: "integer", minimum: 0 },
          tags: { type: "array", items: { type: "string" } },
          owner: { $ref: "#/components/schemas/Owner" },
          shape: { $ref: "#/components/schemas/Shape" }
        }
      },
      Owner: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      Shape: {
        oneOf: [{ $ref: "#/components/schemas/Round" }, { $ref: "#/components/schemas/Square" }],
        discriminator: {
          propertyName: "type",
          mapping: { ROUND: "#/components/schemas/Round", SQUARE: "#/components/schemas/Square" }
        }
      },
      Round: { type: "object", required: ["type"], properties: { type: { const: "ROUND" } } },
      Square: { type: "object", required: ["type"], properties: { type: { const: "SQUARE" } } },
      Problem: { type: "object", properties: { code: { type: "string" } } }
    },
    parameters: { Version: { name: "version", in: "query", required: false, schema: { type: "string" } } },
    headers: { RequestId: { required: true, schema: { type: "string", pattern: "^[a-z]+$" } } },
    securitySchemes: { Key: { type: "apiKey", name: "Key", in: "header" } }
  }
}

const absent = Symbol("absent")

export const removed: unknown = absent

const put = (value: unknown, [name, ...rest]: ReadonlyArray<string>, member: unknown): unknown => {
  if (name === undefined) return member
  if (Array.isArray(value)) {
    const items = listOf(value).map((item, index) => (String(index) === name ? put(item, rest, member) : item))
    return (Number(name) < items.length ? items : [...items, put({}, rest, member)]).filter((item) => item !== absent)
  }
  const object = isObject(value) ? value : {}
  const changed = { ...object, [name]: put(object[name], rest, member) }
  return Object.fromEntries(Object.entries(changed).filter(([, inside]) => inside !== absent))
}

/** Returns the document with the values at some places replaced. A place is a path of names separated by ` > `. */
export const withChanges = (document: JsonObject, changes: Readonly<Record<string, unknown>>): JsonObject => {
  const result = Object.entries(changes).reduce<unknown>(
    (at, [path, value]) => put(at, path.split(" > "), value),
    document
  )
  return isObject(result) ? result : {}
}
