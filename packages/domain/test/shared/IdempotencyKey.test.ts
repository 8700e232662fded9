/** The forms of idempotency keys (spec 8). */
import { assert, it } from "vitest"
import * as IdempotencyKey from "../../src/shared/IdempotencyKey.ts"

const longest = "x".repeat(255)

it.each([
  ["order-17", "order-17"],
  ['"order-17"', "order-17"],
  [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
  [String.raw`a"b\c`, String.raw`a"b\c`],
  ["a,b;c=d", "a,b;c=d"],
  ["!~", "!~"],
  [longest, longest],
  [`"${longest}"`, longest],
  [`"${String.raw`\"`.repeat(255)}"`, '"'.repeat(255)]
])("accepts the key %s", (field, key) => {
  assert.strictEqual(IdempotencyKey.parse(field), key)
})

it.each([
  "",
  '""',
  " ",
  '" "',
  "a b",
  '"a b"',
  "a, b",
  '"a", "b"',
  '"a", ',
  ", a",
  '"a',
  '"',
  '"a"b',
  '"a";p=1',
  String.raw`"a\b"`,
  String.raw`"a\"`,
  "nyckel-å",
  "a\u007f",
  "a\tb",
  `${longest}x`,
  `"${longest}x"`
])("rejects the field %o", (field) => {
  assert.isUndefined(IdempotencyKey.parse(field))
})
