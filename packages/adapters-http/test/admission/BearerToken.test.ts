/** Tests the `Authorization` header with one token, with several tokens, and with malformed values. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parseAuthorization } from "../../src/inbound/admission/Admission.ts"

const token = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9\-._~+/]{1,40}={0,2}$/))

describe("The Authorization header", () => {
  for (const [header, expected] of [
    [undefined, "None"],
    ["", "Other"],
    ["   ", "Other"],
    ["Basic bWFqYTpzZWNyZXQ=", "Other"],
    ["Bearertoken", "Other"],
    ["abc.def.ghi", "Other"],
    ["Bearer", "Malformed"],
    ["Bearer ", "Malformed"],
    ["Bearer abc def", "Malformed"],
    ["Bearer abc, Bearer def", "Malformed"],
    ["Bearer abc,def", "Malformed"],
    ["Bearer, Bearer abc", "Malformed"],
    ['Bearer "abc"', "Malformed"],
    ["Bearer =", "Malformed"],
    ["Bearer åäö", "Malformed"],
    ["Bearer abc.def.ghi", "Bearer"],
    ["bearer abc.def.ghi", "Bearer"],
    ["BEARER   abc.def.ghi ", "Bearer"],
    ["Bearer abc==", "Bearer"]
  ] as const) {
    it(`${header === undefined ? "(absent)" : `"${header}"`} is read as ${expected}`, () => {
      assert.strictEqual(parseAuthorization(header)._tag, expected)
    })
  }

  it.prop("with one token returns the token", [token], ([text]) => {
    assert.deepStrictEqual(parseAuthorization(`Bearer ${text}`), { _tag: "Bearer", token: text })
  })

  it.prop("with two tokens is malformed", [token, token], ([one, other]) => {
    assert.strictEqual(parseAuthorization(`Bearer ${one}, Bearer ${other}`)._tag, "Malformed")
  })
})
