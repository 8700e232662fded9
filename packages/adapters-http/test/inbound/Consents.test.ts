/**
 * Tests consents in cases that the sandbox cannot produce: QR codes, and users who are erased during a request (spec
 * 2.4).
 */
import { assert, layer } from "@effect/vitest"
import { demoApiKey, VersionDialect } from "@sheaf/sandbox-site/testing"
import type { RequestOptions } from "@sheaf/sandbox-site/testing"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import * as Client from "../Client.ts"
import { consents, tokens } from "../TestUsers.ts"

const asMaja = { "authorization-token": undefined, authorization: `Bearer ${tokens.maja}` }

for (const speaker of VersionDialect.all) {
  const { version } = speaker
  layer(Client.layer)(`A consent in ${version}`, (it) => {
    const test = testsOf(it, Effect.void)

    const sendIn = Client.sendIn(version)
    const send = (path: string, request: RequestOptions = {}) =>
      sendIn(path, { ...request, headers: { ...asMaja, ...request.headers } })

    test("has a tag that changes with every second of an animated code", function* () {
      for (const [id, tag, retryAfter] of [
        ["waiting", `"waiting.4.${version}"`, "2"],
        ["scanning", `"scanning.4.${version}.7"`, "1"],
        ["authorized", `"authorized.4.${version}"`, "60"]
      ] as const) {
        const answer = yield* send(`/consents/${id}/status`)
        assert.deepStrictEqual<unknown>(answer.json, consents[id].body)
        assert.strictEqual(answer.header("etag"), tag)
        assert.strictEqual(answer.header("retry-after"), retryAfter)
        const again = yield* send(`/consents/${id}/status`, { headers: { "if-none-match": tag } })
        assert.strictEqual(again.status, 304)
        assert.strictEqual(again.text, "")
      }
    })

    test("of a user erased during the request gets INVALID_TOKEN", function* () {
      const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
      const stored = speaker.start({
        company: "se-nordhem",
        parameters: [{ type: "STORED_CONSENT", consentId: "c" }]
      })
      const erased = { authorization: `Bearer ${tokens.erased}` }
      for (const answer of [
        yield* send("/consents", {
          method: "POST",
          body: JSON.stringify({ company: "se-nordhem", parameters }),
          headers: erased
        }),
        yield* send(speaker.wealth.starts, {
          method: "POST",
          body: JSON.stringify(stored),
          headers: { ...erased, "authorization-token": demoApiKey }
        })
      ]) {
        assert.strictEqual(answer.problem.code, "INVALID_TOKEN")
        assert.strictEqual(answer.header("www-authenticate"), 'Bearer realm="sheaf", error="invalid_token"')
      }
    })
  })
}
