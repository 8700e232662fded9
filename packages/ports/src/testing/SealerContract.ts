/** The contract of {@link Sealer} (architecture 6). */
import { assert, describe, layer } from "@effect/vitest"
import { Arbitrary, Context, Effect } from "effect"
import type { Layer } from "effect"
import { Sealer } from "../stores/Sealer.ts"
import type { EncryptionContext } from "../stores/Sealer.ts"
import * as Text from "./samples/Text.ts"
import { intBetween, testsOf } from "./samples/Fixture.ts"

export class KeyRotation extends Context.Service<
  KeyRotation,
  {
    readonly before: Sealer["Service"]
    readonly during: Sealer["Service"]
    readonly after: Sealer["Service"]
  }
>()("@sheaf/ports/testing/KeyRotation") {}

const bytes = Arbitrary.map(Arbitrary.array(Arbitrary.schema(intBetween(0, 255))), (values) => Uint8Array.from(values))
const places: Arbitrary.Arbitrary<EncryptionContext> = Arbitrary.all({ tenant: Text.anyText, record: Text.anyText })
const fractions = Arbitrary.map(Arbitrary.schema(intBetween(0, 9_999)), (value) => value / 10_000)
const flips = Arbitrary.schema(intBetween(1, 255))

const place = (tenant: string, record: string): EncryptionContext => ({ tenant, record })
const here = place("client-one", "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10/session")
const secret = Text.textBytes("the-password-of-maja")

/** Pairs of contexts that a careless join or UTF-8 conversion would confuse. */
const confusable: ReadonlyArray<readonly [EncryptionContext, EncryptionContext]> = [
  [place("a", "c"), place("b", "c")],
  [place("a", "b"), place("a", "c")],
  [place("a", "b/c"), place("a/b", "c")],
  [place("a", "b\u0000c"), place("a\u0000b", "c")],
  [place("", "ab"), place("ab", "")],
  [place("a", "\uD800"), place("a", "\uD801")],
  [place("a", "é"), place("a", "e\u0301")]
]

/** Lengths around which an adapter might switch algorithms. */
const lengths = [0, 1, 1_000, 65_536, 1_048_576]

const refused = (sealer: Sealer["Service"], where: EncryptionContext, sealed: Uint8Array) =>
  Effect.map(Effect.flip(sealer.open(where, sealed)), (error) => error.reason)

const contains = (whole: Uint8Array, part: Uint8Array): boolean =>
  whole.some((_, start) => part.every((byte, i) => whole[start + i] === byte))

export const sealerContract = <E>(name: string, adapter: Layer.Layer<Sealer | KeyRotation, E>) =>
  layer(adapter)(`the sealer contract: ${name}`, (it) => {
    const test = testsOf(it, Sealer)

    describe("bytes", () => {
      test.prop({ where: places, plain: bytes })("open unchanged in their place", function* (sealer, { plain, where }) {
        assert.deepStrictEqual(yield* sealer.open(where, yield* sealer.seal(where, plain)), plain)
      })

      test.each(lengths)("of length %i open unchanged, and do not open after a change", function* (sealer, length) {
        const plain = Uint8Array.from({ length }, (_, i) => i % 251)
        const sealed = yield* sealer.seal(here, plain)
        const opened = yield* sealer.open(here, sealed)
        assert.isTrue(opened.length === length && opened.every((byte, i) => byte === i % 251))
        const changed = Uint8Array.from(sealed)
        changed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
        assert.strictEqual(yield* refused(sealer, here, changed), "NOT_AUTHENTIC")
      })

      test.prop({ one: places, other: places })("open in no other place", function* (sealer, { one, other }) {
        if (one.tenant === other.tenant && one.record === other.record) return
        assert.strictEqual(yield* refused(sealer, other, yield* sealer.seal(one, secret)), "NOT_AUTHENTIC")
      })

      test.each(confusable)("open in no other place, even a similar place (%#)", function* (sealer, [one, other]) {
        assert.strictEqual(yield* refused(sealer, other, yield* sealer.seal(one, secret)), "NOT_AUTHENTIC")
        assert.strictEqual(yield* refused(sealer, one, yield* sealer.seal(other, secret)), "NOT_AUTHENTIC")
      })

      test.prop({ at: fractions, flip: flips })("do not open after any change", function* (sealer, { at, flip }) {
        const sealed = yield* sealer.seal(here, secret)
        const index = Math.floor(at * sealed.length)
        const changed = sealed.map((byte, i) => (i === index ? byte ^ flip : byte))
        assert.include(["NOT_AUTHENTIC", "UNKNOWN_KEY"], yield* refused(sealer, here, changed))
      })

      test("do not open after truncation or extension", function* (sealer) {
        const sealed = yield* sealer.seal(here, secret)
        for (let length = 0; length < sealed.length; length++) {
          assert.include(
            ["NOT_AUTHENTIC", "UNKNOWN_KEY"],
            yield* refused(sealer, here, sealed.subarray(0, length)),
            `cut to ${length}`
          )
        }
        assert.strictEqual(yield* refused(sealer, here, Uint8Array.of(...sealed, 0)), "NOT_AUTHENTIC")
      })

      test("reveal neither the plain text nor repeated values", function* (sealer) {
        const [once, twice] = [yield* sealer.seal(here, secret), yield* sealer.seal(here, secret)]
        assert.isFalse(contains(once, secret))
        assert.isFalse(contains(once, secret.subarray(0, 8)))
        assert.notDeepEqual(once, twice)
      })
    })

    describe("text", () => {
      test.prop({ where: places, plain: Text.anyText })(
        "opens unchanged in its place",
        function* (sealer, { plain, where }) {
          const sealed = yield* sealer.sealText(where, plain)
          assert.match(sealed, /^[A-Za-z0-9_-]+$/)
          assert.strictEqual(yield* sealer.openText(where, sealed), plain)
        }
      )

      test("opens in no other place", function* (sealer) {
        const sealed = yield* sealer.sealText(here, "cursor")
        const error = yield* Effect.flip(sealer.openText({ ...here, tenant: "client-two" }, sealed))
        assert.strictEqual(error.reason, "NOT_AUTHENTIC")
      })

      test.prop([Text.anyText])("does not open unless it was sealed", function* (sealer, [text]) {
        const error = yield* Effect.flip(sealer.openText(here, text))
        assert.strictEqual(error._tag, "UnsealError")
      })
    })

    describe("a blind index", () => {
      test.prop([places, Text.anyText])("is deterministic", (sealer, [where, text]) => {
        assert.deepStrictEqual(sealer.blindIndex(where, text).all, sealer.blindIndex({ ...where }, text).all)
      })

      test.prop([Text.anyText, Text.anyText])("differs for another text", (sealer, [one, other]) => {
        if (one === other) return
        assert.notDeepEqual(sealer.blindIndex(here, one).all, sealer.blindIndex(here, other).all)
      })

      test.each(confusable)("differs in another place (%#)", (sealer, [one, other]) => {
        assert.notDeepEqual(sealer.blindIndex(one, "text").all, sealer.blindIndex(other, "text").all)
      })

      test("does not reveal the text", (sealer) => {
        assert.isFalse(contains(sealer.blindIndex(here, "the-password-of-maja").written.bytes, secret.subarray(0, 8)))
      })

      test("stays the same after a rotation", function* () {
        const { after, before, during } = yield* KeyRotation
        const index = before.blindIndex(here, "reference")
        assert.deepStrictEqual(during.blindIndex(here, "reference").all, index.all)
        assert.deepStrictEqual(after.blindIndex(here, "reference").all, index.all)
      })
    })

    describe("a key rotation", () => {
      test("opens old bytes while the old key is present", function* () {
        const { before, during } = yield* KeyRotation
        assert.deepStrictEqual(yield* during.open(here, yield* before.seal(here, secret)), secret)
      })

      test("seals with the new key immediately", function* () {
        const { after, before, during } = yield* KeyRotation
        const sealed = yield* during.seal(here, secret)
        assert.deepStrictEqual(yield* after.open(here, sealed), secret)
        assert.strictEqual(yield* refused(before, here, sealed), "UNKNOWN_KEY")
      })

      test("does not open old bytes without the old key", function* () {
        const { after, before } = yield* KeyRotation
        assert.strictEqual(yield* refused(after, here, yield* before.seal(here, secret)), "UNKNOWN_KEY")
      })
    })
  })
