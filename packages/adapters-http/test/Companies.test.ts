import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "./Client.ts"
import * as Speaker from "./bad-requests/Speaker.ts"

const companiesOf = (answer: Client.Answer) =>
  Array.isArray(answer.json) ? answer.json.map((entry: { readonly company: string }) => entry.company) : []

for (const { version } of Speaker.all) {
  layer(Client.layer)(`Companies in ${version}`, (it) => {
    const send = Client.sendIn(version)

    const filters: ReadonlyArray<readonly [query: string, companies: ReadonlyArray<string>]> = [
      ["", ["se-nordhem", "fr-lumiere"]],
      ["?market=fr", ["fr-lumiere"]],
      ["?product=INSURANCE", ["se-nordhem"]],
      ["?company=fr-lumiere&market=fr", ["fr-lumiere"]],
      ["?company=se-unheard-of", []],
      ["?market=lv", []]
    ]

    for (const [query, companies] of filters) {
      it.effect(`are filtered by "${query}"`, () =>
        Effect.gen(function* () {
          const answer = yield* send(`/companies/availability${query}`)
          assert.strictEqual(answer.status, 200)
          assert.deepStrictEqual(companiesOf(answer), companies)
        })
      )
    }

    it.effect("are sent again only when something has changed", () =>
      Effect.gen(function* () {
        for (const path of ["/companies/availability", "/companies/supported-products"]) {
          const answer = yield* send(path)
          const tag = answer.header("etag") ?? ""
          assert.match(tag, /^"[^"]+"$/)
          assert.strictEqual(answer.header("cache-control"), "private, no-cache")
          const again = yield* send(path, { headers: { "if-none-match": tag } })
          assert.strictEqual(again.status, 304)
          assert.strictEqual(again.bytes.length, 0)
          assert.strictEqual(again.header("etag"), tag)
          const other = yield* send(`${path}?market=fr`, { headers: { "if-none-match": tag } })
          assert.strictEqual(other.status, 200)
          assert.notStrictEqual(other.header("etag"), tag)
        }
      })
    )
  })
}
