/** The differences between the published documents of version 2025-01-01 and the newest version (spec 2.2). */
import { assert, describe, it } from "@effect/vitest"
import { head, unversionedOperations, oldest, operationIn, operationsOf, shared } from "./Documents.ts"
import type { Operation } from "./Documents.ts"

describe("The document of 2025-01-01", () => {
  it("describes shared operations as the newest version does", () => {
    // Besides the link to the next page, the `Link` header can contain a link to the list of changes.
    const ofDeprecation = ["deprecated", "deprecation", "sunset", "link"]
    const withoutDeprecation = ({ parameters, ...described }: Operation): unknown => {
      const others = parameters.filter(({ name }) => name !== "Service-Version")
      const text = JSON.stringify({ ...described, parameters: others }, (key, value: unknown) => {
        // Ignores the version in events, because it differs between the documents.
        if (key === "version") return "of the document"
        return ofDeprecation.includes(key) ? undefined : value
      })
      return JSON.parse(text)
    }
    for (const name of [...shared, ...unversionedOperations]) {
      assert.deepStrictEqual(
        withoutDeprecation(operationIn(oldest, name)),
        withoutDeprecation(operationIn(head, name)),
        name
      )
    }
  })

  it("has deprecation headers in the version's operations only", () => {
    for (const { name, operation: described } of operationsOf(oldest)) {
      const open = unversionedOperations.includes(name)
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
      assert.strictEqual(described.deprecated === true, !unversionedOperations.includes(name), name)
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
