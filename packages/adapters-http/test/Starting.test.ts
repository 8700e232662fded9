import { assert, layer } from "@effect/vitest"
import { Collections, InvalidParameters } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Client from "./Client.ts"
import * as Speaker from "./bad-requests/Speaker.ts"
import * as World from "./World.ts"
import { ids, scenarios, seen } from "./World.ts"

for (const { accepted, start, starts, status, version } of Speaker.all) {
  const send = Client.sendIn(version)

  const post = (body: unknown, headers: Client.Request["headers"] = {}) =>
    send(starts, { method: "POST", body: JSON.stringify(body), headers })

  layer(Client.layer)(`A start in ${version}`, (it) => {
    it.effect("is answered with the status, which can be polled; nobody keeps it", () =>
      Effect.gen(function* () {
        const answer = yield* post(start("se-nordhem"))
        assert.strictEqual(answer.status, accepted.start)
        assert.strictEqual(answer.header("cache-control"), "no-store")
        assert.containsSubset(answer.json, { id: ids.running, company: "se-nordhem", status: "RUNNING" })
        assert.strictEqual((yield* send(status(ids.running))).status, 200)
      })
    )

    it.effect("may name a character set, and be told so in any case", () =>
      Effect.gen(function* () {
        for (const type of ["application/json; charset=utf-8", "Application/JSON", " application/json ;x=y"]) {
          assert.strictEqual((yield* post(start("se-nordhem"), { "content-type": type })).status, accepted.start)
        }
      })
    )

    it.effect("says the same to the use case, whatever the version", () =>
      Effect.gen(function* () {
        yield* post(start("se-nordhem"))
        assert.deepStrictEqual<unknown>(seen.start?.request, Speaker.speakers["2026-04-01"].start("se-nordhem"))
      })
    )
  })
}

const { start, starts } = Speaker.speakers["2026-04-01"]

const post = (path: string, body: unknown) => Client.send(path, { method: "POST", body: JSON.stringify(body) })

layer(Client.layer)("A start", (it) => {
  it.effect("says where its status is polled", () =>
    Effect.gen(function* () {
      const answer = yield* post(starts, start("se-nordhem"))
      assert.strictEqual(answer.header("location"), `/collections/${ids.running}/status`)
      assert.strictEqual((yield* Client.send(answer.header("location") ?? "")).status, 200)
    })
  )

  it.effect("for a product that the company does not offer is refused with its name", () =>
    Effect.gen(function* () {
      const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }
      const consent = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
      const { problem } = yield* post(starts, { ...start("se-nordhem"), parameters: [login, consent] })
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
        const answer = yield* post(starts, start("se-nordhem"))
        assert.strictEqual(answer.status, 413)
        assert.strictEqual(answer.problem.code, "BODY_TOO_LARGE")
        assert.deepStrictEqual<unknown>(answer.problem.errors, [tooLarge])
      })
    )
  }
)

for (const { accepted, supplementInfo, version } of Speaker.all) {
  const supply = (body: unknown) =>
    Client.sendIn(version)(supplementInfo(ids.waiting), { method: "POST", body: JSON.stringify(body) })

  layer(Client.layer)(`What a collection asked for, in ${version},`, (it) => {
    it.effect("is accepted; nobody keeps the answer", () =>
      Effect.gen(function* () {
        const input = { type: "TWO_FACTOR_CODE", value: "123456" } as const
        const answer = yield* supply(input)
        assert.strictEqual(answer.status, accepted.input)
        assert.strictEqual(answer.header("cache-control"), "no-store")
        assert.deepStrictEqual(seen.input, input)
      })
    )

    it.effect("is an instruction that was given", () =>
      Effect.gen(function* () {
        const respond = (etag: string) =>
          Client.sendIn(version)(supplementInfo(ids.qr), {
            method: "POST",
            body: JSON.stringify({ type: "RESPONSE_OBJECT", etag, headers: {}, response: null })
          })
        assert.strictEqual((yield* respond("instruction-1")).status, accepted.input)
        const { problem } = yield* respond("instruction-2")
        assert.strictEqual(problem.status, 422)
        assert.strictEqual(problem.code, "UNKNOWN_INSTRUCTION")
        assert.containsSubset(problem.errors, [{ pointer: "/etag" }])
      })
    )

    it.effect("may hold any JSON as the response of a device, down to a depth that is enough", () =>
      Effect.gen(function* () {
        const deep = JSON.parse("[".repeat(60) + "]".repeat(60))
        const body = { type: "RESPONSE_OBJECT", etag: "1", headers: { "set-cookie": ["a=b"] }, response: { deep } }
        // Read and understood; it is another kind than was asked for.
        assert.strictEqual((yield* supply(body)).problem.code, "WRONG_INPUT_TYPE")
      })
    )
  })

  layer(Client.layer)(`The sandbox in ${version}`, (it) => {
    const send = Client.sendIn(version)
    const expire = (id: string) => send(`/sandbox/collections/${id}/expire`, { method: "POST" })

    it.effect("lists its scenarios", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* send("/sandbox/scenarios")).json, scenarios)
      })
    )

    it.effect("lets the time run out that a collection waits for", () =>
      Effect.gen(function* () {
        const answer = yield* expire(ids.waiting)
        assert.strictEqual(answer.status, 202)
        assert.strictEqual(answer.header("cache-control"), "no-store")
        assert.containsSubset(answer.json, { id: ids.waiting, status: "TWO_FACTOR_PENDING" })
      })
    )

    it.effect("has nothing to let run out where nothing is waited for", () =>
      Effect.gen(function* () {
        const { problem } = yield* expire(ids.running)
        assert.strictEqual(problem.status, 409)
        assert.strictEqual(problem.code, "NOTHING_TO_EXPIRE")
        assert.include(problem.detail, "COLLECTING")
      })
    )

    it.effect("does not know collections of others", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* expire(ids.ofAnotherClient)).problem.code, "NOT_FOUND")
        assert.strictEqual((yield* expire("no-id")).problem.code, "NOT_FOUND")
      })
    )
  })
}

layer(Client.layer)("What a collection asked for", (it) => {
  it.effect("is answered with the status in 2026-04-01", () =>
    Effect.gen(function* () {
      const { supplementInfo } = Speaker.speakers["2026-04-01"]
      const answer = yield* post(supplementInfo(ids.waiting), { type: "TWO_FACTOR_CODE", value: "123456" })
      assert.containsSubset(answer.json, { id: ids.waiting, status: "TWO_FACTOR_PENDING" })
    })
  )
})
