/** Laws for the codecs between an old version and the newest version (the head). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Arbitrary } from "effect"
import { isDeepStrictEqual } from "node:util"
import { applyLosses } from "../../src/versions/changes/VersionChange.ts"
import type { CodecLoss } from "../../src/versions/changes/VersionChange.ts"

const closed = { errors: "all", onExcessProperty: "error" } as const

export interface Subject<Head, Old, Wire> {
  readonly codec: Schema.Codec<Head, Wire>
  readonly head: Schema.Codec<Head, unknown>
  readonly old: Schema.Codec<Old, Wire>
  /** Generates values of the newest version that vary more than the values generated from the `head` schema. */
  readonly heads?: Arbitrary.Arbitrary<Head>
  readonly inexpressibleInOldVersion?: ReadonlyArray<CodecLoss<Head>>
  readonly oldCodecLosses?: ReadonlyArray<CodecLoss<Old>>
}

export const codecLaws = <Head, Old, Wire>(name: string, subject: Subject<Head, Old, Wire>): void => {
  const { codec, head, inexpressibleInOldVersion = [], heads, old, oldCodecLosses = [] } = subject
  const isHead = Schema.is(head)
  const readAsHead = Schema.decodeUnknownEffect(codec)
  const writeFromHead = Schema.encodeEffect(codec)
  const readAsOld = Schema.decodeUnknownEffect(old)
  const writeFromOld = Schema.encodeEffect(old)

  const headAndBack = (value: Head) => Effect.flatMap(writeFromHead(value), (wire) => readAsHead(wire, closed))
  const oldAndBack = Effect.fnUntraced(function* (value: Old) {
    const read = yield* readAsHead(yield* writeFromOld(value), closed)
    return yield* readAsOld(yield* writeFromHead(read), closed)
  })

  describe(name, () => {
    const headValues = { value: heads ?? Schema.toType(head) }
    const oldValues = { value: Schema.toType(old) }

    it.effect.prop("writes each of the head's values as JSON that the old version accepts", headValues, ({ value }) =>
      Effect.gen(function* () {
        const wire = yield* writeFromHead(value)
        yield* readAsOld(JSON.parse(JSON.stringify(wire)), closed)
      })
    )

    it.effect.prop("reads every old value as a value of the head", oldValues, ({ value }) =>
      Effect.gen(function* () {
        assert.isTrue(isHead(yield* readAsHead(yield* writeFromOld(value), closed)))
      })
    )

    it.effect.prop("loses only the declared information from a head value", headValues, ({ value }) =>
      Effect.gen(function* () {
        assert.deepEqual(yield* headAndBack(value), applyLosses(inexpressibleInOldVersion, value))
      })
    )

    it.effect.prop("loses only the declared information from an old value", oldValues, ({ value }) =>
      Effect.gen(function* () {
        assert.deepEqual(yield* oldAndBack(value), applyLosses(oldCodecLosses, value))
      })
    )

    it.prop(
      "returns the same object if a loss does not affect it",
      { head: headValues.value, old: oldValues.value },
      (it) => {
        const isSameOrLess = <A>(value: A, { forget }: CodecLoss<A>) =>
          forget(value) === value || !isDeepStrictEqual(forget(value), value)
        assert.isTrue(inexpressibleInOldVersion.every((loss) => isSameOrLess(it.head, loss)))
        assert.isTrue(oldCodecLosses.every((loss) => isSameOrLess(it.old, loss)))
      }
    )

    // Every declared loss must occur in its example, and the example must show no other loss.
    const observed = <A, E>(losses: ReadonlyArray<CodecLoss<A>>, andBack: (value: A) => Effect.Effect<A, E>) => {
      for (const loss of losses) {
        it.effect(`loses as declared: ${loss.description}`, () =>
          Effect.gen(function* () {
            const touching = losses.filter(({ forget }) => forget(loss.example) !== loss.example)
            assert.deepStrictEqual(touching, [loss])
            assert.notDeepEqual(yield* andBack(loss.example), loss.example)
          })
        )
      }
    }
    observed(inexpressibleInOldVersion, headAndBack)
    observed(oldCodecLosses, oldAndBack)
  })
}
