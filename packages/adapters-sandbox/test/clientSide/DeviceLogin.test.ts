/**
 * Tests the login from a user's own device: the requests sent to the device, and the responses that the device may give
 * (spec 2.7).
 */
import { assert, describe, it } from "@effect/vitest"
import type { ResponseObject } from "@sheaf/domain/SupplementInfo"
import { Arbitrary, Schema } from "effect"
import { readResponses, requestsOf, firstRound } from "../../src/clientSide/DeviceLogin.ts"
import type { DeviceLogin, RoundOutcome } from "../../src/clientSide/DeviceLogin.ts"

const asking: DeviceLogin = { round: "SIGNATURE", cookie: "a-cookie", autoStartToken: "a-token", asked: 3 }

const response = (etag: string, body: Schema.Json, more?: Partial<ResponseObject>): ResponseObject => ({
  type: "RESPONSE_OBJECT",
  etag,
  statusCode: 200,
  headers: {},
  response: body,
  ...more
})

const cookie = { "Set-Cookie": ["other=1", "login=a-cookie; Path=/; Secure"] }
const refused: RoundOutcome = { type: "ENDED", status: "AUTHENTICATION_ERROR" }

describe("responses from a device", () => {
  it("are accepted as JSON or as text, with or without a status code", () => {
    const next: RoundOutcome = { type: "NEXT", login: { round: "DEVICE", cookie: "a-cookie" } }
    assert.deepStrictEqual(readResponses(firstRound, [response("start-1", { begun: true }, { headers: cookie })]), next)
    assert.deepStrictEqual(
      readResponses(firstRound, [response("start-1", '{"begun":true}', { headers: cookie })]),
      next
    )
    const { statusCode: _, ...without } = response("start-1", { begun: true, more: [1] }, { headers: cookie })
    assert.deepStrictEqual(readResponses(firstRound, [without]), next)
  })

  it("are matched by etag, in any order", () => {
    const login: DeviceLogin = { round: "DEVICE", cookie: "a-cookie" }
    const both = [response("terms-1", { accepted: true }), response("device-1", { accepted: true })]
    assert.deepStrictEqual(readResponses(login, both), { type: "NEXT", login: { round: "ORDER", cookie: "a-cookie" } })
    assert.deepStrictEqual(readResponses(login, both.slice(0, 1)), refused)
    const terms: RoundOutcome = { type: "NEXT", login: { round: "TERMS", cookie: "a-cookie" } }
    assert.deepStrictEqual(readResponses(login, both.slice(1)), terms, "a missing response is requested next")
  })

  it.each([
    [{ state: "PENDING" }, "PAUSE"],
    [{ state: "COMPLETE" }, "IDENTIFIED"],
    [{ state: "COMPLETE", personalNumber: "199001012385" }, "IDENTIFIED"],
    [{ state: "CANCELLED" }, "ENDED"]
  ] as const)("report the state of the signature: %o", (body, type) => {
    assert.strictEqual(readResponses(asking, [response("signature-3", body)]).type, type)
  })

  it("end the login if the company refuses or sets no cookie", () => {
    const signed = response("signature-3", { state: "COMPLETE" }, { statusCode: 403 })
    assert.deepStrictEqual(readResponses(asking, [signed]), refused)
    assert.deepStrictEqual(readResponses(firstRound, [response("start-1", { begun: true })]), refused)
    assert.deepStrictEqual(readResponses(asking, [response("signature-2", { state: "COMPLETE" })]), refused)
  })

  it.prop("end the login if they are unreadable", [Schema.Json, Schema.Int], ([body, statusCode]) => {
    for (const [login, etag] of [
      [firstRound, "start-1"],
      [asking, "signature-3"]
    ] as const) {
      const outcome = readResponses(login, [response(etag, body, { statusCode, headers: cookie })])
      assert.deepStrictEqual(outcome, refused, JSON.stringify(body))
    }
  })
})

describe("requests to a device", () => {
  const texts = Arbitrary.schema(Schema.String)

  it.prop("carry the cookie unchanged and go only to the site", [texts], ([value]) => {
    const site = { address: new URL("https://localhost:9443"), company: "se-nordhem", scenario: "client-side" }
    for (const round of ["DEVICE", "TERMS", "ORDER"] as const) {
      for (const { cookies, url } of requestsOf({ round, cookie: value }, site)) {
        assert.strictEqual(new URL(url).origin, "https://localhost:9443")
        assert.deepStrictEqual(
          cookies?.map((each) => [each.name, each.value, each.domain, each.path, each.secure, each.httpOnly]),
          [["login", value, "localhost", "/se-nordhem/client-side", true, true]]
        )
      }
    }
  })
})
