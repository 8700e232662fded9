/**
 * Tests that the secret behind record ids survives a change of sealing keys and differs between databases (spec 10).
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, it } from "@effect/vitest"
import { Sealing } from "@sheaf/adapters-security"
import type { KeyRing } from "@sheaf/adapters-security"
import { RecordIds } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"
import { RecordIdsSql, Sqlite } from "../src/index.ts"
import * as Database from "./Database.ts"

const key = (id: string, byte: number): KeyRing.SealingKey => ({
  id,
  bytes: Redacted.make(new Uint8Array(32).fill(byte))
})
const [old, recent] = [key("2026", 1), key("2027", 2)]
const pepper = Redacted.make(new Uint8Array(32).fill(9))

const idIn = (file: string, ...[current, ...others]: readonly [KeyRing.SealingKey, ...Array<KeyRing.SealingKey>]) =>
  Effect.map(RecordIds, ({ of }) => of(["client", "USER", "maja"])).pipe(
    Effect.provide(
      RecordIdsSql.layer.pipe(
        Layer.provide(Layer.merge(Sealing.layer({ current, all: [current, ...others] }, pepper), Sqlite.layer(file))),
        Layer.provide(NodeCrypto.layer)
      )
    )
  )

it.effect("ids stay the same when a sealing key is replaced and then removed, and differ between databases", () =>
  Effect.gen(function* () {
    const file = yield* Database.DatabaseFile
    const id = yield* idIn(file, old)
    assert.strictEqual(yield* idIn(file, recent, old), id)
    assert.strictEqual(yield* idIn(file, recent), id)
    assert.notStrictEqual(yield* idIn(`${file}.other`, recent), id)
  }).pipe(Effect.provide(Database.file))
)
