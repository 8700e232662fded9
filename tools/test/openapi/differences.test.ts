/** Which differences between two OpenAPI documents are reported, and which do not count. */
import { assert, describe, it } from "vitest"
import * as Differences from "../../src/openapi/Differences.ts"
import type { JsonObject } from "../../src/openapi/Json.ts"
import * as Structure from "../../src/openapi/Structure.ts"
import { withChanges, removed, sample } from "./Sample.ts"

type Changes = Readonly<Record<string, unknown>>

const list = "paths > /things > get"
const make = "paths > /things > post"
const schemas = "components > schemas"
const sent = `${schemas} > NewThing`
const request = `${sent} > properties`
const answered = `${schemas} > Thing`
const answer = `${answered} > properties`
const parameter = { name: "sort", in: "query", schema: { type: "string" } }

const rows: ReadonlyArray<readonly [Changes, ...differences: ReadonlyArray<string>]> = [
  [{ [make]: removed }, "BREAKING POST /things is removed"],
  [{ "paths > /others > get": { operationId: "listOthers", responses: {} } }, "ADDITIVE GET /others is new"],
  [{ [`${list} > operationId`]: "getThings" }, "BREAKING GET /things is called `getThings` in generated code"],
  [{ [`${list} > parameters > 0`]: removed }, "BREAKING GET /things query limit is removed"],
  [{ [`${list} > parameters > 3`]: parameter }, "ADDITIVE GET /things query sort is new"],
  [
    { [`${list} > parameters > 3`]: { ...parameter, required: true } },
    "BREAKING GET /things query sort is new and required"
  ],
  [{ [`${list} > parameters > 0 > required`]: true }, "BREAKING GET /things query limit is required"],
  [{ [`${list} > parameters > 1 > required`]: false }, "ADDITIVE GET /things query kind is optional"],
  [
    { [`${list} > parameters > 0 > schema > maximum`]: 50 },
    "BREAKING GET /things query limit has the `maximum` 50 instead of 100"
  ],
  [
    { [`${list} > parameters > 0 > schema > maximum`]: 500 },
    "ADDITIVE GET /things query limit has the `maximum` 500 instead of 100"
  ],
  [
    { [`${list} > parameters > 0 > style`]: "pipeDelimited" },
    "BREAKING GET /things query limit has a different `style`"
  ],
  [{ "components > parameters > Version > required": true }, "BREAKING GET /things query version is required"],
  [{ [`${make} > requestBody`]: removed }, "BREAKING POST /things body is removed"],
  [
    { [`${list} > requestBody`]: { content: { "application/json": { schema: {} } } } },
    "ADDITIVE GET /things body is new"
  ],
  [{ [`${list} > requestBody`]: { required: true, content: {} } }, "BREAKING GET /things body is new and required"],
  [{ [`${make} > requestBody > required`]: false }, "ADDITIVE POST /things body is optional"],
  [
    { [`${make} > requestBody > content > text/csv`]: { schema: { type: "string" } } },
    "ADDITIVE POST /things body can be `text/csv`"
  ],
  [
    {
      [`${make} > requestBody > content > application/json`]: removed,
      [`${make} > requestBody > content > text/csv`]: { schema: { type: "string" } }
    },
    "BREAKING POST /things body can no longer be `application/json`",
    "ADDITIVE POST /things body can be `text/csv`"
  ],
  [
    { [`${request} > age`]: { type: "integer" }, [`${sent} > required`]: ["name", "age"] },
    "BREAKING NewThing.age is new and required"
  ],
  [{ [`${request} > age`]: { type: "integer" } }, "ADDITIVE NewThing.age is new"],
  [{ [`${request} > size`]: removed }, "BREAKING NewThing.size is removed"],
  // A member can have the same name as a keyword.
  [{ [`${request} > description`]: removed }, "BREAKING NewThing.description is removed"],
  [{ [`${sent} > required`]: ["name", "size"] }, "BREAKING NewThing.size is required"],
  [{ [`${sent} > required`]: [] }, "ADDITIVE NewThing.name is optional"],
  [{ [`${request} > colour > enum`]: ["RED"] }, "BREAKING NewThing.colour.BLUE is no longer a value"],
  [{ [`${request} > colour > enum`]: ["RED", "BLUE", "GREEN"] }, "ADDITIVE NewThing.colour.GREEN is a new value"],
  [{ [`${request} > description > enum`]: ["A", "B"] }, "BREAKING NewThing.description is one of `A`, `B`"],
  [{ [`${request} > colour`]: {} }, "BREAKING NewThing.colour can have any value"],
  [{ [`${request} > name > maxLength`]: 50 }, "BREAKING NewThing.name has the `maxLength` 50 instead of 100"],
  [{ [`${request} > name > maxLength`]: removed }, "ADDITIVE NewThing.name no longer has the `maxLength`"],
  [{ [`${request} > name > minLength`]: 0 }, "ADDITIVE NewThing.name has the `minLength` 0 instead of 1"],
  [
    { [`${request} > name > pattern`]: "^[A-Z]+$" },
    "BREAKING NewThing.name has the `pattern` ^[A-Z]+$ instead of ^[a-z]+$"
  ],
  [{ [`${request} > name > pattern`]: removed }, "ADDITIVE NewThing.name no longer has the `pattern`"],
  [{ [`${request} > description > pattern`]: "^a" }, "BREAKING NewThing.description has the `pattern` ^a"],
  [{ [`${request} > size > type`]: "integer" }, "BREAKING NewThing.size no longer has decimals"],
  [{ [`${request} > size > type`]: "string" }, "BREAKING NewThing.size is `string` instead of `number`"],
  [{ [`${sent} > additionalProperties`]: removed }, "ADDITIVE NewThing accepts other members"],
  [{ [`${answer} > weight`]: removed }, "BREAKING Thing.weight is removed"],
  [{ [`${answer} > age`]: { type: "integer" } }, "ADDITIVE Thing.age is new"],
  [{ [`${answered} > required`]: ["id"] }, "BREAKING Thing.state is optional"],
  [{ [`${answered} > required`]: ["id", "state", "weight"] }, "ADDITIVE Thing.weight is required"],
  [{ [`${answer} > state > enum`]: ["OPEN"] }, "BREAKING Thing.state.CLOSED is no longer a value"],
  [{ [`${answer} > state > enum`]: ["OPEN", "CLOSED", "LOST"] }, "ADDITIVE Thing.state.LOST is a new value"],
  [{ [`${answer} > weight > type`]: "number" }, "BREAKING Thing.weight can have decimals"],
  [{ [`${answer} > weight > minimum`]: removed }, "BREAKING Thing.weight no longer has the `minimum`"],
  [{ [`${answer} > weight > minimum`]: 1 }, "ADDITIVE Thing.weight has the `minimum` 1 instead of 0"],
  [{ [`${answer} > id > format`]: "uri" }, "BREAKING Thing.id has the `format` uri instead of uuid"],
  [{ [`${answer} > id > format`]: removed }, "BREAKING Thing.id no longer has the `format`"],
  [{ [`${answer} > tags > items > type`]: "integer" }, "BREAKING Thing.tags[] is `integer` instead of `string`"],
  [{ [`${schemas} > Owner > properties > name > maxLength`]: 10 }, "BREAKING Owner.name has the `maxLength` 10"],
  [{ [`${answer} > tags > contains`]: { type: "string" } }, "BREAKING Thing.tags has a different `contains`"],
  [
    {
      [`${schemas} > Shape > oneOf > 1`]: removed,
      [`${schemas} > Shape > discriminator > mapping > SQUARE`]: removed,
      [`${schemas} > Square`]: removed
    },
    "BREAKING Shape.Square is no longer one of the kinds",
    "BREAKING Shape.SQUARE no longer selects a kind",
    "BREAKING Square is no longer a schema"
  ],
  [
    {
      [`${schemas} > Shape > oneOf > 2`]: { $ref: "#/components/schemas/Flat" },
      [`${schemas} > Shape > discriminator > mapping > FLAT`]: "#/components/schemas/Flat",
      [`${schemas} > Flat`]: { type: "object" }
    },
    "ADDITIVE Shape.Flat is a new kind",
    "ADDITIVE Shape.FLAT selects the kind `Flat`",
    "ADDITIVE Flat is a new schema"
  ],
  [
    {
      [`${schemas} > Shape > oneOf`]: removed,
      [`${schemas} > Shape > anyOf`]: [{ $ref: "#/components/schemas/Round" }, { $ref: "#/components/schemas/Square" }]
    },
    "BREAKING Shape can match several of its kinds"
  ],
  [{ [`${schemas} > Shape > discriminator > propertyName`]: "kind" }, "BREAKING Shape identifies its kinds by `kind`"],
  [
    { [`${schemas} > Owner`]: { anyOf: [{ $ref: "#/components/schemas/Round" }] } },
    "BREAKING Owner is one of `Round`",
    "BREAKING Owner.name is removed"
  ],
  [
    { [`${answer} > owner > $ref`]: "#/components/schemas/Round" },
    "BREAKING Thing.owner is `Round` instead of `Owner`"
  ],
  [
    {
      [`${schemas} > Owner`]: removed,
      [`${schemas} > Person`]: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      [`${answer} > owner > $ref`]: "#/components/schemas/Person",
      [`${request} > owner > $ref`]: "#/components/schemas/Person"
    },
    "BREAKING Person is the new name of `Owner`"
  ],
  [
    {
      [`${make} > responses > 200`]: removed,
      [`${make} > responses > 201`]: {
        description: "Made.",
        headers: { location: { schema: { type: "string" } } },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } }
      }
    },
    "BREAKING POST /things 201 is the success status instead of 200",
    "ADDITIVE POST /things 201 header location is new"
  ],
  [{ [`${make} > responses > 202`]: { description: "Later." } }, "BREAKING POST /things 202 is a new response"],
  [
    { [`${make} > responses > 409`]: { description: "- `TAKEN`: It is taken." } },
    "ADDITIVE POST /things 409 is a new response"
  ],
  [{ [`${list} > responses > 400`]: removed }, "ADDITIVE GET /things 400 is no longer returned"],
  [
    { [`${list} > responses > 400 > description`]: "- `BAD_KIND`: A.\n- `BAD_SORT`: B." },
    "ADDITIVE GET /things 400 BAD_LIMIT no longer occurs",
    "ADDITIVE GET /things 400 BAD_SORT can now occur"
  ],
  [{ [`${make} > responses > 200 > content`]: removed }, "BREAKING POST /things 200 no longer has a body"],
  [{ [`${list} > responses > 200 > headers > etag`]: removed }, "BREAKING GET /things 200 header etag is removed"],
  [
    { [`${list} > responses > 200 > headers > age`]: { schema: { type: "string" } } },
    "ADDITIVE GET /things 200 header age is new"
  ],
  [
    { [`${list} > responses > 200 > headers > etag > required`]: false },
    "BREAKING GET /things 200 header etag is optional"
  ],
  [
    { "components > headers > RequestId > schema > pattern": "^[0-9]+$" },
    "BREAKING GET /things 200 header x-request-id has the `pattern` ^[0-9]+$ instead of ^[a-z]+$"
  ],
  [{ [`${make} > security`]: [{ Key: [] }] }, 'BREAKING POST /things security requires the credential {"Key":[]}'],
  [{ [`${list} > security`]: [] }, "ADDITIVE GET /things security needs no credential"],
  [
    { [`${list} > security`]: [{ Key: [] }, { Token: [] }] },
    'ADDITIVE GET /things security requires the credential {"Key":[]} or {"Token":[]}'
  ],
  [{ "components > securitySchemes > Key > name": "X-Key" }, "BREAKING credential Key has a different definition"],
  [
    { "x-common-headers > every > age": { schema: { type: "string" } } },
    "ADDITIVE GET /things 200 header age is new",
    "ADDITIVE GET /things 400 header age is new",
    "ADDITIVE POST /things 200 header age is new"
  ],
  [{ "servers > 0 > url": "/v1" }, "BREAKING servers has changed"]
]

const same: Readonly<Record<string, Changes>> = {
  "other words beside a reference": {
    [`${answer} > owner`]: {
      allOf: [{ $ref: "#/components/schemas/Owner" }, { description: "Whose it is." }]
    }
  },
  "the headers of a version that was replaced": {
    "x-common-headers > authenticated > sunset": { $ref: "#/components/headers/Sunset" },
    "components > headers > Sunset": { schema: { type: "string" } }
  },
  "the parameter that selects a version": {
    [`${list} > parameters > 3`]: { name: "Service-Version", in: "header", required: true, schema: { type: "string" } }
  },
  "a summary": { [`${list} > summary`]: "All things" },
  "an example": { [`${answered} > examples`]: [{ id: "1" }] },
  "a deprecation": { [`${list} > deprecated`]: true, [`${list} > externalDocs`]: { url: "https://example.com" } }
}

const lines = (before: JsonObject, after: JsonObject) =>
  Differences.compareDocuments(before, after).map(Differences.formatDifference)

describe("the differences between two documents", () => {
  for (const [changes, ...expected] of rows) {
    it(`are reported: ${expected.join(" and ")}`, () => {
      assert.sameMembers([...lines(sample, withChanges(sample, changes))], expected)
    })

    it(`are kept in the contract and have an inverse: ${expected.join(" and ")}`, () => {
      const after = withChanges(sample, changes)
      assert.isNotEmpty(Differences.compareDocuments(after, sample))
      assert.sameMembers([...lines(Structure.contractOf(sample), Structure.contractOf(after))], expected)
    })
  }

  for (const [name, changes] of Object.entries(same)) {
    it(`do not include ${name}`, () => {
      const after = withChanges(sample, changes)
      assert.deepStrictEqual(lines(sample, after), [])
      assert.deepStrictEqual(lines(after, sample), [])
    })
  }

  it("do not include the order of members", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed)
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, member]) => [name, reversed(member)])
      )
    }
    const other: JsonObject = JSON.parse(JSON.stringify(reversed(sample)))
    assert.deepStrictEqual(lines(sample, other), [])
  })

  it("follow a moved operation", () => {
    const moved = withChanges(sample, {
      "paths > /things > post": removed,
      "paths > /items > post": {
        operationId: "makeThing",
        security: [],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/NewThing" } } }
        },
        responses: { 204: { description: "Made." } }
      }
    })
    assert.deepStrictEqual(
      Differences.compareDocuments(sample, moved, [["POST /things", "POST /items"]]).map(Differences.formatDifference),
      [
        "BREAKING POST /items replaces `POST /things`",
        "BREAKING POST /items 204 is the success status instead of 200",
        "BREAKING POST /items 204 no longer has a body"
      ]
    )
  })
})
