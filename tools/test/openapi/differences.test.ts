import { assert, describe, it } from "vitest"
import { inLine, isStructural } from "../../src/openapi/Difference.ts"
import * as Differences from "../../src/openapi/Differences.ts"
import type { JsonObject } from "../../src/openapi/Json.ts"
import * as Structure from "../../src/openapi/Structure.ts"
import { changed, gone, sample } from "./Sample.ts"

type Row = readonly [name: string, changes: Readonly<Record<string, unknown>>, lines: ReadonlyArray<string>]

const list = "paths > /things > get"
const make = "paths > /things > post"
const schemas = "components > schemas"
const sent = `${schemas} > NewThing`
const answered = `${schemas} > Thing`
const parameter = { name: "sort", in: "query", schema: { type: "string" } }

/** Each difference, as it is told. What is added backwards is gone forwards: both ways are in the table. */
const rows: ReadonlyArray<Row> = [
  ["an operation that is gone", { [make]: gone }, ["BREAKING POST /things is gone"]],
  [
    "a new operation",
    { "paths > /others > get": { operationId: "listOthers", responses: {} } },
    ["ADDITIVE GET /others is new"]
  ],
  [
    "another name in generated code",
    { [`${list} > operationId`]: "getThings" },
    ["BREAKING GET /things is called `getThings` in generated code"]
  ],
  ["a parameter that is gone", { [`${list} > parameters > 0`]: gone }, ["BREAKING GET /things query limit is gone"]],
  ["a new parameter", { [`${list} > parameters > 3`]: parameter }, ["ADDITIVE GET /things query sort is new"]],
  [
    "a new parameter that is required",
    { [`${list} > parameters > 3`]: { ...parameter, required: true } },
    ["BREAKING GET /things query sort is new and required"]
  ],
  [
    "a parameter that became required",
    { [`${list} > parameters > 0 > required`]: true },
    ["BREAKING GET /things query limit is required"]
  ],
  [
    "a parameter that is required no more",
    { [`${list} > parameters > 1 > required`]: false },
    ["ADDITIVE GET /things query kind may be left out"]
  ],
  [
    "a narrower parameter",
    { [`${list} > parameters > 0 > schema > maximum`]: 50 },
    ["BREAKING GET /things query limit has the `maximum` 50 instead of 100"]
  ],
  [
    "a wider parameter",
    { [`${list} > parameters > 0 > schema > maximum`]: 500 },
    ["ADDITIVE GET /things query limit has the `maximum` 500 instead of 100"]
  ],
  [
    "a parameter that is written in another way",
    { [`${list} > parameters > 0 > style`]: "pipeDelimited" },
    ["BREAKING GET /things query limit has another `style`"]
  ],
  [
    "a parameter of all operations that became required",
    { "components > parameters > Version > required": true },
    ["BREAKING parameter Version is required"]
  ],
  ["a body that is gone", { [`${make} > requestBody`]: gone }, ["BREAKING POST /things body is gone"]],
  [
    "a new body",
    { [`${list} > requestBody`]: { content: { "application/json": { schema: {} } } } },
    ["ADDITIVE GET /things body is new"]
  ],
  [
    "a new body that is required",
    { [`${list} > requestBody`]: { required: true, content: {} } },
    ["BREAKING GET /things body is new and required"]
  ],
  [
    "a body that may be left out",
    { [`${make} > requestBody > required`]: false },
    ["ADDITIVE POST /things body may be left out"]
  ],
  [
    "a body in one more form",
    { [`${make} > requestBody > content > text/csv`]: { schema: { type: "string" } } },
    ["ADDITIVE POST /things body may be `text/csv`"]
  ],
  [
    "a body in another form",
    {
      [`${make} > requestBody > content > application/json`]: gone,
      [`${make} > requestBody > content > text/csv`]: { schema: { type: "string" } }
    },
    ["BREAKING POST /things body is no `application/json` any more", "ADDITIVE POST /things body may be `text/csv`"]
  ],
  [
    "a member that must be sent",
    { [`${sent} > properties > age`]: { type: "integer" }, [`${sent} > required`]: ["name", "age"] },
    ["BREAKING NewThing.age is new and required"]
  ],
  [
    "a member that may be sent",
    { [`${sent} > properties > age`]: { type: "integer" } },
    ["ADDITIVE NewThing.age is new"]
  ],
  [
    "a member that may not be sent any more",
    { [`${sent} > properties > size`]: gone },
    ["BREAKING NewThing.size is gone"]
  ],
  [
    "a member of the name of a keyword that may not be sent any more",
    { [`${sent} > properties > description`]: gone },
    ["BREAKING NewThing.description is gone"]
  ],
  [
    "a member that has to be sent now",
    { [`${sent} > required`]: ["name", "size"] },
    ["BREAKING NewThing.size is required"]
  ],
  [
    "a member that need not be sent any more",
    { [`${sent} > required`]: [] },
    ["ADDITIVE NewThing.name may be left out"]
  ],
  [
    "a value that may not be sent any more",
    { [`${sent} > properties > colour > enum`]: ["RED"] },
    ["BREAKING NewThing.colour.BLUE is a value no more"]
  ],
  [
    "a value that may be sent now",
    { [`${sent} > properties > colour > enum`]: ["RED", "BLUE", "GREEN"] },
    ["ADDITIVE NewThing.colour.GREEN is a new value"]
  ],
  [
    "a free text that became a choice",
    { [`${sent} > properties > description > enum`]: ["A", "B"] },
    ["BREAKING NewThing.description is one of `A`, `B` now"]
  ],
  [
    "a choice that became free",
    { [`${sent} > properties > colour`]: {} },
    ["BREAKING NewThing.colour may have any value now"]
  ],
  [
    "a shorter text in a request",
    { [`${sent} > properties > name > maxLength`]: 50 },
    ["BREAKING NewThing.name has the `maxLength` 50 instead of 100"]
  ],
  [
    "a text without a bound in a request",
    { [`${sent} > properties > name > maxLength`]: gone },
    ["ADDITIVE NewThing.name has no `maxLength` any more"]
  ],
  [
    "a text that may be empty in a request",
    { [`${sent} > properties > name > minLength`]: 0 },
    ["ADDITIVE NewThing.name has the `minLength` 0 instead of 1"]
  ],
  [
    "another pattern in a request",
    { [`${sent} > properties > name > pattern`]: "^[A-Z]+$" },
    ["BREAKING NewThing.name has the `pattern` ^[A-Z]+$ instead of ^[a-z]+$"]
  ],
  [
    "a pattern that is gone in a request",
    { [`${sent} > properties > name > pattern`]: gone },
    ["ADDITIVE NewThing.name has no `pattern` any more"]
  ],
  [
    "a new pattern in a request",
    { [`${sent} > properties > description > pattern`]: "^a" },
    ["BREAKING NewThing.description has the `pattern` ^a"]
  ],
  [
    "whole numbers only in a request",
    { [`${sent} > properties > size > type`]: "integer" },
    ["BREAKING NewThing.size has no decimals any more"]
  ],
  [
    "another type",
    { [`${sent} > properties > size > type`]: "string" },
    ["BREAKING NewThing.size is `string` instead of `number`"]
  ],
  [
    "a request that was opened",
    { [`${sent} > additionalProperties`]: gone },
    ["ADDITIVE NewThing takes other members"]
  ],
  [
    "a member that is no longer answered",
    { [`${answered} > properties > weight`]: gone },
    ["BREAKING Thing.weight is gone"]
  ],
  [
    "a member that is answered now",
    { [`${answered} > properties > age`]: { type: "integer" } },
    ["ADDITIVE Thing.age is new"]
  ],
  [
    "a member that may be missing in answers",
    { [`${answered} > required`]: ["id"] },
    ["BREAKING Thing.state may be left out"]
  ],
  [
    "a member that is always answered",
    { [`${answered} > required`]: ["id", "state", "weight"] },
    ["ADDITIVE Thing.weight is required"]
  ],
  [
    "a value that is answered no more",
    { [`${answered} > properties > state > enum`]: ["OPEN"] },
    ["BREAKING Thing.state.CLOSED is a value no more"]
  ],
  [
    "a new value in answers, which are open",
    { [`${answered} > properties > state > enum`]: ["OPEN", "CLOSED", "LOST"] },
    ["ADDITIVE Thing.state.LOST is a new value"]
  ],
  [
    "decimals in answers",
    { [`${answered} > properties > weight > type`]: "number" },
    ["BREAKING Thing.weight may have decimals now"]
  ],
  [
    "a lower bound that is gone in answers",
    { [`${answered} > properties > weight > minimum`]: gone },
    ["BREAKING Thing.weight has no `minimum` any more"]
  ],
  [
    "a tighter bound in answers",
    { [`${answered} > properties > weight > minimum`]: 1 },
    ["ADDITIVE Thing.weight has the `minimum` 1 instead of 0"]
  ],
  [
    "another format",
    { [`${answered} > properties > id > format`]: "uri" },
    ["BREAKING Thing.id has the `format` uri instead of uuid"]
  ],
  [
    "a format that is gone in answers",
    { [`${answered} > properties > id > format`]: gone },
    ["BREAKING Thing.id has no `format` any more"]
  ],
  [
    "other items",
    { [`${answered} > properties > tags > items > type`]: "integer" },
    ["BREAKING Thing.tags[] is `integer` instead of `string`"]
  ],
  [
    "a bound in what requests and answers share",
    { [`${schemas} > Owner > properties > name > maxLength`]: 10 },
    ["BREAKING Owner.name has the `maxLength` 10"]
  ],
  [
    "a keyword of which nothing is known",
    { [`${answered} > properties > tags > contains`]: { type: "string" } },
    ["BREAKING Thing.tags has another `contains`"]
  ],
  [
    "a kind that is gone",
    {
      [`${schemas} > Shape > oneOf > 1`]: gone,
      [`${schemas} > Shape > discriminator > mapping > SQUARE`]: gone,
      [`${schemas} > Square`]: gone
    },
    [
      "BREAKING Shape.Square is one of its kinds no more",
      "BREAKING Shape.SQUARE tells of no kind any more",
      "BREAKING Square is a schema no more"
    ]
  ],
  [
    "a new kind",
    {
      [`${schemas} > Shape > oneOf > 2`]: { $ref: "#/components/schemas/Flat" },
      [`${schemas} > Shape > discriminator > mapping > FLAT`]: "#/components/schemas/Flat",
      [`${schemas} > Flat`]: { type: "object" }
    },
    ["ADDITIVE Shape.Flat is a new kind", "ADDITIVE Shape.FLAT tells of a `Flat`", "ADDITIVE Flat is a new schema"]
  ],
  [
    "kinds that no longer exclude each other",
    {
      [`${schemas} > Shape > oneOf`]: gone,
      [`${schemas} > Shape > anyOf`]: [{ $ref: "#/components/schemas/Round" }, { $ref: "#/components/schemas/Square" }]
    },
    ["BREAKING Shape may be of several of its kinds"]
  ],
  [
    "kinds that are told apart by another member",
    { [`${schemas} > Shape > discriminator > propertyName`]: "kind" },
    ["BREAKING Shape has its kinds told apart by `kind`"]
  ],
  [
    "what was one kind and is several",
    { [`${schemas} > Owner`]: { anyOf: [{ $ref: "#/components/schemas/Round" }] } },
    ["BREAKING Owner is one of `Round`", "BREAKING Owner.name is gone"]
  ],
  [
    "a member of another schema",
    { [`${answered} > properties > owner > $ref`]: "#/components/schemas/Round" },
    ["BREAKING Thing.owner is `Round` instead of `Owner`"]
  ],
  [
    "a schema that was given another name",
    {
      [`${schemas} > Owner`]: gone,
      [`${schemas} > Person`]: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      [`${answered} > properties > owner > $ref`]: "#/components/schemas/Person",
      [`${sent} > properties > owner > $ref`]: "#/components/schemas/Person"
    },
    ["BREAKING Person is the schema that was called `Owner`"]
  ],
  [
    "another success",
    {
      [`${make} > responses > 200`]: gone,
      [`${make} > responses > 201`]: {
        description: "Made.",
        headers: { location: { schema: { type: "string" } } },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } }
      }
    },
    ["BREAKING POST /things 201 is the answer instead of 200", "ADDITIVE POST /things 201 header location is new"]
  ],
  [
    "one more success",
    { [`${make} > responses > 202`]: { description: "Later." } },
    ["BREAKING POST /things 202 is a new answer"]
  ],
  [
    "one more failure",
    { [`${make} > responses > 409`]: { description: "- `TAKEN`: It is taken." } },
    ["ADDITIVE POST /things 409 is a new answer"]
  ],
  ["a failure less", { [`${list} > responses > 400`]: gone }, ["ADDITIVE GET /things 400 is answered no more"]],
  [
    "other codes of a failure",
    { [`${list} > responses > 400 > description`]: "- `BAD_KIND`: A.\n- `BAD_SORT`: B." },
    [
      "ADDITIVE GET /things 400 BAD_LIMIT is a code no more",
      "ADDITIVE GET /things 400 BAD_SORT is a new code",
      "DOCUMENTATION #/paths//things/get/responses/400 is put in other words"
    ]
  ],
  [
    "an answer without its body",
    { [`${make} > responses > 200 > content`]: gone },
    ["BREAKING POST /things 200 has no body any more"]
  ],
  [
    "a header that is gone",
    { [`${list} > responses > 200 > headers > etag`]: gone },
    ["BREAKING GET /things 200 header etag is gone"]
  ],
  [
    "a new header",
    { [`${list} > responses > 200 > headers > age`]: { schema: { type: "string" } } },
    ["ADDITIVE GET /things 200 header age is new"]
  ],
  [
    "a header that may be missing",
    { [`${list} > responses > 200 > headers > etag > required`]: false },
    ["BREAKING GET /things 200 header etag may be left out"]
  ],
  [
    "a header of all answers with another pattern",
    { "components > headers > RequestId > schema > pattern": "^[0-9]+$" },
    ["BREAKING header RequestId has the `pattern` ^[0-9]+$ instead of ^[a-z]+$"]
  ],
  [
    "a credential that is wanted now",
    { [`${make} > security`]: [{ Key: [] }] },
    ['BREAKING POST /things security wants the credential {"Key":[]}']
  ],
  [
    "a credential that is no longer wanted",
    { [`${list} > security`]: [] },
    ["ADDITIVE GET /things security needs no credential"]
  ],
  [
    "another credential as a choice",
    { [`${list} > security`]: [{ Key: [] }, { Token: [] }] },
    ['ADDITIVE GET /things security wants the credential {"Key":[]} or {"Token":[]}']
  ],
  [
    "a credential that is sent in another way",
    { "components > securitySchemes > Key > name": "X-Key" },
    ["BREAKING credential Key works in another way"]
  ],
  ["another address", { "servers > 0 > url": "/v1" }, ["BREAKING servers is another"]],
  [
    "other words of an operation",
    { [`${list} > summary`]: "All things" },
    ["DOCUMENTATION #/paths//things/get is put in other words"]
  ],
  [
    "other words beside a reference",
    {
      [`${answered} > properties > owner`]: {
        allOf: [{ $ref: "#/components/schemas/Owner" }, { description: "Whose it is." }]
      }
    },
    []
  ],
  [
    "an example",
    { [`${answered} > examples`]: [{ id: "1" }] },
    ["DOCUMENTATION #/components/schemas/Thing is put in other words"]
  ],
  [
    "where more is told, and that an operation is to be left",
    { [`${list} > deprecated`]: true, [`${list} > externalDocs`]: { url: "https://example.com" } },
    ["DOCUMENTATION #/paths//things/get is put in other words"]
  ],
  [
    "the headers of a version that was replaced",
    {
      [`${list} > responses > 200 > headers > sunset`]: { $ref: "#/components/headers/Sunset" },
      "components > headers > Sunset": { schema: { type: "string" } }
    },
    []
  ]
]

const lines = (before: JsonObject, after: JsonObject) => Differences.between(before, after).map(inLine)

describe("the differences between two documents", () => {
  it.each(rows)("tells of %s", (_, changes, expected) => {
    assert.sameMembers([...lines(sample, changed(sample, changes))], [...expected])
  })

  it.each(rows)("knows a fingerprint that changes with the structure only: %s", (_, changes) => {
    const after = changed(sample, changes)
    const differ = Differences.between(sample, after).some(isStructural)
    assert.strictEqual(Structure.fingerprint(after) !== Structure.fingerprint(sample), differ)
  })

  it.each(rows)("are seen from the other side too: %s", (_, changes, expected) => {
    const back = Differences.between(changed(sample, changes), sample)
    assert.strictEqual(
      back.some(isStructural),
      expected.some((line) => !line.startsWith("DOCUMENTATION"))
    )
  })

  it("are none between a document and itself, whatever the order", () => {
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
    assert.strictEqual(Structure.fingerprint(other), Structure.fingerprint(sample))
  })

  it("follow an operation to where it moved", () => {
    const moved = changed(sample, {
      "paths > /things > post": gone,
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
    assert.deepStrictEqual(Differences.between(sample, moved, [["POST /things", "POST /items"]]).map(inLine), [
      "BREAKING POST /items replaces `POST /things`",
      "BREAKING POST /items 204 is the answer instead of 200",
      "BREAKING POST /items 204 has no body any more"
    ])
  })
})
