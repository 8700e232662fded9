/** The address of a list's next page (RFC 8288; decisions 11). */
import { assert, it } from "@effect/vitest"
import * as NextPage from "../../src/inbound/handlers/NextPage.ts"

it("The next page's address repeats the request's filters", () => {
  assert.strictEqual(NextPage.link("/collections", { limit: 50 }, "c"), '</collections?limit=50&cursor=c>; rel="next"')
  assert.strictEqual(
    NextPage.link("/users/u-1/consents", { limit: 7, company: "se-nordhem", statusIn: ["RUNNING", "LOGIN"] }, "a>b"),
    '</users/u-1/consents?statusIn=RUNNING%2CLOGIN&company=se-nordhem&limit=7&cursor=a%3Eb>; rel="next"'
  )
})
