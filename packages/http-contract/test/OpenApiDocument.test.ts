import { assert, describe, it } from "@effect/vitest"
import { Api20250101, Api20260401, ProblemCode, SystemApi } from "@sheaf/http-contract"
import { OpenApi } from "effect/http-api"

interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>
  readonly headers: Readonly<Record<string, unknown>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  readonly parameters: ReadonlyArray<{ readonly name?: string; readonly in?: string; readonly $ref?: string }>
  readonly security: ReadonlyArray<object>
  readonly responses: Readonly<Record<string, Response>>
  readonly requestBody?: { readonly required: boolean }
}

interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly additionalProperties?: unknown; readonly description?: string }>
    >
    readonly headers: object
    readonly securitySchemes: object
  }
}

/** As a client would read it: through JSON. */
const published = (document: object): Document => JSON.parse(JSON.stringify(document))

const head = published(OpenApi.fromApi(Api20260401.addHttpApi(SystemApi)))
const oldest = published(OpenApi.fromApi(Api20250101.addHttpApi(SystemApi)))

const operationsOf = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation }))
  )

const operationIn = (document: Document, name: string): Operation => {
  const found = operationsOf(document).find((entry) => entry.name === name)
  if (found === undefined) throw new Error(`${name} is not documented`)
  return found.operation
}

const operation = (name: string) => operationIn(head, name)

const names = (document: Document) => operationsOf(document).map(({ name }) => name)

/** Of a user, who sends a token. */
const ofUsers = [
  "POST /consents",
  "GET /consents",
  "GET /consents/{consentId}",
  "DELETE /consents/{consentId}",
  "GET /consents/{consentId}/status"
]

const shared = [
  "GET /companies/availability",
  "GET /companies/supported-products",
  "POST /users",
  "GET /users",
  "GET /users/{userId}",
  "DELETE /users/{userId}",
  "POST /users/{userId}/sessions",
  "DELETE /users/{userId}/sessions",
  "GET /users/{userId}/consents",
  ...ofUsers,
  "GET /sandbox/scenarios",
  "GET /sandbox/consent-scenarios",
  "POST /sandbox/consents/{consentId}/expire"
]

/** The same route in every version, which answers in its terms. */
const expire = "POST /sandbox/collections/{collectionId}/expire"

const ofNoVersion = [
  "GET /",
  "GET /health",
  "GET /ready",
  "GET /versions",
  "GET /statuses",
  "GET /problems/{problem}",
  "GET /.well-known/jwks.json",
  "GET /consents/return/{state}",
  "GET /docs",
  "GET /docs/2025-01-01",
  "GET /docs/2026-04-01",
  "GET /openapi/2025-01-01.json",
  "GET /openapi/2026-04-01.json"
]

const ofCollections = [
  "POST /collections",
  "GET /collections",
  "GET /collections/{collectionId}/status",
  "DELETE /collections/{collectionId}",
  "POST /collections/{collectionId}/supplement-info",
  "GET /collections/{collectionId}/insurance/data",
  "GET /collections/{collectionId}/insurance/document/{documentId}",
  "GET /collections/{collectionId}/wealth/data",
  "GET /collections/{collectionId}/wealth/document/{documentId}"
]

const ofProducts = ["insurance", "wealth"].flatMap((product) => [
  `POST /${product}/collection`,
  `GET /${product}/collection/{collectionId}/status`,
  `GET /${product}/collection/{collectionId}/data`,
  `GET /${product}/collection/{collectionId}/document/{documentId}`,
  `POST /${product}/collection/{collectionId}/supplement-info`,
  `POST /${product}/collection/{collectionId}/add-contact-form-input`
])

/** What is so in every version is looked at in the document of each. */
const documents = [
  { version: "2025-01-01", document: oldest, served: [...shared, expire, ...ofNoVersion, ...ofProducts] },
  { version: "2026-04-01", document: head, served: [...shared, expire, ...ofNoVersion, ...ofCollections] }
]

for (const { document, served, version } of documents) {
  describe(`The document of ${version}`, () => {
    it("is OpenAPI 3.1 of its version", () => {
      assert.strictEqual(document.openapi, "3.1.0")
      assert.strictEqual(document.info.version, version)
    })

    it("documents every endpoint of specification 4 that is served, and no other", () => {
      assert.sameMembers(names(document), served)
    })

    it("calls its components what a person would call them", () => {
      for (const name of Object.keys(document.components.schemas)) {
        assert.match(name, /^[A-Z][A-Za-z0-9]*$/, name)
        assert.notMatch(name, /Encoded$|_\d+$/, name)
      }
    })

    it("describes every problem component, with an example", () => {
      const problems = Object.entries(document.components.schemas).filter(([name]) => name.endsWith("Problem"))
      assert.lengthOf(problems, 13)
      for (const [name, schema] of problems) {
        assert.isNotEmpty(schema.description, name)
        assert.containsSubset(schema, { examples: [{}] }, name)
      }
    })

    for (const { name, operation } of operationsOf(document)) {
      it(`says what ${name} does, once`, () => {
        assert.match(operation.operationId, /^[a-z][A-Za-z0-9]+$/)
        assert.match(operation.summary, /^[A-Z].*[^.]$/)
        assert.match(operation.description, /\.$/)
        const ids = operationsOf(document).filter((other) => other.operation.operationId === operation.operationId)
        assert.lengthOf(ids, 1)
      })

      it(`lists the problems of ${name} with their codes, as application/problem+json`, () => {
        for (const [status, response] of Object.entries(operation.responses)) {
          assert.isNotEmpty(response.description)
          assert.property(response.headers, "x-request-id")
          if (Number(status) < 400) continue
          assert.property(response.headers, "cache-control")
          const forPersons = name === "GET /consents/return/{state}" && status === "404"
          assert.deepStrictEqual(Object.keys(response.content ?? {}), [
            "application/problem+json",
            ...(forPersons ? ["text/html; charset=utf-8"] : [])
          ])
          const codes = Array.from(response.description.matchAll(/`([A-Z_]+)`/g), ([, code]) => code)
          assert.isNotEmpty(codes, `${status} names no code`)
          for (const code of codes) {
            const known = ProblemCode.all.find((other) => other === code)
            assert.strictEqual(known && String(ProblemCode.table[known].status), status, code)
          }
        }
      })
    }

    it("wants a credential and knows versions wherever they are looked at", () => {
      assert.deepStrictEqual(document.components.securitySchemes, {
        ApiKey: {
          type: "apiKey",
          name: "Authorization-token",
          in: "header",
          description: "The API key of the client."
        },
        Bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "The token of a user, out of `POST /users/{userId}/sessions` or of an issuer that the client trusts."
        }
      })
      const both = { ApiKey: [], Bearer: [] }
      for (const { name, operation } of operationsOf(document)) {
        const open = ofNoVersion.includes(name)
        const one = ofUsers.includes(name) ? { Bearer: [] } : { ApiKey: [] }
        assert.deepStrictEqual(operation.security, open ? [] : [one, both], name)
        const versioned = operation.parameters.some(({ $ref }) => $ref === "#/components/parameters/ServiceVersion")
        assert.strictEqual(versioned, !open, name)
        for (const { headers } of Object.values(operation.responses)) {
          assert.strictEqual("service-version" in headers && "vary" in headers, !open, name)
        }
      }
    })

    it("refers to nothing that is not there", () => {
      const references = Array.from(
        JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g),
        ([, path]) => path ?? ""
      )
      assert.isAbove(references.length, 100)
      for (const path of new Set(references)) {
        const target = path.split("/").reduce<unknown>((at, key) => Object(at)[key], document)
        assert.isDefined(target, path)
      }
    })

    it("knows no null", () => {
      assert.notInclude(JSON.stringify(document), '"null"')
    })

    it("tells kinds apart by the member that names them", () => {
      for (const [name, propertyName, kind, schema] of [
        ["WealthRecord", "type", "PSD2_SAVINGS_ACCOUNT", "BankAccount"],
        ["SupplementInfo", "type", "TWO_FACTOR_CODE", "TwoFactorCode"]
      ] as const) {
        const mapping = { [kind]: `#/components/schemas/${schema}` }
        assert.containsSubset(document.components.schemas[name], { discriminator: { propertyName, mapping } }, name)
      }
      assert.containsSubset(document.components.schemas["InsuranceRecord"], {
        properties: {
          insurance: {
            discriminator: {
              propertyName: "insuranceType",
              mapping: { animalInsurance: "#/components/schemas/AnimalInsurance" }
            }
          }
        }
      })
    })

    it("says what stands at the top of a body", () => {
      for (const name of [
        "InitiateCollectionRequest",
        "CollectionStatus",
        "WealthRecord",
        "CollectionId",
        "Timestamp"
      ]) {
        assert.isNotEmpty(document.components.schemas[name]?.description, name)
      }
    })
  })
}

describe("The document of 2026-04-01", () => {
  it("names each status of an operation, as decisions 12 have them", () => {
    const statuses = (name: string) => Object.keys(operation(name).responses)
    const data = ["200", "400", "401", "403", "404", "409", "410", "500"]
    const always = ["401", "403", "404", "406", "500"]
    const table: Readonly<Record<string, ReadonlyArray<string>>> = {
      "GET /companies/availability": ["200", "304", "400", "401", "403", "406", "500"],
      "POST /collections": ["201", "400", "401", "403", "404", "406", "409", "413", "415", "429", "500"],
      "DELETE /collections/{collectionId}": ["204", "400", "409", ...always],
      "POST /users": ["200", "201", "400", "401", "403", "406", "413", "415", "500"],
      "DELETE /users/{userId}": ["204", "400", ...always],
      "POST /users/{userId}/sessions": ["201", "400", ...always],
      "POST /consents": ["201", "400", "413", "415", ...always],
      "GET /consents/{consentId}/status": ["200", "304", "400", ...always],
      "DELETE /consents/{consentId}": ["200", "400", ...always],
      "GET /consents/return/{state}": ["200", "404", "500"],
      "GET /collections": ["200", "400", "401", "403", "404", "406", "500"],
      "GET /collections/{collectionId}/status": ["200", "304", "400", "401", "403", "404", "406", "500"],
      "POST /collections/{collectionId}/supplement-info": ["202", "400", "409", "413", "415", "422", ...always],
      "GET /collections/{collectionId}/wealth/data": [...data, "406"],
      "GET /collections/{collectionId}/wealth/document/{documentId}": data,
      "GET /ready": ["200", "400", "500", "503"]
    }
    for (const [name, expected] of Object.entries(table)) assert.sameMembers([...statuses(name)], [...expected], name)
  })

  it("shows the headers that answers carry", () => {
    const headersOf = (name: string, status: string) => operation(name).responses[status]?.headers
    assert.containsAllKeys(headersOf("POST /collections", "201"), ["location", "cache-control"])
    const supplement = "POST /collections/{collectionId}/supplement-info"
    assert.containsAllKeys(headersOf(supplement, "202"), ["cache-control"])
    assert.containsAllKeys(headersOf("GET /collections", "200"), ["link"])
    assert.containsAllKeys(headersOf("POST /collections", "429"), ["retry-after"])
    assert.containsAllKeys(headersOf("POST /users", "201"), ["location", "cache-control"])
    assert.containsAllKeys(headersOf("POST /consents", "201"), ["location", "cache-control"])
    assert.containsAllKeys(headersOf("GET /consents/{consentId}/status", "200"), ["etag", "retry-after"])
    const status = "GET /collections/{collectionId}/status"
    assert.containsAllKeys(headersOf(status, "200"), ["etag", "retry-after", "cache-control"])
    assert.containsAllKeys(headersOf(status, "304"), ["etag", "x-request-id", "service-version"])
    assert.containsAllKeys(headersOf(status, "401"), ["www-authenticate"])
    const document = "GET /collections/{collectionId}/insurance/document/{documentId}"
    assert.containsAllKeys(headersOf(document, "200"), [
      "content-disposition",
      "x-content-type-options",
      "cache-control"
    ])
  })

  it("shows query parameters as what they mean", () => {
    const parameters = operation("GET /collections").parameters
    assert.containsSubset(parameters, [
      { name: "latest", in: "query", required: false, schema: { type: "boolean" } },
      { name: "statusIn", style: "form", schema: { type: "array", items: {} } },
      { name: "limit", schema: { type: "integer", minimum: 1, maximum: 100, default: 50 } },
      { name: "cursor", schema: { type: "string" } }
    ])
  })

  it("closes what is sent, and leaves open what is answered", () => {
    const isClosed = (name: string) => head.components.schemas[name]?.additionalProperties === false
    for (const name of ["InitiateCollectionRequest", "Psd2AisConsentParameter", "SessionAttributes", "TwoFactorCode"]) {
      assert.isTrue(isClosed(name), name)
    }
    for (const name of ["CollectionStatus", "InsuranceRecord", "BadRequestProblem", "CompanyAvailability"]) {
      assert.isFalse(isClosed(name), name)
    }
  })
})

describe("The document of 2025-01-01", () => {
  it("says the same of what all versions share as the newest version", () => {
    // Where the changes of a version are told is a link beside that to the next page.
    const ofDeprecation = ["deprecated", "deprecation", "sunset", "link"]
    const withoutDeprecation = (described: Operation) =>
      JSON.stringify(described, (key, value: unknown) => (ofDeprecation.includes(key) ? undefined : value))
    for (const name of [...shared, ...ofNoVersion]) {
      assert.strictEqual(
        withoutDeprecation(operationIn(oldest, name)),
        withoutDeprecation(operationIn(head, name)),
        name
      )
    }
  })

  it("calls the schemas that came with the French market by its name", () => {
    const french = ["FrenchAccountInformation", "FrenchInsurance", "FrenchHolding", "FrenchPayoutDetail"]
    assert.containsAllKeys(oldest.components.schemas, french)
    for (const name of french) assert.notProperty(oldest.components.schemas, name.replace("French", ""))
    for (const name of french) assert.notProperty(head.components.schemas, name)
    assert.notInclude(JSON.stringify(oldest.components.schemas), "hasExclusiveOwnership")
  })

  it("names each status of an operation, as decisions 3 and 12 have them", () => {
    const table: Readonly<Record<string, ReadonlyArray<string>>> = {
      "POST /wealth/collection": ["200", "400", "401", "403", "404", "406", "409", "413", "415", "429", "500"],
      "GET /insurance/collection/{collectionId}/status": ["200", "304", "400", "401", "403", "404", "406", "500"],
      "GET /wealth/collection/{collectionId}/data": ["200", "400", "401", "403", "404", "406", "409", "410", "500"],
      "GET /wealth/collection/{collectionId}/document/{documentId}": [
        "200",
        "400",
        "401",
        "403",
        "404",
        "409",
        "410",
        "500"
      ],
      "POST /wealth/collection/{collectionId}/add-contact-form-input": [
        "200",
        "400",
        "401",
        "403",
        "404",
        "406",
        "409",
        "413",
        "415",
        "422",
        "500"
      ]
    }
    for (const [name, expected] of Object.entries(table)) {
      assert.sameMembers(Object.keys(operationIn(oldest, name).responses), [...expected], name)
    }
  })

  it("has no body where input is accepted", () => {
    for (const path of ["supplement-info", "add-contact-form-input"]) {
      const { responses } = operationIn(oldest, `POST /wealth/collection/{collectionId}/${path}`)
      assert.notProperty(responses["200"], "content")
    }
  })

  it("shows its own statuses, and fees that are always there", () => {
    assert.containsSubset(oldest.components.schemas["CollectionStatusValue"], {
      enum: ["REJECTED_INCORRECT_LOGIN_METHOD"]
    })
    assert.notInclude(JSON.stringify(oldest.components.schemas["CollectionStatusValue"]), "LOGIN_METHOD_NOT_APPLICABLE")
    assert.containsSubset(oldest.components.schemas["Pension"], { required: ["fees"] })
  })

  it("tells in the answers of the version that it is deprecated, and in no other", () => {
    for (const { name, operation: described } of operationsOf(oldest)) {
      const open = ofNoVersion.includes(name)
      for (const { headers } of Object.values(described.responses)) {
        assert.strictEqual("deprecation" in headers && "sunset" in headers, !open, name)
      }
    }
    assert.notInclude(JSON.stringify(head), "#/components/headers/Deprecation")
  })

  it("is deprecated in every operation that belongs to it, and in no other", () => {
    for (const { name, operation: described } of operationsOf(oldest)) {
      assert.strictEqual(described.deprecated === true, !ofNoVersion.includes(name), name)
    }
    for (const { name, operation: described } of operationsOf(head)) assert.notProperty(described, "deprecated", name)
  })

  it("promises to tell since when it is deprecated and where more is told, and when it ends only once there is a date", () => {
    assert.containsSubset(oldest.components.headers, {
      Deprecation: { required: true },
      DeprecationLink: { required: true },
      Sunset: { required: false }
    })
  })

  it("closes what is sent, at any depth", () => {
    for (const name of ["InitiateCollectionRequest", "CollectionInputMap", "NewConsentEntry", "ContactFormInput"]) {
      assert.isFalse(oldest.components.schemas[name]?.additionalProperties, name)
    }
  })
})
