import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
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

  it.effect("is looked at before the credentials, and after the path", () =>
    Effect.gen(function* () {
      const headers = { "service-version": "2027-01-01", "authorization-token": undefined }
      assert.strictEqual((yield* send("/collections", { headers })).problem.code, "UNSUPPORTED_VERSION")
      assert.strictEqual((yield* send("/nothing", { headers })).problem.code, "UNKNOWN_ROUTE")
    })
  )

  it.effect("is ignored on open paths, which say nothing of versions", () =>
    Effect.gen(function* () {
      for (const path of ["/health", "/ready", "/openapi/2026-04-01.json"]) {
        const answer = yield* send(path, version("junk"))
        assert.strictEqual(answer.status, 200)
        assert.isUndefined(answer.header("service-version"))
        assert.isUndefined(answer.header("vary"))
      }
    })
  )
})

layer(Client.layer)("A path of another version", (it) => {
  const paths = ["/collections", `/collections/${ids.running}/status`, "/collections/no-id/wealth/data"]

  for (const path of paths) {
    it.effect(`is 404 with the version that has it, whatever the method: ${path}`, () =>
      Effect.gen(function* () {
        for (const method of ["GET", "POST", "DELETE"]) {
          const answer = yield* send(path, { method, headers: { "service-version": undefined } })
          assert.strictEqual(answer.status, 404)
          assert.strictEqual(answer.problem.code, "NOT_IN_THIS_VERSION")
          assert.include(answer.problem.detail, "2026-04-01")
          assert.strictEqual(answer.header("service-version"), "2025-01-01")
        }
      })
    )
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
