/** The rules that the published documents of all versions follow (spec 4, 7). */
import { assert, describe, it } from "@effect/vitest"
import { EventType } from "@sheaf/domain/EventType"
import { Event } from "@sheaf/domain/versions/VersionedEvents"
import { Event20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { TestEvent, testEventType } from "@sheaf/domain/WebhookAttempt"
import { maxSecrets } from "@sheaf/domain/WebhookEndpoint"
import { ProblemCode } from "@sheaf/http-contract"
import { Schema } from "effect"
import { eitherOperations, head, unversionedOperations, userOperations, oldest, operationsOf } from "./Documents.ts"

const documents = [
  {
    version: "2025-01-01",
    document: oldest,
    typedStarts: [],
    decodeEvent: Schema.decodeUnknownSync(Event20250101)
  },
  {
    version: "2026-04-01",
    document: head,
    typedStarts: ["InitiateCollectionRequest"],
    decodeEvent: Schema.decodeUnknownSync(Event)
  }
]

const decodeTest = Schema.decodeUnknownSync(TestEvent)

for (const { decodeEvent, document, typedStarts, version } of documents) {
  describe(`The document of ${version}`, () => {
    it("is an OpenAPI 3.1 document of its version", () => {
      assert.strictEqual(document.openapi, "3.1.0")
      assert.strictEqual(document.info.version, version)
    })

    it("describes the webhook of every type of event, with an example that its schema accepts", () => {
      assert.sameMembers(Object.keys(document.webhooks), [...EventType.literals, testEventType])
      const ids = Object.values(document.webhooks).map(({ post }) => post.operationId)
      assert.lengthOf(new Set(ids), ids.length)
      for (const [type, { post }] of Object.entries(document.webhooks)) {
        const { schema, ...media } = post.requestBody?.content["application/json"] ?? assert.fail("no body")
        const example: unknown = media.examples?.["event"]?.value
        const decoded = type === testEventType ? decodeTest(example) : decodeEvent(example)
        assert.strictEqual(decoded.type, type)
        assert.strictEqual(Object(example).version, version)
        assert.match(JSON.stringify(schema), /#\/components\/schemas\/[A-Za-z]+Event"/)
      }
    })

    it("tells receivers how many signatures a webhook can have", () => {
      for (const { post } of Object.values(document.webhooks)) {
        const field = post.parameters.find(({ name }) => name === "webhook-signature")
        assert.match(field?.description ?? "", new RegExp(`^One to ${maxSecrets} signatures`))
      }
    })

    it("has readable component names", () => {
      for (const name of Object.keys(document.components.schemas)) {
        assert.match(name, /^[A-Z][A-Za-z0-9]*$/, name)
        assert.notMatch(name, /Encoded$|_\d+$/, name)
      }
    })

    for (const { name, operation } of operationsOf(document)) {
      it(`describes ${name} with an imperative and sentences`, () => {
        assert.match(operation.operationId, /^[a-z][A-Za-z0-9]+$/)
        assert.match(operation.summary, /^[A-Z]\S+(?: \S+){1,4}(?<!\.)$/)
        assert.match(operation.description, /\.$/)
      })

      it(`lists the problem codes of ${name} by status`, () => {
        for (const [status, response] of Object.entries(operation.responses)) {
          assert.isNotEmpty(response.description)
          assert.property(response.headers, "x-request-id")
          if (Number(status) < 400) continue
          assert.property(response.headers, "cache-control")
          const isForPeople = /^GET \/(consents|collections)\/return/.test(name) && status === "404"
          assert.deepStrictEqual(Object.keys(response.content ?? {}), [
            "application/problem+json",
            ...(isForPeople ? ["text/html; charset=utf-8"] : [])
          ])
          const codes = Array.from(response.description.matchAll(/`([A-Z_]+)`/g), ([, code]) => code)
          assert.isNotEmpty(codes, `${status} names no code`)
          for (const code of codes) {
            const known = ProblemCode.all.find((other) => other === code)
            assert.strictEqual(known && String(ProblemCode.problemTable[known].status), status, code)
          }
        }
      })
    }

    it("requires credentials and a version for the operations that use them", () => {
      assert.containsSubset(document.components.securitySchemes, {
        ApiKey: { type: "apiKey", name: "Authorization-token", in: "header" },
        Bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" }
      })
      const both = { ApiKey: [], Bearer: [] }
      for (const { name, operation } of operationsOf(document)) {
        const open = unversionedOperations.includes(name)
        const one = userOperations.includes(name) ? { Bearer: [] } : { ApiKey: [] }
        const either = eitherOperations.includes(name) ? [{ ApiKey: [] }, { Bearer: [] }] : [one]
        assert.sameDeepMembers([...operation.security], open ? [] : [...either, both], name)
        const versioned = operation.parameters.some(({ name }) => name === "Service-Version")
        assert.strictEqual(versioned, !open, name)
        for (const { headers } of Object.values(operation.responses)) {
          assert.strictEqual("service-version" in headers && "vary" in headers, !open, name)
        }
      }
    })

    it("has no nullable type, except to reset a member in a change, and as the empty parameters of a start", () => {
      const nullable = Object.entries(document.components.schemas).filter(([, schema]) =>
        JSON.stringify(schema).includes('"null"')
      )
      assert.deepStrictEqual(
        nullable.map(([name]) => name),
        [
          "ChangeWebhookEndpointRequest",
          "CreateConsentRequest",
          ...typedStarts,
          ...(document === head ? ["RenewConsentRequest"] : [])
        ]
      )
      assert.lengthOf(JSON.stringify(document).match(/"null"/g) ?? [], nullable.length)
    })
  })
}
