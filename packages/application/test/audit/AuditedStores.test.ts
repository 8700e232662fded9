/**
 * Tests that every method of an audited store writes an audit record, except the methods that are explicitly exempt.
 */
import { assert, expectTypeOf, it } from "@effect/vitest"
import { AuditLog } from "@sheaf/ports"
import type { AuditedAction } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import { AuditedStores } from "../../src/index.ts"

interface NoteMethods {
  readonly read: Effect.Effect<string>
  readonly write: (note: string) => Effect.Effect<void>
}

class Notes extends Context.Service<Notes, NoteMethods>()("test/Notes") {}

const { auditStore } = AuditedStores

it.effect("an audited store records each method that is not listed as one that records nothing", () =>
  Effect.gen(function* () {
    const recorded: Array<AuditedAction["action"]> = []
    let written = ""
    const notes = auditStore(Notes, ["read"], ({ write }, within) => ({
      write: (note) => within({ action: "DATA_READ", subject: {} }, write(note))
    }))
    const plain = Layer.succeed(Notes, {
      read: Effect.sync(() => written),
      write: (note) => Effect.sync(() => void (written = note))
    })
    const log = Layer.mock(AuditLog, {
      within: ({ action }, write) =>
        Effect.tap(
          write,
          Effect.sync(() => recorded.push(action))
        )
    })
    yield* Effect.gen(function* () {
      const { read, write } = yield* Notes
      yield* write("one")
      assert.strictEqual(yield* read, "one")
    }).pipe(Effect.provide(notes.pipe(Layer.provide(plain), Layer.provide(log))))
    assert.deepStrictEqual(recorded, ["DATA_READ"])
  })
)

it("an audited store does not compile without one of the methods that it must record", () => {
  type Recorded = ReturnType<Parameters<typeof auditStore<Notes, NoteMethods, "read">>[2]>
  expectTypeOf<Pick<NoteMethods, "write">>().toExtend<Recorded>()
  expectTypeOf<Pick<NoteMethods, "read">>().not.toExtend<Recorded>()
})
