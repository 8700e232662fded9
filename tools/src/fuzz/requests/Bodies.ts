/** Bodies that are malformed as text or as bytes. */
import type { Random } from "../../workshop/driver/Random.ts"

export interface BrokenBody {
  readonly aim: string
  readonly apply: (text: string, random: Random) => Buffer
}

const text = (aim: string, change: (text: string, random: Random) => string): BrokenBody => ({
  aim: `body: ${aim}`,
  apply: (whole, random) => Buffer.from(change(whole, random))
})

/** Changes a few bytes of a body. */
const flipped = (whole: string, random: Random): Buffer => {
  const bytes = Buffer.from(whole)
  for (let flips = random.int(1, 4); flips > 0 && bytes.length > 0; flips--) {
    bytes[random.int(0, bytes.length - 1)] = random.int(0, 255)
  }
  return bytes
}

export const brokenBodies: ReadonlyArray<BrokenBody> = [
  text("empty", () => ""),
  text("spaces", () => " \r\n\t "),
  text("cut off", (whole, random) => whole.slice(0, random.int(0, whole.length - 1))),
  text("without its end", (whole) => whole.slice(0, -1)),
  text("twice", (whole) => whole + whole),
  text("two lines of JSON", (whole) => `${whole}\n${whole}`),
  text("text after it", (whole) => `${whole} x`),
  text("a byte order mark", (whole) => `\ufeff${whole}`),
  text("a comment in it", (whole) => `${whole.slice(0, 1)}/* */${whole.slice(1)}`),
  text("a comma at its end", (whole) => `${whole.slice(0, -1)},}`),
  text("single quotes", (whole) => whole.replaceAll('"', "'")),
  text("as a JSON string", (whole) => JSON.stringify(whole)),
  text("in an array", (whole) => `[${whole}]`),
  text("in an object", (whole) => `{"data":${whole}}`),
  text("a form", () => "company=se-nordhem&loginMethod=EMAIL"),
  text("XML", () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  text("null", () => "null"),
  text("a number", () => "1e999"),
  text("a text", () => '"text"'),
  text("a member twice, once with an escape", (whole) =>
    whole.replace(/^\{"(.)([^"\\]*)"/, (first, letter: string, rest: string) => {
      const code = letter.charCodeAt(0).toString(16).padStart(4, "0")
      return `{"\\u${code}${rest}":null,${first.slice(1)}`
    })
  ),
  text("__proto__ twice", (whole) => whole.replace(/^\{/, '{"__proto__":{},"__proto__":{},')),
  text("not JSON", () => "NaN"),
  text("much space", (whole) => " ".repeat(100_000) + whole),
  text("too long", (whole) => " ".repeat(262_145) + whole),
  text("far too long", (whole) => " ".repeat(3_000_000) + whole),
  text("exactly the maximum length", (whole) => whole + " ".repeat(262_144 - Buffer.byteLength(whole))),
  text("a byte too long", (whole) => whole + " ".repeat(262_145 - Buffer.byteLength(whole))),
  { aim: "body: UTF-16", apply: (whole) => Buffer.from(`\ufeff${whole}`, "utf16le") },
  { aim: "body: Latin-1", apply: () => Buffer.from('{"company":"\u00e5"}', "latin1") },
  { aim: "body: overlong UTF-8", apply: () => Buffer.from([0x22, 0xc0, 0xaf, 0x22]) },
  { aim: "body: a surrogate in UTF-8", apply: () => Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]) },
  { aim: "body: zeros", apply: () => Buffer.alloc(64) },
  { aim: "body: every byte", apply: () => Buffer.from(Array.from({ length: 256 }, (_, index) => index)) },
  { aim: "body: some bytes changed", apply: flipped },
  { aim: "body: some more bytes changed", apply: flipped }
]
