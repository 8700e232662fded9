/** Unusual values: strings, numbers and structures that are hard to parse, store or print. */

export const strings: ReadonlyArray<string> = [
  ["", " ", "\0", "a\0b", "\r\nX-Injected: yes", "NaN", "null", "undefined", "true", "-0", "1e400", "9".repeat(400)],
  // Lone surrogates, joined and combined characters, direction marks, and characters whose length changes with their
  // case.
  ["\ud800", "a\udc00b", "\udc00\ud800", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", `e${"\u0301".repeat(300)}`],
  ["\u202egnp.exe\u202c", "\u2066\u2067\u2068\u2069", "\u1112\u1161\u11ab", "\ufeffbegins with a mark"],
  ["\ufdfa\ufffe\uffff", "\u2028\u2029\u0085", "I\u0307\u0131\u00df\ufb03", "\u{e0001}\u{e0041}"],
  ["__proto__", "constructor", "toString", "../../../../etc/passwd", "%00%2e%2e%2f", "'; DROP TABLE collection; --"],
  ["{{7*7}}${7*7}<%=7*7%>", "<script>alert(1)</script>", "http://169.254.169.254/latest/meta-data"],
  ["file:///etc/passwd", "::ffff:127.0.0.1", "fe80::1%eth0", "999.999.999.999"],
  ["9999-12-31", "0000-00-00", "2024-02-30", "-000001-01-01", "19900101-0000", "a@b", "@"],
  [`${"a".repeat(64)}@${"b".repeat(180)}.example`, "x".repeat(5_000), "\u{1f600}".repeat(3_000), "a".repeat(60_000)]
].flat()

/** JSON numbers, as strings. Some are too large or too small for a double, and some are not valid JSON. */
export const jsonNumbers: ReadonlyArray<string> = [
  ["0", "-0", "-1", "1.5", "1e400", "-1e400", "1e-400", "5e-324", "1.7976931348623157e308"],
  ["9007199254740993", "-9007199254740993", "18446744073709551616", "2147483648", "9".repeat(400)],
  [`0.${"1".repeat(400)}`, "NaN", "Infinity", "-Infinity", "01", "+1", ".5", "1.", "0x10", "1_000", "1e", "--1"]
].flat()

const nested = (depth: number): ReadonlyArray<string> => [
  "[".repeat(depth) + "]".repeat(depth),
  `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
  `${'[{"type":'.repeat(depth)}[]${"}]".repeat(depth)}`
]

const listed = (length: number, item: (index: number) => string): string =>
  Array.from({ length }, (_, at) => item(at)).join()

const structures: ReadonlyArray<string> = [
  ["null", "true", "false", "[]", "[[]]", "[null]", "{}", '{"length":5}', '{"":""}', '{"a":1,"a":2}'],
  ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['{"toJSON":"x","then":"x","valueOf":null,"toString":null}', '{"\\ud800":"\\udc00"}'],
  [63, 64, 65, 600, 20_000].flatMap(nested),
  [`[${listed(10_000, String)}]`, `[${listed(30_000, () => "{}")}]`, `{${listed(5_000, (at) => `"m${at}":${at}`)}}`],
  [
    "undefined",
    "'single'",
    '"\\x41"',
    '"\\u12"',
    '"a\u0001b"',
    '"a\nb"',
    "/* comment */1",
    "[1,]",
    '{"a":1,}',
    "{a:1}",
    ""
  ]
].flat()

export const jsonValues: ReadonlyArray<string> = [
  ...structures,
  ...jsonNumbers,
  ...strings.map((text) => JSON.stringify(text))
]

/** Member names that no schema has. */
export const memberNames: ReadonlyArray<string> = [
  ["x", "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "toJSON", "length", "type ", "Type"],
  ["", " ", "\0", "a/b~c", "\ud800", "\u202e", "\u{1f600}", "$ref", "n".repeat(300), "k".repeat(40_000)]
].flat()
