/** What every {@link Sealer} does (architecture: everything personal is sealed or absent). */
import { assert, describe, layer } from "@effect/vitest"
import { Arbitrary, Context, Effect, Schema } from "effect"
import type { Layer } from "effect"
import { Sealer } from "../Sealer.ts"
import type { Place } from "../Sealer.ts"
import * as Text from "./Text.ts"

/** One sealer three times, while its keys are rotated. All have the same key for blind indexes. */
export class KeyRotation extends Context.Service<
  KeyRotation,
  {
    /** Has the old key only. */
    readonly before: Sealer["Service"]
    /** Seals with the new key; opens with both. */
    readonly during: Sealer["Service"]
    /** Has the new key only. */
    readonly after: Sealer["Service"]
  }
>()("@sheaf/ports/testing/KeyRotation") {}

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const bytes = Arbitrary.map(Arbitrary.array(Arbitrary.schema(between(0, 255))), (values) => Uint8Array.from(values))
const places: Arbitrary.Arbitrary<Place> = Arbitrary.all({ tenant: Text.any, record: Text.any })
const fractions = Arbitrary.map(Arbitrary.schema(between(0, 9_999)), (value) => value / 10_000)
const flips = Arbitrary.schema(between(1, 255))

const place: Place = { tenant: "client-one", record: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10/session" }
const secret = Text.bytes("the-password-of-maja")

/** Pairs of places that share a part, or read alike when their parts are joined or made into UTF-8 carelessly. */
const confusable: ReadonlyArray<readonly [Place, Place]> = [
  [
    { tenant: "a", record: "c" },
    { tenant: "b", record: "c" }
  ],
  [
    { tenant: "a", record: "b" },
    { tenant: "a", record: "c" }
  ],
  [
    { tenant: "a", record: "b/c" },
    { tenant: "a/b", record: "c" }
  ],
  [
    { tenant: "a", record: "b\u0000c" },
    { tenant: "a\u0000b", record: "c" }
  ],
  [
    { tenant: "", record: "ab" },
    { tenant: "ab", record: "" }
  ],
  [
    { tenant: "a", record: "\uD800" },
    { tenant: "a", record: "\uD801" }
  ],
  [
    { tenant: "a", record: "é" },
    { tenant: "a", record: "e\u0301" }
  ]
]

/** With these lengths, adapters may choose different ways to encrypt. */
const lengths = [0, 1, 1_000, 65_536, 1_048_576]

const refused = (sealer: Sealer["Service"], where: Place, sealed: Uint8Array) =>
  Effect.map(Effect.flip(sealer.open(where, sealed)), (error) => error.reason)

const contains = (whole: Uint8Array, part: Uint8Array): boolean =>
  whole.some((_, start) => part.every((byte, i) => whole[start + i] === byte))

/** Checks an adapter, and how it goes through a rotation of its keys. */
export const sealerContract = <E>(name: string, adapter: Layer.Layer<Sealer | KeyRotation, E>) =>
  layer(adapter)(`the sealer contract: ${name}`, (it) => {
    describe("bytes", () => {
      it.effect.prop("open in their place as they were", { where: places, plain: bytes }, ({ plain, where }) =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          assert.deepStrictEqual(yield* sealer.open(where, yield* sealer.seal(where, plain)), plain)
        })
      )

      it.effect.each(lengths)("of length %i open as they were, and refuse when one of them was changed", (length) =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          const plain = Uint8Array.from({ length }, (_, i) => i % 251)
          const sealed = yield* sealer.seal(place, plain)
          const opened = yield* sealer.open(place, sealed)
          assert.isTrue(opened.length === length && opened.every((byte, i) => byte === i % 251))
          const changed = Uint8Array.from(sealed)
          changed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
          assert.strictEqual(yield* refused(sealer, place, changed), "NOT_AUTHENTIC")
        })
      )

      it.effect.prop("open nowhere else", { one: places, other: places }, ({ one, other }) =>
        Effect.gen(function* () {
          if (one.tenant === other.tenant && one.record === other.record) return
          const sealer = yield* Sealer
          assert.strictEqual(yield* refused(sealer, other, yield* sealer.seal(one, secret)), "NOT_AUTHENTIC")
        })
      )

      it.effect.each(confusable)("open nowhere else, however alike two places look (%#)", ([one, other]) =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          assert.strictEqual(yield* refused(sealer, other, yield* sealer.seal(one, secret)), "NOT_AUTHENTIC")
          assert.strictEqual(yield* refused(sealer, one, yield* sealer.seal(other, secret)), "NOT_AUTHENTIC")
        })
      )

      it.effect.prop("refuse when any of them was changed", { at: fractions, flip: flips }, ({ at, flip }) =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          const sealed = yield* sealer.seal(place, secret)
          const index = Math.floor(at * sealed.length)
          const changed = sealed.map((byte, i) => (i === index ? byte ^ flip : byte))
          assert.include(["NOT_AUTHENTIC", "UNKNOWN_KEY"], yield* refused(sealer, place, changed))
        })
      )

      it.effect("refuse when any number of them is cut off, or one is added", () =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          const sealed = yield* sealer.seal(place, secret)
          for (let length = 0; length < sealed.length; length++) {
            assert.include(
              ["NOT_AUTHENTIC", "UNKNOWN_KEY"],
              yield* refused(sealer, place, sealed.subarray(0, length)),
              `cut to ${length}`
            )
          }
          assert.strictEqual(yield* refused(sealer, place, Uint8Array.of(...sealed, 0)), "NOT_AUTHENTIC")
        })
      )

      it.effect("do not show what was sealed, nor that the same was sealed twice", () =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          const [once, twice] = [yield* sealer.seal(place, secret), yield* sealer.seal(place, secret)]
          assert.isFalse(contains(once, secret))
          assert.isFalse(contains(once, secret.subarray(0, 8)))
          assert.notDeepEqual(once, twice)
        })
      )
    })

    describe("text", () => {
      it.effect.prop("opens in its place as it was", { where: places, plain: Text.any }, ({ plain, where }) =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          const sealed = yield* sealer.sealText(where, plain)
          assert.match(sealed, /^[A-Za-z0-9_-]+$/)
          assert.strictEqual(yield* sealer.openText(where, sealed), plain)
        })
      )

      it.effect("opens nowhere else", () =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          const sealed = yield* sealer.sealText(place, "cursor")
          const error = yield* Effect.flip(sealer.openText({ ...place, tenant: "client-two" }, sealed))
          assert.strictEqual(error.reason, "NOT_AUTHENTIC")
        })
      )

      it.effect.prop("that nobody sealed is refused", [Text.any], ([text]) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip((yield* Sealer).openText(place, text))
          assert.strictEqual(error._tag, "UnsealError")
        })
      )
    })

    describe("a blind index", () => {
      it.effect.prop("is the same for the same text in the same place", [places, Text.any], ([where, text]) =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          assert.deepStrictEqual(sealer.blindIndex(where, text), sealer.blindIndex({ ...where }, text))
        })
      )

      it.effect.prop("is another one for another text", [Text.any, Text.any], ([one, other]) =>
        Effect.gen(function* () {
          if (one === other) return
          const sealer = yield* Sealer
          assert.notDeepEqual(sealer.blindIndex(place, one), sealer.blindIndex(place, other))
        })
      )

      it.effect.each(confusable)("is another one in another place (%#)", ([one, other]) =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          assert.notDeepEqual(sealer.blindIndex(one, "text"), sealer.blindIndex(other, "text"))
        })
      )

      it.effect("does not show the text", () =>
        Effect.gen(function* () {
          const sealer = yield* Sealer
          assert.isFalse(contains(sealer.blindIndex(place, "the-password-of-maja"), secret.subarray(0, 8)))
        })
      )

      it.effect("is still found after the keys were rotated", () =>
        Effect.gen(function* () {
          const { after, before, during } = yield* KeyRotation
          const index = before.blindIndex(place, "reference")
          assert.deepStrictEqual(during.blindIndex(place, "reference"), index)
          assert.deepStrictEqual(after.blindIndex(place, "reference"), index)
        })
      )
    })

    describe("a rotation of keys", () => {
      it.effect("opens what the old key sealed while that key is still there", () =>
        Effect.gen(function* () {
          const { before, during } = yield* KeyRotation
          assert.deepStrictEqual(yield* during.open(place, yield* before.seal(place, secret)), secret)
        })
      )

      it.effect("seals with the new key from its beginning on", () =>
        Effect.gen(function* () {
          const { after, before, during } = yield* KeyRotation
          const sealed = yield* during.seal(place, secret)
          assert.deepStrictEqual(yield* after.open(place, sealed), secret)
          assert.strictEqual(yield* refused(before, place, sealed), "UNKNOWN_KEY")
        })
      )

      it.effect("opens nothing of the old key once that key is gone", () =>
        Effect.gen(function* () {
          const { after, before } = yield* KeyRotation
          assert.strictEqual(yield* refused(after, place, yield* before.seal(place, secret)), "UNKNOWN_KEY")
        })
      )
    })
  })
