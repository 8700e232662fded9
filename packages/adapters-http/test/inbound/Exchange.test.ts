import { assert, it } from "@effect/vitest"
import { HttpServerResponse } from "effect/http"
import { finish, versionHeaders } from "../../src/inbound/versions/Exchange.ts"

const headers = versionHeaders({ "2025-01-01": {}, "2026-04-01": { deprecatedAt: new Date("2028-01-01T00:00:00Z") } })

const next = '</collections?cursor=c>; rel="next"'

const linkOf = (version: "2025-01-01" | "2026-04-01") =>
  finish(
    { requestId: "abcdefgh", version, versionHeaders: headers },
    HttpServerResponse.empty({ headers: { link: next } })
  ).headers["link"]

it("The link to the next page stays, beside the one that a deprecated version adds", () => {
  assert.strictEqual(linkOf("2025-01-01"), next)
  assert.strictEqual(linkOf("2026-04-01"), `${next}, </versions>; rel="deprecation"; type="application/json"`)
})
