/** The facts that requests bring to their admission. */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import * as RequestAdmission from "../../src/inbound/admission/RequestAdmission.ts"
import * as RateLimiter from "../../src/inbound/limits/RateLimiter.ts"
import * as Rates from "../../src/inbound/limits/Rates.ts"
import { tokens } from "../TestUsers.ts"
import * as World from "../World.ts"

const request = HttpServerRequest.fromWeb(
  new Request("https://sheaf.test", {
    headers: {
      "authorization-token": World.apiKey,
      authorization: `Bearer ${tokens.maja}`,
      "sec-fetch-site": "cross-site"
    }
  })
)

layer(Layer.provideMerge(RateLimiter.layer(Rates.defaults), World.layer))("A page of another origin", (it) => {
  testsOf(it, Effect.void).each(["NONE", "KEY", "TOKEN", "PAGE"] as const)(
    "sends no request that demands its own origin and %s",
    function* (_, credentials) {
      const demand = { credentials, scope: undefined, requiresSameOrigin: true }
      const doors = yield* RequestAdmission.credentialVerifiers
      const pages = { ...doors.pages, baseUrl: Effect.succeed("https://sheaf.test") }
      const entered = RequestAdmission.admitRequest(
        { ...doors, pages },
        { request, requestId: "1" },
        { _tag: "Found", security: demand, ids: "" }
      )
      assert.strictEqual((yield* Effect.flip(entered))._tag, "CrossSite")
    }
  )
})
