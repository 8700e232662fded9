/** The published documents, checked by an independent validator. `npm run openapi:lint` runs the linters. */
import { Sharing } from "@sheaf/http-contract"
import { assert, describe, it } from "vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormatsModule from "ajv-formats"
import * as Differences from "../../src/openapi/Differences.ts"
import * as Documents from "../../src/openapi/Documents.ts"
import { areEqual, isObject, listOf, objectAt, objectOf } from "../../src/openapi/Json.ts"
import type { JsonObject } from "../../src/openapi/Json.ts"
import * as ReleasedContract from "../../src/openapi/ReleasedContract.ts"
import * as Structure from "../../src/openapi/Structure.ts"

// The CommonJS package exports everything under `default`.
const addFormats = addFormatsModule.default

interface Example {
  readonly at: string
  readonly value: unknown
}

const escaped = (name: string) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))

const examplesIn = (value: unknown, at: string): ReadonlyArray<Example> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => examplesIn(item, `${at}/${index}`))
  if (!isObject(value)) return []
  const { examples, schema } = value
  const ofSchema = Array.isArray(examples) ? examples.map((example) => ({ at, value: example })) : []
  const ofBody =
    isObject(examples) && isObject(schema)
      ? Object.values(examples).map((example) => ({ at: `${at}/schema`, value: objectOf(example)["value"] }))
      : []
  const inside = Object.entries(value).filter(([name]) => !(name === "examples" && ofSchema.length + ofBody.length > 0))
  return [...ofSchema, ...ofBody, ...inside.flatMap(([name, member]) => examplesIn(member, `${at}/${escaped(name)}`))]
}

const validatorOf = (document: JsonObject): Ajv2020 => {
  const validator = new Ajv2020({ strict: true, allErrors: true })
  addFormats(validator)
  validator.addVocabulary([
    "openapi",
    "info",
    "servers",
    "tags",
    "security",
    "paths",
    "webhooks",
    "components",
    "discriminator"
  ])
  return validator.addSchema(document, "document")
}

const wrongExamplesIn = (document: JsonObject, validator = validatorOf(document)): ReadonlyArray<string> =>
  examplesIn(document, "#").flatMap(({ at, value }) => {
    const validate = validator.getSchema(`document${at}`)
    return validate?.(value) === true ? [] : [`${at}: ${validator.errorsText(validate?.errors)}`]
  })

describe.each([...Documents.documentNames])("the document of %s", (version) => {
  it("has the promised structure; if not, run npm run openapi:diff", () => {
    const current = Documents.currentDocument(version)
    const promise = ReleasedContract.read(version) ?? assert.fail("it has no contract: npm run openapi:release")
    const release = ReleasedContract.currentRelease()
    assert.deepStrictEqual([...ReleasedContract.violations({ version, promise, current, release })], [])
  })

  it("has fewer than 480 KiB", () => {
    assert.isBelow(Buffer.byteLength(JSON.stringify(Documents.currentDocument(version))), 480 * 1024)
  })

  it("differs from its contract in texts and examples only", () => {
    const contract = Structure.contractOf(Documents.currentDocument(version))
    assert.deepStrictEqual(Differences.compareDocuments(contract, Documents.currentDocument(version)), [])
    assert.notMatch(JSON.stringify(contract), /"(?:examples?|summary)":/)
  })
})

/** Every document, with the minimum number of schemas and examples that it must have. */
const published = [
  ...Documents.versions.map((version) => ({
    name: `the document of ${version}`,
    document: Sharing.expandParts(Documents.currentDocument(version)),
    schemas: 100,
    examples: 50
  })),
  {
    name: "the document of connectors",
    document: Documents.currentDocument(Documents.connectorDocumentName),
    schemas: 40,
    examples: 50
  }
]

describe.each(published)("$name", ({ document, examples, schemas }) => {
  const validator = validatorOf(document)

  it("has only schemas that a JSON Schema 2020-12 validator accepts", () => {
    const names = Object.keys(objectAt(document, "components", "schemas"))
    assert.isAbove(names.length, schemas)
    for (const name of names) assert.isDefined(validator.getSchema(`document#/components/schemas/${name}`), name)
  })

  it("has examples that fit its schemas", () => {
    assert.isAbove(examplesIn(document, "#").length, examples)
    assert.deepStrictEqual([...wrongExamplesIn(document, validator)], [])
  })
})

describe("examples", () => {
  it("are reported if they do not fit their schema", () => {
    const sample = {
      openapi: "3.1.0",
      components: { schemas: { Count: { type: "integer", examples: [1, 1.5] } } }
    }
    assert.deepStrictEqual([...wrongExamplesIn(sample)], ["#/components/schemas/Count: data must be integer"])
  })

  it("are found in schemas and bodies", () => {
    const found = examplesIn(
      { a: { examples: [1, 2] }, "b/c": { schema: { examples: [3] }, examples: { named: { value: 4 } } } },
      "#"
    )
    const expected: ReadonlyArray<Example> = [
      { at: "#/a", value: 1 },
      { at: "#/a", value: 2 },
      { at: "#/b~1c/schema", value: 4 },
      { at: "#/b~1c/schema", value: 3 }
    ]
    assert.isTrue(areEqual(found, expected), JSON.stringify(listOf(found)))
  })
})
