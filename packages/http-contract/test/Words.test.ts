/** The published documents are complete in words: what a reader meets in them is explained, and shown by an example. */
import { assert, describe, it } from "@effect/vitest"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Contracts, ProblemCode } from "@sheaf/http-contract"

type Json = Readonly<Record<string, unknown>>

/** As a client would read it: through JSON. */
const published = (document: object): Json => JSON.parse(JSON.stringify(document))

const documents: Readonly<Record<ApiVersion.ApiVersion, Json>> = {
  "2025-01-01": published(Contracts.document("2025-01-01")),
  "2026-04-01": published(Contracts.document("2026-04-01"))
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

const membersOf = (value: unknown): ReadonlyArray<readonly [string, Json]> =>
  Object.entries(objectOf(value)).map(([name, member]) => [name, objectOf(member)])

const at = (document: Json, ...path: ReadonlyArray<string>): Json =>
  path.reduce<Json>((value, name) => objectOf(value[name]), document)

/** What a part refers to, or the part itself. */
const resolve = (document: Json, part: Json): Json => {
  const { $ref } = part
  return typeof $ref === "string" ? at(document, ...$ref.split("/").slice(1)) : part
}

const says = (part: Json): boolean => typeof part["description"] === "string" && /\S/.test(part["description"])

/** The words of a place, or else those of what it refers to. */
const isExplained = (document: Json, part: Json): boolean => says(part) || says(resolve(document, part))

/** Members that hold values and names, not parts of the document. */
const values = ["example", "examples", "enum", "const", "default", "required", "mapping"]

/** Every object in a document, by where it stands. */
const partsOf = (value: unknown, place: string): ReadonlyArray<readonly [string, Json]> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => partsOf(item, `${place}/${index}`))
  if (!isObject(value)) return []
  const inside = Object.entries(value).filter(([name, member]) => !values.includes(name) || isObject(member))
  return [[place, value], ...inside.flatMap(([name, member]) => partsOf(member, `${place}/${name}`))]
}

const operationsOf = (document: Json): ReadonlyArray<readonly [string, Json]> =>
  membersOf(document["paths"]).flatMap(([path, item]) =>
    membersOf(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const)
  )

/** The values of an enumeration that its description does not tell of. */
const untoldIn = ({ description, enum: listed }: Json): ReadonlyArray<string> =>
  Array.isArray(listed)
    ? listed.map(String).filter((value) => typeof description !== "string" || !description.includes(`\`${value}\``))
    : []

/** The places where words are missing, a line each. */
const silentPlaces = (document: Json): ReadonlyArray<string> =>
  partsOf(document, "#").flatMap(([place, part]) => [
    ...membersOf(part["properties"])
      .filter(([, property]) => !isExplained(document, property))
      .map(([name]) => `${place} does not explain ${name}`),
    ...(Array.isArray(part["enum"]) ? untoldIn(part).map((value) => `${place} does not tell of ${value}`) : [])
  ])

/** Schemas of objects, also of those that have several kinds. */
const isOfObjects = ({ oneOf, type }: Json): boolean => type === "object" || oneOf !== undefined

const hasExamples = ({ examples }: Json): boolean => Object.keys(Object(examples)).length > 0

/** A schema of several kinds is shown by its own examples, or by those of each kind. */
const isShown = (document: Json, schema: Json): boolean =>
  hasExamples(schema) ||
  (Array.isArray(schema["oneOf"]) && schema["oneOf"].every((kind) => hasExamples(resolve(document, objectOf(kind)))))

/** The bodies in JSON of an operation that are no problems, by where they stand. */
const bodiesOf = (operation: Json): ReadonlyArray<readonly [string, Json]> => [
  ["the request", at(operation, "requestBody", "content", "application/json")],
  ...membersOf(operation["responses"]).map(
    ([status, response]) => [`the answer ${status}`, at(response, "content", "application/json")] as const
  )
]

for (const version of ApiVersion.running) {
  const document = documents[version]
  const components = at(document, "components")

  describe(`The words of ${version}`, () => {
    it("explain every member of every object, and every value of every enumeration", () => {
      const properties = partsOf(document, "#").flatMap(([, part]) => membersOf(part["properties"]))
      assert.isAbove(properties.length, 400)
      assert.deepStrictEqual(silentPlaces(document), [])
    })

    it("explain every schema, header and parameter", () => {
      for (const kind of ["schemas", "headers", "parameters"]) {
        const silent = membersOf(components[kind]).filter(([, component]) => !says(component))
        assert.deepStrictEqual(silent, [], kind)
      }
      for (const [name, { parameters, responses }] of operationsOf(document)) {
        const headers = membersOf(responses).flatMap(([, response]) => membersOf(response["headers"]))
        const all = [...Object.values(Object(parameters)).map(objectOf), ...headers.map(([, header]) => header)]
        for (const part of all) assert.isTrue(says(resolve(document, part)), `${name}: ${JSON.stringify(part)}`)
      }
    })

    it("show an example of every object", () => {
      const unseen = membersOf(components["schemas"]).filter(
        ([, schema]) => isOfObjects(schema) && !isShown(document, schema)
      )
      assert.deepStrictEqual(
        unseen.map(([name]) => name),
        []
      )
    })

    it("show an example of every body", () => {
      const bodies = operationsOf(document).flatMap(([name, operation]) =>
        bodiesOf(operation).map(([where, body]) => ({ where: `${where} of ${name}`, body }))
      )
      const unseen = bodies.filter(({ body }) => "schema" in body && !hasExamples(body))
      assert.isAbove(bodies.filter(({ body }) => hasExamples(body)).length, 10)
      assert.deepStrictEqual(
        unseen.map(({ where }) => where),
        []
      )
    })

    it("stand in the order of their names", () => {
      for (const kind of ["schemas", "headers", "parameters"]) {
        const names = Object.keys(objectOf(components[kind]))
        assert.deepStrictEqual(names, names.toSorted(), kind)
      }
    })

    it("tell of the problem codes that the version answers with, and of no other", () => {
      const ofSchemas = membersOf(components["schemas"])
        .filter(([name]) => name.endsWith("Problem") || name === "ViolationCode")
        .map(([, schema]) => JSON.stringify(schema))
      const ofOperations = operationsOf(document).map(([, operation]) => JSON.stringify(operation["responses"]))
      const isNamedIn = (texts: ReadonlyArray<string>, code: string) =>
        texts.some((text) => text.includes(`\`${code}\``) || text.includes(`"${code}"`))
      const ofOthers: ReadonlyArray<string> = version === "2025-01-01" ? ["COLLECTION_NOT_ENDED"] : ["UNKNOWN_INPUT"]
      // Only the problems themselves speak of these.
      const beforeOperations: ReadonlyArray<string> = ProblemCode.beforeOperations
      for (const code of ProblemCode.all) {
        const isReturned = !ofOthers.includes(code)
        if (!beforeOperations.includes(code)) assert.strictEqual(isNamedIn(ofOperations, code), isReturned, code)
        if (code !== "METHOD_NOT_ALLOWED") assert.strictEqual(isNamedIn(ofSchemas, code), isReturned, code)
      }
    })
  })
}

describe("What has no words", () => {
  const document = {
    components: {
      schemas: {
        Colour: { type: "string", enum: ["red", "green"], description: "A colour: `red`." },
        Silent: { type: "string" },
        Car: {
          type: "object",
          properties: {
            colour: { $ref: "#/components/schemas/Colour" },
            brand: { $ref: "#/components/schemas/Silent" },
            wheels: { type: "integer" },
            doors: { type: "integer", description: "The number of doors." }
          }
        }
      }
    }
  }

  it("is told of, by where it stands", () => {
    assert.deepStrictEqual(silentPlaces(document), [
      "#/components/schemas/Colour does not tell of green",
      "#/components/schemas/Car does not explain brand",
      "#/components/schemas/Car does not explain wheels"
    ])
  })
})
