import { assert, layer } from "@effect/vitest"
import { Collections, InvalidParameters } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import * as World from "./World.ts"
import { ids, scenarios } from "./World.ts"

const post = (path: string, body: unknown, headers: Client.Request["headers"] = {}) =>
  send(path, { method: "POST", body: JSON.stringify(body), headers })

const start = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }]
}

layer(Client.layer)("A start", (it) => {
  it.effect("is 201 with the status, and where it is polled; nobody keeps it", () =>
    Effect.gen(function* () {
      const answer = yield* post("/collections", start)
      assert.strictEqual(answer.status, 201)
      assert.strictEqual(answer.header("cache-control"), "no-store")
      assert.strictEqual(answer.header("location"), `/collections/${ids.running}/status`)
      assert.containsSubset(answer.json, { id: ids.running, collectionId: ids.running, status: "RUNNING" })
      assert.strictEqual((yield* send(answer.header("location") ?? "")).status, 200)
    })
  )

  it.effect("may name a character set, and be told so in any case", () =>
    Effect.gen(function* () {
      for (const type of ["application/json; charset=utf-8", "Application/JSON", " application/json ;x=y"]) {
        assert.strictEqual((yield* post("/collections", start, { "content-type": type })).status, 201)
      }
    })
  )

  it.effect("for a product that the company does not offer is refused with its name", () =>
    Effect.gen(function* () {
      const consent = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
      const { problem } = yield* post("/collections", { ...start, parameters: [...start.parameters, consent] })
      assert.strictEqual(problem.code, "PRODUCT_NOT_SUPPORTED")
      assert.include(problem.detail, "PSD2_AIS")
    })
  )
})

const tooLarge = {
  pointer: "/parameters/0/content",
  code: "BODY_TOO_LARGE",
  detail: "The file has more than 10 MiB."
} as const

const takesNoLargeFiles = Layer.effect(
  Collections,
  Effect.map(Collections, (collections) => ({
    ...collections,
    start: () => Effect.fail(new InvalidParameters({ violations: [tooLarge] }))
  }))
)

layer(Client.over(takesNoLargeFiles.pipe(Layer.provideMerge(World.layer))))(
  "A start with a file that is too large",
  (it) => {
    it.effect("is 413, and told which file", () =>
      Effect.gen(function* () {
        const answer = yield* post("/collections", start)
        assert.strictEqual(answer.status, 413)
        assert.strictEqual(answer.problem.code, "BODY_TOO_LARGE")
        assert.deepStrictEqual<unknown>(answer.problem.errors, [tooLarge])
      })
    )
  }
)

layer(Client.layer)("What a collection asked for", (it) => {
  const path = `/collections/${ids.waiting}/supplement-info`

  it.effect("is accepted with 202 and the status; nobody keeps it", () =>
    Effect.gen(function* () {
      const answer = yield* post(path, { type: "TWO_FACTOR_CODE", value: "123456" })
      assert.strictEqual(answer.status, 202)
      assert.strictEqual(answer.header("cache-control"), "no-store")
      assert.containsSubset(answer.json, { id: ids.waiting, status: "TWO_FACTOR_PENDING" })
    })
  )

  it.effect("may hold any JSON as the response of a device, down to a depth that is enough", () =>
    Effect.gen(function* () {
      const deep = JSON.parse("[".repeat(60) + "]".repeat(60))
      const body = { type: "RESPONSE_OBJECT", etag: "1", headers: { "set-cookie": ["a=b"] }, response: { deep } }
      // Read and understood; it is another kind than was asked for.
      assert.strictEqual((yield* post(path, body)).problem.code, "WRONG_INPUT_TYPE")
    })
  )
})

layer(Client.layer)("The scenarios of the sandbox", (it) => {
  it.effect("are listed in every version", () =>
    Effect.gen(function* () {
      for (const version of ["2025-01-01", "2026-04-01"]) {
        const answer = yield* send("/sandbox/scenarios", { headers: { "service-version": version } })
        assert.deepStrictEqual(answer.json, scenarios)
      }
    })
  )
})
