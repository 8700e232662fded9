/** Tests that a response's `Link` header combines the handler's links with the version's. */
import { assert, it } from "@effect/vitest"
import { HttpServerResponse } from "effect/http"
import { versionHeaders, addCommonHeaders } from "../../src/inbound/versions/Exchange.ts"
import type { VersionHeaders } from "../../src/inbound/versions/Exchange.ts"

const newest = versionHeaders("2026-04-01", {})
const deprecated = versionHeaders("2025-01-01", { deprecatedAt: new Date("2028-01-01T00:00:00Z") })

const next = '</collections?cursor=c>; rel="next"'

const linkOf = (version: VersionHeaders) =>
  addCommonHeaders({ requestId: "abcdefgh", version }, HttpServerResponse.empty({ headers: { link: next } })).headers[
    "link"
  ]

it("A response has both its link to the next page and the deprecation link", () => {
  assert.strictEqual(linkOf(newest), next)
  assert.strictEqual(linkOf(deprecated), `${next}, </versions>; rel="deprecation"; type="application/json"`)
})
