/** Tests that an OpenAPI document contains its repeated parts only once. */
import { assert, describe, it } from "@effect/vitest"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Contracts, Sharing } from "@sheaf/http-contract"

const published = (version: ApiVersion.ApiVersion): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(Contracts.openApiDocumentOf(version)))

const refused = {
  description: "`NOT_FOUND`",
  content: { "application/problem+json": { schema: { $ref: "#/NotFoundProblem" } } }
}
const every = { age: { schema: { type: "string" } } }
const limit = { name: "limit", in: "query" }

const operation = (example: unknown) => ({
  parameters: [limit],
  responses: {
    200: {
      content: { "application/json": { examples: { some: { value: example } } } },
      headers: { ...every, etag: {} }
    },
    404: { ...refused, headers: every }
  }
})

const document = {
  "x-common-headers": { every },
  paths: { "/a": { get: operation(1), post: operation(1) }, "/b": { get: operation(2) } },
  components: { schemas: { Thing: {} } }
}

describe("the shared parts of a document", () => {
  it("are in its components once, and the headers of every response are in no response", () => {
    const shared = Sharing.shareParts(document)
    assert.deepStrictEqual(shared["components"], {
      schemas: { Thing: {} },
      parameters: { Limit: limit },
      examples: { Some: { value: 1 } },
      headers: { Etag: {} },
      responses: {
        NotFound: refused,
        Ok: {
          content: { "application/json": { examples: { some: { $ref: "#/components/examples/Some" } } } },
          headers: { etag: { $ref: "#/components/headers/Etag" } }
        }
      }
    })
    assert.deepStrictEqual(Object(shared["paths"])["/b"].get, {
      parameters: [{ $ref: "#/components/parameters/Limit" }],
      responses: {
        200: {
          content: { "application/json": { examples: { some: { value: 2 } } } },
          headers: { etag: { $ref: "#/components/headers/Etag" } }
        },
        404: { $ref: "#/components/responses/NotFound" }
      }
    })
  })

  it("return to their places", () => {
    assert.deepStrictEqual(Sharing.expandParts(Sharing.shareParts(document)), {
      paths: document.paths,
      components: document.components
    })
  })

  it.each(ApiVersion.supportedVersions)("of %s occur nowhere twice, and all of them are used", (version) => {
    const shared = published(version)
    assert.deepStrictEqual(Sharing.shareParts(shared), shared)
    const text = JSON.stringify(shared)
    for (const [kind, parts] of Object.entries(Object(shared["components"]))) {
      if (kind === "securitySchemes") continue
      for (const name of Object.keys(Object(parts))) assert.include(text, `"#/components/${kind}/${name}"`)
    }
  })
})
