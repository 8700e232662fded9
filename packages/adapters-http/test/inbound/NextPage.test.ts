/** The address of a list's next page (RFC 8288; decisions 11). */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { addresses } from "../../src/inbound/answers/Addresses.ts"
import * as NextPage from "../../src/inbound/handlers/NextPage.ts"

it.effect("The next page's address repeats the request's filters", () =>
  Effect.gen(function* () {
    const page = Effect.succeed({ items: [], next: "a>b" })
    const { headers } = yield* NextPage.answer(
      addresses.collections.list,
      { cursor: "c", limit: 7, company: "se-nordhem", statusIn: ["RUNNING", "LOGIN"] as const, latest: true },
      () => page
    )
    const query = "latest=true&statusIn=RUNNING%2CLOGIN&company=se-nordhem&limit=7&cursor=a%3Eb"
    assert.strictEqual(headers.link, `</collections?${query}>; rel="next"`)
  })
)
