/** The published documents have a description and an example for each of their parts. */
import { assert, describe, it } from "@effect/vitest"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Contracts, Problem, ProblemCode, Sharing } from "@sheaf/http-contract"
import { schemaNamesInExamples } from "../src/openapi/ExampleSchemas.ts"

type Json = Readonly<Record<string, unknown>>

const published = (document: object): Json => Sharing.expandParts(JSON.parse(JSON.stringify(document)))

const documents: Readonly<Record<ApiVersion.ApiVersion, Json>> = {
  "2025-01-01": published(Contracts.openApiDocumentOf("2025-01-01")),
  "2026-04-01": published(Contracts.openApiDocumentOf("2026-04-01"))
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

const membersOf = (value: unknown): ReadonlyArray<readonly [string, Json]> =>
  Object.entries(objectOf(value)).map(([name, member]) => [name, objectOf(member)])

const at = (document: Json, ...path: ReadonlyArray<string>): Json =>
  path.reduce<Json>((value, name) => objectOf(value[name]), document)

const resolve = (document: Json, part: Json): Json => {
  const { $ref } = part
  return typeof $ref === "string" ? at(document, ...$ref.split("/").slice(1)) : part
}

const says = (part: Json): boolean => typeof part["description"] === "string" && /\S/.test(part["description"])

const isExplained = (document: Json, part: Json): boolean => says(part) || says(resolve(document, part))

const values = ["example", "examples", "enum", "const", "default", "required", "mapping"]

const partsOf = (value: unknown, place: string): ReadonlyArray<readonly [string, Json]> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => partsOf(item, `${place}/${index}`))
  if (!isObject(value)) return []
  const inside = Object.entries(value).filter(([name, member]) => !values.includes(name) || isObject(member))
  const { description } = value
  return [
    [place, value],
    ...inside.flatMap(([name, member]) =>
      partsOf(
        name === "schema" && description !== undefined ? { description, ...objectOf(member) } : member,
        `${place}/${name}`
      )
    )
  ]
}

const operationsOf = (document: Json): ReadonlyArray<readonly [string, Json]> =>
  membersOf(document["paths"]).flatMap(([path, item]) =>
    membersOf(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const)
  )

const untoldIn = ({ description, enum: listed }: Json): ReadonlyArray<string> =>
  Array.isArray(listed)
    ? listed.map(String).filter((value) => typeof description !== "string" || !description.includes(`\`${value}\``))
    : []

const silentPlaces = (document: Json): ReadonlyArray<string> =>
  partsOf(document, "#").flatMap(([place, part]) => [
    ...membersOf(part["properties"])
      .filter(([, property]) => !isExplained(document, property))
      .map(([name]) => `${place} does not describe ${name}`),
    ...(Array.isArray(part["enum"])
      ? untoldIn(part).map((value) => `${place} does not describe the value ${value}`)
      : [])
  ])

const isOfObjects = ({ oneOf, type }: Json): boolean => type === "object" || oneOf !== undefined

const hasExamples = ({ examples }: Json): boolean => Object.keys(Object(examples)).length > 0

const isShown = (document: Json, schema: Json): boolean =>
  hasExamples(schema) ||
  (Array.isArray(schema["oneOf"]) && schema["oneOf"].every((kind) => hasExamples(resolve(document, objectOf(kind)))))

const bodiesOf = (operation: Json): ReadonlyArray<readonly [string, Json]> => [
  ["the request", at(operation, "requestBody", "content", "application/json")],
  ...membersOf(operation["responses"]).map(
    ([status, response]) => [`the response ${status}`, at(response, "content", "application/json")] as const
  )
]

const ofConsole = ["CONSOLE_ELSEWHERE", "CONSOLE_LINK_USED", "CONSOLE_SESSION_REQUIRED"]

/** The codes of operations that only some services have. */
const ofAdditional = ["NOTHING_TO_EXPIRE"]

/** The problem codes of the Connect page's own calls. The OpenAPI documents omit these calls. */
const ofConnectPages = [
  "CROSS_SITE_REQUEST",
  "CONNECT_SESSION_NOT_FOUND",
  "CONNECT_SESSION_ELSEWHERE",
  "CONNECT_SESSION_ENDED",
  "CONNECT_PURPOSE_MISMATCH",
  "CONNECT_SESSION_EXPIRED"
]

for (const version of ApiVersion.supportedVersions) {
  const document = documents[version]
  const components = at(document, "components")

  describe(`The texts of ${version}`, () => {
    it("describe every member of every object, and every value of every enumeration", () => {
      const properties = partsOf(document, "#").flatMap(([, part]) => membersOf(part["properties"]))
      assert.isAbove(properties.length, 400)
      assert.deepStrictEqual(silentPlaces(document), [])
    })

    it("describe every schema, header and parameter", () => {
      const silent = membersOf(components["schemas"]).filter(([, component]) => !says(component))
      assert.deepStrictEqual(silent, [])
      for (const [name, { parameters, responses }] of operationsOf(document)) {
        const headers = membersOf(responses).flatMap(([, response]) => membersOf(response["headers"]))
        const all = [...Object.values(Object(parameters)).map(objectOf), ...headers.map(([, header]) => header)]
        for (const part of all) assert.isTrue(says(resolve(document, part)), `${name}: ${JSON.stringify(part)}`)
      }
    })

    it("have an example of every object, at its schema or in the example of a body", () => {
      const shown = schemaNamesInExamples(
        [...membersOf(document["paths"]), ...membersOf(document["webhooks"])].flatMap(([, item]) =>
          Object.values(item)
        ),
        objectOf(components["schemas"])
      )
      const unseen = membersOf(components["schemas"]).filter(
        ([name, schema]) => isOfObjects(schema) && !shown.has(name) && !isShown(document, schema)
      )
      assert.deepStrictEqual(
        unseen.map(([name]) => name),
        []
      )
    })

    it("have an example of every body", () => {
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

    it("list components in the order of their names", () => {
      const listed = membersOf(objectOf(JSON.parse(JSON.stringify(Contracts.openApiDocumentOf(version))))["components"])
      for (const [kind, parts] of listed) {
        if (kind === "securitySchemes") continue
        assert.deepStrictEqual(Object.keys(parts), Object.keys(parts).toSorted(), kind)
      }
    })

    it("list the version's problem codes, and no others", () => {
      const ofSchemas = membersOf(components["schemas"])
        .filter(([name]) => name.endsWith("Problem") || name === "ViolationCode")
        .map(([, schema]) => JSON.stringify(schema))
      const ofOperations = operationsOf(document).map(([, operation]) => JSON.stringify(operation["responses"]))
      const isNamedIn = (texts: ReadonlyArray<string>, code: string) =>
        texts.some((text) => text.includes(`\`${code}\``) || text.includes(`"${code}"`))
      const ofVersions =
        version === "2025-01-01"
          ? ["COLLECTION_NOT_CONFIRMED", "COLLECTION_NOT_ENDED", "CONSENT_NOT_RENEWABLE", "INPUT_NO_LONGER_PENDING"]
          : ["UNKNOWN_INPUT"]
      const ofOthers: ReadonlyArray<string> = [...ofVersions, ...ofConnectPages, ...ofConsole, ...ofAdditional]
      // Operations do not list these codes, but the problem schemas do.
      const beforeOperations: ReadonlyArray<string> = ProblemCode.preRoutingCodes
      for (const code of ProblemCode.all) {
        const isReturned = !ofOthers.includes(code)
        if (!beforeOperations.includes(code)) assert.strictEqual(isNamedIn(ofOperations, code), isReturned, code)
        if (ProblemCode.problemTable[code].status in Problem.schemasByStatus)
          assert.strictEqual(isNamedIn(ofSchemas, code), isReturned, code)
      }
    })
  })
}
