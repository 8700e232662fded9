/** What the published document of version 2025-01-01 says that no other does (decisions 3). */
import { assert, describe, it } from "@effect/vitest"
import { head, ofNoVersion, oldest, operationIn, operationsOf, shared } from "./Documents.ts"
import type { Operation } from "./Documents.ts"

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
      "POST /wealth/collection": ["200", "400", "401", "403", "404", "406", "409", "413", "415", "429", "500", "503"],
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
