/** Tests a bank that requires providers to confirm authorizations with the code from the return URL. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { banksWith, byApp, byRedirect, create, press, send } from "./Provider.ts"
import { suiteWith } from "../TestSuites.ts"

const decided = Effect.fnUntraced(function* (decision: string, headers: Readonly<Record<string, string>> = byRedirect) {
  const { body } = yield* create(headers)
  const started = body._links?.["scaRedirect"]
    ? body
    : (yield* send("POST", body._links?.["startAuthorisation"]?.href ?? "", { headers, body: {} })).body
  const pressed = yield* press(started._links?.["scaRedirect"]?.href ?? "", decision)
  const back = new URL(pressed.headers["location"] ?? "")
  const status = Effect.map(send("GET", `/v1/consents/${body.consentId}/status`), (read) => read.body.consentStatus)
  const code = back.searchParams.get("confirmationCode")
  return {
    link: started._links?.["confirmation"]?.href ?? "",
    code,
    page: started._links?.["scaRedirect"]?.href ?? "",
    status
  }
})

const confirm = (link: string, confirmationCode: string | null) => send("PUT", link, { body: { confirmationCode } })

suiteWith(banksWith({ own: "se-fjallbanken", needsConfirmation: true }))(
  "a bank that requires confirmations",
  (test) => {
    const explicit = { ...byRedirect, "tpp-explicit-authorisation-preferred": "true" }
    for (const [what, headers] of [
      ["implicit", byRedirect],
      ["explicit", explicit]
    ] as const) {
      test(`makes a consent valid with the code: ${what} start`, function* () {
        const { code, link, page, status } = yield* decided("approve", headers)
        assert.strictEqual(yield* status, "received")
        assert.strictEqual((yield* send("GET", link)).body.scaStatus, "unconfirmed")
        assert.strictEqual((yield* press(page, "refuse")).status, 410)
        assert.strictEqual((yield* confirm(link, code)).body.scaStatus, "finalised")
        assert.strictEqual(yield* status, "valid")
        assert.strictEqual((yield* confirm(link, code)).code, "SCA_INVALID")
        assert.strictEqual(yield* status, "valid")
      })
    }

    test("rejects a consent with a wrong code", function* () {
      const { code, link, status } = yield* decided("approve-fewer")
      assert.strictEqual((yield* confirm(link, `${code}x`)).body.scaStatus, "failed")
      assert.strictEqual(yield* status, "rejected")
      assert.strictEqual((yield* confirm(link, code)).code, "SCA_INVALID")
    })

    test("returns no code if the person refuses or cancels", function* () {
      for (const [decision, expected] of [
        ["refuse", "rejected"],
        ["cancel", "received"]
      ] as const) {
        const { code, link, status } = yield* decided(decision)
        assert.isNull(code)
        assert.strictEqual(yield* status, expected)
        assert.strictEqual((yield* confirm(link, "a code")).code, "SCA_INVALID")
      }
    })

    test("confirms nothing without a code, or at another authorization", function* () {
      const { link } = yield* decided("approve")
      assert.strictEqual((yield* confirm(link, null)).code, "FORMAT_ERROR")
      assert.strictEqual((yield* confirm(`${link}x`, "a code")).code, "RESOURCE_UNKNOWN")
    })

    test("needs no confirmation of a consent that the person authorizes in the bank's app", function* () {
      const { body } = yield* create(byApp("199001012385"))
      assert.notProperty(body._links, "confirmation")
      assert.strictEqual((yield* send("GET", `/v1/consents/${body.consentId}/status`)).body.consentStatus, "valid")
    })
  }
)
