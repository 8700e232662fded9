/** The comparison of the project's description of NextGenPSD2 with a description of the standard. */
import { assert, describe, it } from "vitest"
import { bankOpenApi } from "@sheaf/adapters-sandbox/tables"
import { compare } from "../../src/psd2/StandardComparison.ts"
import { objectOf } from "../../src/openapi/Json.ts"
import type { JsonObject } from "../../src/openapi/Json.ts"

const ours = bankOpenApi()

/** Replaces texts in the project's own description, to get a standard that differs in one place. */
const changed = (from: string | RegExp, to: string): JsonObject => {
  const text = JSON.stringify(ours)
  const other = text.replace(from, to)
  assert.notStrictEqual(other, text)
  return objectOf(JSON.parse(other))
}

describe("the comparison with a standard", () => {
  it("finds nothing in the same description", () => {
    const { compared, differences } = compare(ours, ours)
    assert.deepStrictEqual(differences, [])
    assert.isAbove(compared.operations, 10)
  })

  it.each([
    ["a missing path", /"\/v1\/card-accounts":/, '"/v1/cards":', "GET /v1/card-accounts: is not in the standard"],
    ["a missing member", /"frequencyPerDay":\{/, '"frequency":{', "body/frequencyPerDay: is not in the standard"],
    ["a required member", '"required":["href"]', '"required":["href","title"]', "/title: is required in the standard"],
    ["a missing parameter", '"name":"PSU-ID"', '"name":"PSU-Name"', "header PSU-ID: is not in the standard"],
    ["a missing value", '"terminatedByTpp",', "", "has values that the standard lacks: terminatedByTpp"],
    ["a missing value of a parameter", '"booked","pending","both"', '"booked"', "lacks: pending, both"],
    [
      "another type",
      '"recurringIndicator":{"type":"boolean"',
      '"recurringIndicator":{"type":"string"',
      "instead of string"
    ],
    ["a missing status", /"201":\{/, '"202":{', "POST /v1/consents 201: is not in the standard"],
    [
      "a missing header",
      /"ASPSP-SCA-Approach":\{/,
      '"ASPSP-Place":{',
      "header ASPSP-SCA-Approach: is not in the standard"
    ]
  ])("finds %s", (_, from, to, expected) => {
    const { differences } = compare(ours, changed(from, to))
    assert.isTrue(
      differences.some((line) => line.includes(expected)),
      differences.join("\n")
    )
  })

  it("compares a body with the kind that fits, if the standard has several", () => {
    const reference = `{"$ref":"#/components/schemas/AuthorisationConfirmation"}`
    const other = `{"type":"object","properties":{"psuData":{}},"required":["psuData"]}`
    assert.deepStrictEqual(compare(ours, changed(reference, `{"oneOf":[${other},${reference}]}`)).differences, [])
    assert.isNotEmpty(compare(ours, changed(reference, `{"oneOf":[${other}]}`)).differences)
  })

  it("finds a header that only the standard requires", () => {
    const standard = changed(/("name":"PSU-User-Agent","in":"header","required":)false/, "$1true")
    assert.isTrue(
      compare(ours, standard).differences.every((line) => line.endsWith("PSU-User-Agent: is required in the standard"))
    )
  })
})
