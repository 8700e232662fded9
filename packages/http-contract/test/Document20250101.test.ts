/** The differences between the published documents of version 2025-01-01 and the newest version (decisions 3). */
import { assert, describe, it } from "@effect/vitest"
import { head, ofNoVersion, oldest, operationIn, operationsOf, shared } from "./Documents.ts"
import type { Operation } from "./Documents.ts"

describe("The document of 2025-01-01", () => {
  it("describes shared operations as the newest version does", () => {
    // Besides the link to the next page, the `Link` header can contain a link to the list of changes.
    const ofDeprecation = ["deprecated", "deprecation", "sunset", "link"]
    const withoutDeprecation = ({ parameters, ...described }: Operation): unknown => {
      const others = parameters.filter(({ name }) => name !== "Service-Version")
      const text = JSON.stringify({ ...described, parameters: others }, (key, value: unknown) => {
        // Events name the version of their data.
        if (key === "version") return "of the document"
        return ofDeprecation.includes(key) ? undefined : value
      })
      return JSON.parse(text)
    }
    for (const name of [...shared, ...ofNoVersion]) {
      assert.deepStrictEqual(
        withoutDeprecation(operationIn(oldest, name)),
        withoutDeprecation(operationIn(head, name)),
        name
      )
    }
  })

  it("has the French prefix on schemas that came with the French market", () => {
    const french = ["FrenchAccountInformation", "FrenchInsurance", "FrenchHolding", "FrenchPayoutDetail"]
    assert.containsAllKeys(oldest.components.schemas, french)
    for (const name of french) assert.notProperty(oldest.components.schemas, name.replace("French", ""))
    for (const name of french) assert.notProperty(head.components.schemas, name)
    assert.notInclude(JSON.stringify(oldest.components.schemas), "hasExclusiveOwnership")
  })

  it("lists the statuses of each operation (decisions 3, 12)", () => {
    const table: Readonly<Record<string, ReadonlyArray<string>>> = {
      "POST /wealth/collection": [
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
        "429",
        "500",
        "503"
      ],
      "GET /insurance/collection/{collectionId}/status": [
        "200",
        "304",
        "400",
        "401",
        "403",
        "404",
        "406",
        "429",
        "500",
        "503"
      ],
      "GET /wealth/collection/{collectionId}/data": [
        "200",
        "400",
        "401",
        "403",
        "404",
        "406",
        "409",
        "410",
        "429",
        "500",
        "503"
      ],
      "GET /wealth/collection/{collectionId}/document/{documentId}": [
        "200",
        "400",
        "401",
        "403",
        "404",
        "409",
        "410",
        "429",
        "500",
        "503"
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
        "429",
        "500",
        "503"
      ]
    }
    for (const [name, expected] of Object.entries(table)) {
      assert.sameMembers(Object.keys(operationIn(oldest, name).responses), [...expected], name)
    }
  })

  it("has deprecation headers in the version's operations only", () => {
    for (const { name, operation: described } of operationsOf(oldest)) {
      const open = ofNoVersion.includes(name)
      for (const { headers } of Object.values(described.responses)) {
        assert.strictEqual("deprecation" in headers && "sunset" in headers, !open, name)
      }
    }
    for (const { operation: described } of operationsOf(head)) {
      for (const { headers } of Object.values(described.responses)) assert.notProperty(headers, "deprecation")
    }
  })

  it("marks the version's operations as deprecated, and no others", () => {
    for (const { name, operation: described } of operationsOf(oldest)) {
      assert.strictEqual(described.deprecated === true, !ofNoVersion.includes(name), name)
    }
    for (const { name, operation: described } of operationsOf(head)) assert.notProperty(described, "deprecated", name)
  })

  it("requires the deprecation headers, except for the sunset date", () => {
    assert.containsSubset(operationIn(oldest, "GET /users/{userId}").responses["200"]?.headers, {
      deprecation: { required: true },
      link: { required: true },
      sunset: { required: false }
    })
  })
})
