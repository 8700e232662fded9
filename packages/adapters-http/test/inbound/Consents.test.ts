/** What of consents a world has to be made for: answers at certain moments, and users who are gone (decisions 9). */
import { assert, layer } from "@effect/vitest"
import { demonstrationKey, Speaker } from "@sheaf/adapters-http/testing"
import type { RequestOptions } from "@sheaf/adapters-http/testing"
import { Effect } from "effect"
import * as Client from "../Client.ts"
import { consents, persons, seen, tokens } from "../Persons.ts"

const asMaja = { "authorization-token": undefined, authorization: `Bearer ${tokens.maja}` }

for (const { version } of Speaker.all) {
  layer(Client.layer)(`A consent in ${version}`, (it) => {
    const sendIn = Client.sendIn(version)
    const send = (path: string, request: RequestOptions = {}) =>
      sendIn(path, { ...request, headers: { ...asMaja, ...request.headers } })

    it.effect("has a tag of everything that its status shows, the second of an animated code too", () =>
      Effect.gen(function* () {
        for (const [id, tag, retryAfter] of [
          ["waiting", `"waiting.4.${version}"`, "2"],
          ["scanning", `"scanning.4.${version}.7"`, "1"],
          ["authorized", `"authorized.4.${version}"`, undefined]
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
    )

    it.effect("is listed page by page, by its user and by the client of the user", () =>
      Effect.gen(function* () {
        const query = "statusIn=AUTHORIZED,FAILED&latest=true&company=se-nordhem&limit=1"
        const ofUser = `/users/${persons.maja.userId}/consents`
        for (const [path, headers] of [
          ["/consents", {}],
          [ofUser, { "authorization-token": demonstrationKey, authorization: undefined }]
        ] as const) {
          const page = yield* send(`${path}?${query}`, { headers })
          assert.strictEqual(page.status, 200)
          assert.deepStrictEqual<unknown>(seen.list, {
            statusIn: ["AUTHORIZED", "FAILED"],
            latest: true,
            company: "se-nordhem",
            limit: 1
          })
          assert.include(
            page.header("link"),
            `<${path}?latest=true&statusIn=AUTHORIZED%2CFAILED&company=se-nordhem&limit=1&cursor=page-2>; rel="next"`
          )
          const elsewhere = yield* send(`${path}?cursor=another`, { headers })
          assert.deepStrictEqual(
            elsewhere.problem.errors?.map(({ code, pointer }) => ({ code, pointer })),
            [{ code: "INVALID_CURSOR", pointer: "/query/cursor" }]
          )
        }
      })
    )

    it.effect("of a user who was erased meanwhile is not made: the token is dead", () =>
      Effect.gen(function* () {
        const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
        const answer = yield* send("/consents", {
          method: "POST",
          body: JSON.stringify({ company: "se-nordhem", parameters }),
          headers: { authorization: `Bearer ${tokens.erased}` }
        })
        assert.strictEqual(answer.problem.code, "INVALID_TOKEN")
        assert.strictEqual(answer.header("www-authenticate"), 'Bearer realm="sheaf", error="invalid_token"')
      })
    )
  })
}
