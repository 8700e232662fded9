/** Text for property tests: a port that takes text gives it back as it was, whatever it is. */
import { Arbitrary, Schema } from "effect"

/** What text gets lost, cut, folded or misread over. */
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

/** Any well-formed text, the empty one too. */
export const any: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Union([awkward, Schema.String])), { maxLength: 6 }),
  (parts) => parts.join("").toWellFormed()
)

/** Bytes that differ where the text does: a byte for each unit of ASCII text, something else for the rest. */
export const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
