/** The size limits of bodies, with and without a file (decisions 14). */
import { Speaker } from "@sheaf/adapters-http/testing"
import { assert, layer } from "@effect/vitest"
import { Collections } from "@sheaf/ports"
import { Effect, Fiber, Latch, Layer } from "effect"
import * as Client from "../Client.ts"
import * as World from "../World.ts"

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** A start with a file of this many characters, padded with `beside` further bytes. */
const startOf = (speaker: Speaker.Speaker, content: number, beside = 0) =>
  JSON.stringify(
    speaker.start({
      company: "se-nordhem",
      loginMethod: "PDF_UPLOAD",
      parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: `JVBERi0xLjcK${"A".repeat(content)}` }]
    })
  ).padEnd(content + beside, " ")

layer(Client.layer)("A start with a file", (it) => {
  for (const speaker of Speaker.all) {
    const start = (body: string) => Client.sendIn(speaker.version)(speaker.insurance.starts, { method: "POST", body })

    it.effect(`can exceed 256 KiB only with the file, in ${speaker.version}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* start(startOf(speaker, mebibyte))).status, speaker.accepted.start)
        const { problem } = yield* start(startOf(speaker, mebibyte, 257 * kibibyte))
        assert.strictEqual(problem.code, "BODY_TOO_LARGE")
        assert.match(problem.detail, /without the content of a PDF/)
      })
    )

    it.effect(`is not read beyond 14 MiB, in ${speaker.version}`, () =>
      Effect.gen(function* () {
        const { problem } = yield* start(startOf(speaker, 14 * mebibyte))
        assert.strictEqual(problem.code, "BODY_TOO_LARGE")
        assert.match(problem.detail, /14680064 bytes/)
      })
    )

    it.effect(`is not parsed if more than 256 KiB lie outside its strings, in ${speaker.version}`, () =>
      Effect.gen(function* () {
        const { problem } = yield* start("[],".repeat(mebibyte))
        assert.strictEqual(problem.code, "BODY_TOO_LARGE")
      })
    )

    it.effect(`can have 256 KiB without a file, in ${speaker.version}`, () =>
      Effect.gen(function* () {
        const body = JSON.stringify(
          speaker.start({
            company: "se-nordhem",
            loginMethod: "EMAIL",
            parameters: [{ type: "EMAIL", email: "maja@example.com" }]
          })
        )
        assert.strictEqual((yield* start(body.padEnd(255 * kibibyte))).status, speaker.accepted.start)
        assert.strictEqual((yield* start(body.padEnd(257 * kibibyte))).problem.code, "BODY_TOO_LARGE")
      })
    )
  }
})

layer(Client.layer)("A body without a file", (it) => {
  it.effect("can have 256 KiB, whatever its members are called", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({
        externalId: "maja",
        parameters: [{ type: "PDF_DOCUMENT", content: "A".repeat(257 * kibibyte) }]
      })
      const { problem, status } = yield* Client.send("/users", { method: "POST", body })
      assert.strictEqual(status, 413)
      assert.strictEqual(problem.code, "BODY_TOO_LARGE")
    })
  )
})

/** Starts that wait until the test opens the gate. */
const gate = Latch.makeUnsafe(false)
const slow = Layer.effect(
  Collections,
  Effect.map(Collections, (collections) => ({
    ...collections,
    start: (...order: Parameters<typeof collections.start>) =>
      Effect.andThen(Latch.await(gate), collections.start(...order))
  }))
)

layer(Client.over(slow.pipe(Layer.provideMerge(World.layer)), { largeBodies: 2 }))("Large bodies", (it) => {
  for (const speaker of Speaker.all) {
    const start = (content: number) => {
      const body = startOf(speaker, content)
      // A request object does not announce the length of its body.
      const headers = { "content-length": String(body.length) }
      return Client.sendIn(speaker.version)(speaker.insurance.starts, { method: "POST", body, headers })
    }

    it.effect(`beyond the limit are 503, and small bodies still pass, in ${speaker.version}`, () =>
      Effect.gen(function* () {
        yield* Latch.close(gate)
        const held = yield* Effect.forEach([1, 2], () => Effect.forkChild(start(mebibyte), { startImmediately: true }))
        const small = yield* Effect.forkChild(start(kibibyte), { startImmediately: true })
        const refused = yield* start(mebibyte)
        assert.strictEqual(refused.status, 503)
        assert.strictEqual(refused.problem.code, "TOO_MANY_LARGE_BODIES")
        assert.match(refused.headers.get("retry-after") ?? "", /^[1-9][0-9]*$/)
        yield* Latch.open(gate)
        for (const fiber of [...held, small]) {
          assert.strictEqual((yield* Fiber.join(fiber)).status, speaker.accepted.start)
        }
        assert.strictEqual((yield* start(mebibyte)).status, speaker.accepted.start)
      })
    )
  }
})
