import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"

const own = (text: string) => ({ headers: { "x-request-id": text } })

layer(Client.layer)("X-Request-Id", (it) => {
  it.effect("is the caller's own when it fits", () =>
    Effect.gen(function* () {
      for (const text of ["abcd.EF-12_3", "12345678", "x".repeat(64)]) {
        assert.strictEqual((yield* send("/health", own(text))).header("x-request-id"), text)
      }
    })
  )

  it.effect("is a new one otherwise", () =>
    Effect.gen(function* () {
      for (const text of ["short", "x".repeat(65), "with space", "ids=199001012385", "a,b,c,d,e"]) {
        const id = (yield* send("/health", own(text))).header("x-request-id")
        assert.match(id ?? "", /^[A-Za-z0-9._-]{8,64}$/)
        assert.notStrictEqual(id, text)
      }
      const [first, second] = [yield* send("/health"), yield* send("/health")]
      assert.notStrictEqual(first.header("x-request-id"), second.header("x-request-id"))
    })
  )

  it.effect("is on every answer, and in every problem", () =>
    Effect.gen(function* () {
      for (const path of [
        "/companies/availability",
        "/collections/1/status",
        "/nothing",
        "/collections?x=1",
        "/docs"
      ]) {
        const answer = yield* send(path, own("my-own-id-7"))
        assert.strictEqual(answer.header("x-request-id"), "my-own-id-7")
        if (answer.status >= 400) assert.strictEqual(answer.problem.requestId, "my-own-id-7")
      }
    })
  )
})
