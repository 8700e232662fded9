import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import * as World from "./World.ts"
import { ids } from "./World.ts"

const version = (text: string | undefined) => ({ headers: { "service-version": text } })

layer(Client.layer)("The header Service-Version", (it) => {
  it.effect("chooses the version, which answers under its name", () =>
    Effect.gen(function* () {
      for (const text of ["2025-01-01", "2026-04-01"]) {
        const answer = yield* send("/companies/availability", version(text))
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.header("service-version"), text)
        assert.strictEqual(answer.header("vary"), "Service-Version")
      }
    })
  )

  it.effect("left out means the lowest running version", () =>
    Effect.gen(function* () {
      const answer = yield* send("/companies/availability", version(undefined))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.header("service-version"), "2025-01-01")
    })
  )

  for (const text of ["2027-01-01", "2026-4-1", "latest", "", "2025-01-01, 2026-04-01", "2026-04-01;q=1"]) {
    it.effect(`is refused as "${text}", with the running versions named`, () =>
      Effect.gen(function* () {
        const answer = yield* send("/companies/availability", version(text))
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(answer.problem.code, "UNSUPPORTED_VERSION")
        assert.include(answer.problem.detail, "2025-01-01, 2026-04-01")
        assert.strictEqual(answer.header("vary"), "Service-Version")
        assert.isUndefined(answer.header("service-version"))
      })
    )
  }

  it.effect("is refused on routes of every version and of one alone", () =>
    Effect.gen(function* () {
      const paths = ["/companies/supported-products", "/sandbox/scenarios", "/collections", "/wealth/collection"]
      for (const path of paths) {
        assert.strictEqual((yield* send(path, version("2027-01-01"))).problem.code, "UNSUPPORTED_VERSION")
      }
    })
  )

  it.effect("is looked at before the credentials, and after the path", () =>
    Effect.gen(function* () {
      const headers = { "service-version": "2027-01-01", "authorization-token": undefined }
      assert.strictEqual((yield* send("/collections", { headers })).problem.code, "UNSUPPORTED_VERSION")
      assert.strictEqual((yield* send("/nothing", { headers })).problem.code, "UNKNOWN_ROUTE")
    })
  )

  it.effect("is ignored on open paths, which say nothing of versions", () =>
    Effect.gen(function* () {
      const open = ["/health", "/ready", "/versions", "/statuses", "/problems/internal", "/openapi/2026-04-01.json"]
      for (const path of open) {
        const answer = yield* send(path, version("junk"))
        assert.strictEqual(answer.status, 200)
        assert.isUndefined(answer.header("deprecation"))
        assert.isUndefined(answer.header("service-version"))
        assert.isUndefined(answer.header("vary"))
      }
    })
  )
})

/** A version, the paths that only the other one has, and the name of that one. */
const foreign = [
  [
    undefined,
    "2025-01-01",
    "2026-04-01",
    ["/collections", `/collections/${ids.running}/status`, "/collections/no-id/wealth/data"]
  ],
  [
    "2026-04-01",
    "2026-04-01",
    "2025-01-01",
    [
      "/wealth/collection",
      `/insurance/collection/${ids.running}/status`,
      `/wealth/collection/${ids.contactForm}/add-contact-form-input`
    ]
  ]
] as const

layer(Client.layer)("A path of another version", (it) => {
  for (const [asked, answering, holder, paths] of foreign) {
    for (const path of paths) {
      it.effect(`is 404 with the version that has it, whatever the method: ${path}`, () =>
        Effect.gen(function* () {
          for (const method of ["GET", "POST", "DELETE"]) {
            const answer = yield* send(path, { method, ...version(asked) })
            assert.strictEqual(answer.status, 404)
            assert.strictEqual(answer.problem.code, "NOT_IN_THIS_VERSION")
            assert.include(answer.problem.detail, holder)
            assert.strictEqual(answer.header("service-version"), answering)
          }
        })
      )
    }
  }

  it.effect("is told only to those with a key", () =>
    Effect.gen(function* () {
      const headers = { "service-version": undefined, "authorization-token": undefined }
      const missing = yield* send("/collections", { headers })
      assert.strictEqual(missing.problem.code, "MISSING_CREDENTIALS")
      assert.isDefined(missing.header("www-authenticate"))
      const wrong = yield* send("/collections", { headers: { ...headers, "authorization-token": "guess" } })
      assert.strictEqual(wrong.problem.code, "INVALID_API_KEY")
    })
  )
})

/** Of every kind: an answer, an answer without a body, a refusal of a route, one before any route, one of ours. */
const paths = [
  "/companies/availability",
  `/wealth/collection/${ids.running}/status`,
  "/wealth/collection/no-id/status",
  "/collections",
  "/nothing",
  `/wealth/collection/${ids.running}/data`
]

const deprecation = '</versions>; rel="deprecation"; type="application/json"'

layer(Client.layer)("A version that has a successor", (it) => {
  it.effect("says since when it is deprecated, and where to read on, in all of its answers", () =>
    Effect.gen(function* () {
      for (const path of paths) {
        for (const text of [undefined, "2025-01-01"]) {
          const answer = yield* send(path, version(text))
          // 2026-04-01T00:00:00Z
          assert.strictEqual(answer.header("deprecation"), "@1775001600", path)
          assert.strictEqual(answer.header("link"), deprecation, path)
          assert.isUndefined(answer.header("sunset"))
        }
      }
    })
  )

  it.effect("leads to what has changed", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("/versions", { headers: { "authorization-token": undefined } })).status, 200)
    })
  )
})

layer(Client.layer)("The newest version", (it) => {
  it.effect("says nothing of its end", () =>
    Effect.gen(function* () {
      for (const path of [...paths, "/collections?limit=2"]) {
        const answer = yield* send(path)
        assert.isUndefined(answer.header("deprecation"))
        assert.isUndefined(answer.header("sunset"))
        assert.notInclude(answer.header("link") ?? "", "deprecation")
      }
    })
  )
})

const sunsets = { "2025-01-01": new Date("2027-06-30T22:00:00Z"), "2026-04-01": new Date("2030-01-01T00:00:00Z") }

layer(Client.over(World.layer, { sunsets }))("A version with a day on which it ends", (it) => {
  it.effect("names the day in all of its answers", () =>
    Effect.gen(function* () {
      for (const path of paths) {
        const answer = yield* send(path, version(undefined))
        assert.strictEqual(answer.header("sunset"), "Wed, 30 Jun 2027 22:00:00 GMT", path)
        assert.strictEqual(answer.header("deprecation"), "@1775001600")
      }
    })
  )

  it.effect("names it in the list of versions", () =>
    Effect.gen(function* () {
      assert.containsSubset((yield* send("/versions")).json, [
        {
          version: "2025-01-01",
          status: "DEPRECATED",
          deprecatedAt: "2026-04-01T00:00:00.000Z",
          sunsetAt: "2027-06-30T22:00:00.000Z"
        },
        { version: "2026-04-01", status: "CURRENT", sunsetAt: "2030-01-01T00:00:00.000Z" }
      ])
    })
  )
})
