/** Files that the use case rejects as too large (decisions 2, 14). */
import { Speaker } from "@sheaf/adapters-http/testing"
import { assert, layer } from "@effect/vitest"
import { Collections, InvalidParameters } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Client from "../Client.ts"
import * as World from "../World.ts"

const detail = "The file has more than 10 MiB."

const takesNoLargeFiles = Layer.effect(
  Collections,
  Effect.map(Collections, (collections) => ({
    ...collections,
    start: () =>
      Effect.fail(
        new InvalidParameters({ violations: [{ pointer: "/parameters/0/content", code: "BODY_TOO_LARGE", detail }] })
      )
  }))
)

const start = {
  company: "se-nordhem",
  loginMethod: "PDF_UPLOAD",
  parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: "JVBERi0xLjcK" }]
} as const

const pointers = { "2025-01-01": "/input/PDF_CONTENT", "2026-04-01": "/parameters/0/content" }

layer(Client.over(takesNoLargeFiles.pipe(Layer.provideMerge(World.layer))))("A start with a large file", (it) => {
  for (const speaker of Speaker.all) {
    it.effect(`is 413 with a pointer to the file, in ${speaker.version}`, () =>
      Effect.gen(function* () {
        const body = JSON.stringify(speaker.start(start))
        const answer = yield* Client.sendIn(speaker.version)(speaker.wealth.starts, { method: "POST", body })
        assert.strictEqual(answer.status, 413)
        assert.strictEqual(answer.problem.code, "BODY_TOO_LARGE")
        const pointer = pointers[speaker.version]
        assert.deepStrictEqual<unknown>(answer.problem.errors, [{ pointer, code: "BODY_TOO_LARGE", detail }])
      })
    )
  }
})
