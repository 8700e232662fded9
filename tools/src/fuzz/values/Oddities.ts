/** Unusual values: texts, numbers and structures that are hard to parse, store or print. */
import { Members, Raw, write } from "./Json.ts"
import type { Json } from "./Json.ts"

/** Texts with unusual code points or lengths. */
export const texts: ReadonlyArray<string> = [
  "",
  " ",
  "\0",
  "a\0b",
  "\r\nX-Injected: yes",
  "\ud800",
  "a\udc00b",
  "\udc00\ud800",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}",
  "\u202egnp.exe\u202c",
  "\u2066\u2067\u2068\u2069",
  `e${"\u0301".repeat(300)}`,
  "\u1112\u1161\u11ab",
  "\ufeffbegins with a mark",
  "\ufdfa\ufffe\uffff",
  "\u2028\u2029\u0085",
  "I\u0307\u0131\u00df\ufb03",
  "\u{e0001}\u{e0041}",
  "NaN",
  "null",
  "undefined",
  "true",
  "-0",
  "1e400",
  "9".repeat(400),
  "__proto__",
  "constructor",
  "toString",
  "../../../../etc/passwd",
  "%00%2e%2e%2f",
  "'; DROP TABLE collection; --",
  "{{7*7}}${7*7}<%=7*7%>",
  "<script>alert(1)</script>",
  "http://169.254.169.254/latest/meta-data",
  "file:///etc/passwd",
  "::ffff:127.0.0.1",
  "fe80::1%eth0",
  "999.999.999.999",
  "9999-12-31",
  "0000-00-00",
  "2024-02-30",
  "-000001-01-01",
  "19900101-0000",
  "a@b",
  "@",
  `${"a".repeat(64)}@${"b".repeat(180)}.example`,
  "x".repeat(5_000),
  "\u{1f600}".repeat(3_000),
  "a".repeat(60_000)
]

/** Numbers as text. Some overflow or underflow a double, and some are not valid JSON. */
export const numbers: ReadonlyArray<string> = [
  ["0", "-0", "-1", "1.5", "1e400", "-1e400", "1e-400", "5e-324", "1.7976931348623157e308"],
  ["9007199254740993", "-9007199254740993", "18446744073709551616", "2147483648", "9".repeat(400)],
  [`0.${"1".repeat(400)}`, "NaN", "Infinity", "-Infinity", "01", "+1", ".5", "1.", "0x10", "1_000", "1e", "--1"]
].flat()

const nested = (depth: number, open: string, inner: string, close: string): Raw =>
  new Raw(open.repeat(depth) + inner + close.repeat(depth))

export const structures: ReadonlyArray<Json> = [
  null,
  true,
  false,
  [],
  [[]],
  [null],
  new Members([]),
  new Members([["length", 5]]),
  new Raw('{"__proto__":{"isAdmin":true}}'),
  new Raw('{"constructor":{"prototype":{"isAdmin":true}}}'),
  new Raw('{"toJSON":"x","then":"x","valueOf":null,"toString":null}'),
  new Raw('{"":""}'),
  new Raw('{"\\ud800":"\\udc00"}'),
  new Raw('{"a":1,"a":2}'),
  ...[63, 64, 65, 600, 20_000].flatMap((depth) => [
    nested(depth, "[", "", "]"),
    nested(depth, '{"a":', "1", "}"),
    nested(depth, '[{"type":', "[]", "}]")
  ]),
  Array.from({ length: 10_000 }, (_, index) => index),
  Array.from({ length: 30_000 }, () => new Raw("{}")),
  new Raw(`{${Array.from({ length: 5_000 }, (_, index) => `"m${index}":${index}`).join(",")}}`),
  new Raw("undefined"),
  new Raw("'single'"),
  new Raw('"\\x41"'),
  new Raw('"\\u12"'),
  new Raw('"a\u0001b"'),
  new Raw('"a\nb"'),
  new Raw("/* comment */1"),
  new Raw("[1,]"),
  new Raw('{"a":1,}'),
  new Raw("{a:1}"),
  new Raw("")
]

/** Member names that no schema has. */
export const names: ReadonlyArray<string> = [
  ["x", "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "toJSON", "length", "type ", "Type"],
  ["", " ", "\0", "a/b~c", "\ud800", "\u202e", "\u{1f600}", "$ref", "n".repeat(300), "k".repeat(40_000)]
].flat()

export const values: ReadonlyArray<Json> = [...structures, ...texts, ...numbers.map((text) => new Raw(text))]

/** Returns unusual or invalid variants of a valid object. */
export const ofMembers = ({ entries }: Members, name: string): ReadonlyArray<Members> => {
  const [first] = entries
  return [
    new Members([...entries, [name, "unknown"]]),
    new Members([[name, new Members([[name, []]])], ...entries]),
    new Members(entries.toReversed()),
    new Members(entries.map(([key, value]) => [key.toUpperCase(), value])),
    new Members(entries.map(([key, value]) => [` ${key}`, value])),
    ...(first === undefined
      ? []
      : [
          new Members([...entries, first]),
          new Members([...entries, [first[0], null]]),
          new Members([[first[0], new Raw(write(first[1]) + write(first[1]))], ...entries.slice(1)])
        ])
  ]
}

/** Returns unusual or invalid variants of a valid array. */
export const ofItems = (items: ReadonlyArray<Json>): ReadonlyArray<ReadonlyArray<Json>> => [
  [...items, ...items],
  [...items, null],
  Array.from({ length: 21 }, (_, index) => items[index % Math.max(1, items.length)] ?? null),
  Array.from({ length: 400 }, (_, index) => items[index % Math.max(1, items.length)] ?? null)
]
