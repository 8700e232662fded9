import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as NextPage from "../src/inbound/handlers/NextPage.ts"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import { seen } from "./World.ts"

/** The address in `Link: <address>; rel="next"`. */
const nextOf = (answer: Client.Answer) => /^<([^>]+)>; rel="next"$/.exec(answer.header("link") ?? "")?.[1]

const sizeOf = (answer: Client.Answer) => (Array.isArray(answer.json) ? answer.json.length : undefined)

layer(Client.layer)("The list of collections", (it) => {
  const understood: ReadonlyArray<readonly [query: string, request: object]> = [
    ["", { limit: 50 }],
    ["?limit=1", { limit: 1 }],
    ["?limit=100", { limit: 100 }],
    ["?latest=true", { limit: 50, latest: true }],
    ["?latest=false", { limit: 50, latest: false }],
    ["?company=se-nordhem", { limit: 50, company: "se-nordhem" }],
    ["?externalReference=order%207%2F%C3%B6", { limit: 50, externalReference: "order 7/ö" }],
    ["?statusIn=RUNNING", { limit: 50, statusIn: ["RUNNING"] }],
    ["?statusIn=RUNNING,LOGIN", { limit: 50, statusIn: ["RUNNING", "LOGIN"] }],
    ["?statusIn=RUNNING&statusIn=LOGIN", { limit: 50, statusIn: ["RUNNING", "LOGIN"] }],
    ["?statusIn=RUNNING,LOGIN&statusIn=FAILED", { limit: 50, statusIn: ["RUNNING", "LOGIN", "FAILED"] }]
  ]

  for (const [query, request] of understood) {
    it.effect(`understands "${query}"`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* send(`/collections${query}`)).status, 200)
        assert.deepStrictEqual({ ...seen.list }, request)
      })
    )
  }

  it.effect("is paged through by its Link, with the same filters", () =>
    Effect.gen(function* () {
      const first = yield* send("/collections?limit=4&statusIn=RUNNING&externalReference=a%26b&latest=true")
      assert.strictEqual(sizeOf(first), 4)
      const next = nextOf(first)
      const second = yield* send(next ?? "there is no next page")
      assert.strictEqual(second.status, 200)
      const filters = { limit: 4, statusIn: ["RUNNING"], externalReference: "a&b", latest: true }
      assert.deepStrictEqual({ ...seen.list }, { ...filters, cursor: "page-2" })
      assert.isUndefined(second.header("link"), "the last page has no next one")
    })
  )

  it.effect("is kept by nobody", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("/collections")).header("cache-control"), "no-store")
    })
  )
})

it("The address of the next page repeats every filter, and nothing that was not asked", () => {
  assert.strictEqual(NextPage.link({ limit: 50 }, "c"), '</collections?limit=50&cursor=c>; rel="next"')
  assert.strictEqual(
    NextPage.link({ limit: 7, company: "se-nordhem", statusIn: ["RUNNING", "LOGIN"], cursor: "old" }, "a>b"),
    '</collections?statusIn=RUNNING%2CLOGIN&company=se-nordhem&limit=7&cursor=a%3Eb>; rel="next"'
  )
})
