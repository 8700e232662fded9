/** Tests the normalization of request targets (RFC 3986 §6.2.2; RFC 9562 §4). */
import { assert, describe, it } from "@effect/vitest"
import { canonicalize, isPathTooLong } from "../../src/inbound/versions/ServedApi.ts"

const id = "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"

describe("a request target", () => {
  it.each([
    ["an id in upper case", `/users/${id.toUpperCase()}`, `/users/${id}`],
    [
      "an id in mixed case before a query",
      `/users/019A${id.slice(4)}/consents?limit=A`,
      `/users/${id}/consents?limit=A`
    ],
    ["an encoded id in upper case", `/users/%30%31%39%41${id.slice(4)}`, `/users/${id}`],
    ["an encoded letter", "/%73andbox/scenarios", "/sandbox/scenarios"],
    ["another word in upper case", "/Collections/ABC", "/Collections/ABC"],
    ["an encoded slash", "/collections/%2e%2E%2Fhealth", "/collections/..%2Fhealth"],
    ["a percent sign that was encoded twice", "/%2573andbox", "/%2573andbox"],
    ["bytes that are not text", "/%zz%C3", "/%zz%C3"],
    ["an encoded query", "/users?externalId=%41", "/users?externalId=%41"]
  ])("has one spelling: %s", (_, target, expected) => {
    assert.strictEqual(canonicalize(target), expected)
  })

  it("is too long if its path exceeds 1,024 characters, whatever its query", () => {
    assert.isFalse(isPathTooLong(`/${"a".repeat(1023)}?${"b".repeat(2000)}`))
    assert.isTrue(isPathTooLong(`/${"a".repeat(1024)}`))
    assert.isTrue(isPathTooLong(`/${"a".repeat(1024)}?b`))
  })
})
