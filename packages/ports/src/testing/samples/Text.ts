/** Strings for property tests. Ports must return any string unchanged. */
import { Arbitrary, Schema } from "effect"
import { BlindIndex } from "../../stores/Sealer.ts"

/** Strings that careless code would drop, truncate, case-fold or misread. */
const awkward = Schema.Literals([
  "\u0000",
  "\uFEFF",
  "\u2028",
  "\u202E",
  "\r\n",
  '"',
  "'",
  "\\",
  "\\u0000",
  "%",
  "/",
  "é",
  "e\u0301",
  "İ",
  "ß",
  "שלום",
  "保險",
  "😀",
  "null"
])

export const anyText: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Union([awkward, Schema.String])), { maxLength: 6 }),
  (parts) => parts.join("").toWellFormed()
)

/** Any well-formed string for an unsealed column. PostgreSQL cannot store NUL in text. */
export const storableText: Arbitrary.Arbitrary<string> = Arbitrary.map(anyText, (text) => text.replaceAll("\u0000", ""))

/** Returns one byte per character of `text`, which must be ASCII. */
export const textBytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** Returns an index with a single hash: the text itself. */
export const blindIndexOf = (text: string): BlindIndex => new BlindIndex(textBytes(text))
