/** Tests the rules for matching full names, with example names and with every letter of Unicode (spec 2.6). */
import { assert, describe, it } from "@effect/vitest"
import * as NameMatching from "../../src/users/NameMatching.ts"
import { fold, hasLetter } from "../../src/users/NameMatchingRule.ts"
import { matchesBothWays, matchesEitherWay, matches } from "./NameMatchingOracle.ts"
import type { NamePair } from "./NameMatchingOracle.ts"

const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
const charactersLike = (pattern: RegExp): ReadonlyArray<string> =>
  codePoints.map((code) => String.fromCodePoint(code)).filter((character) => pattern.test(character))

interface Rule {
  readonly rule: string
  readonly same: ReadonlyArray<NamePair>
  readonly different?: ReadonlyArray<NamePair>
}

const rules: ReadonlyArray<Rule> = [
  {
    rule: "letter case is ignored",
    same: [
      ["Anna Lindström", "ANNA LINDSTRÖM"],
      ["Strauß", "STRAUSS"],
      ["Strauß", "STRAUẞ"],
      ["İpek Yılmaz", "ipek yilmaz"],
      ["ışıl", "IŞIL"],
      ["Γιώργος", "ΓΙΏΡΓΟΣ"],
      ["ΟΔΥΣΣΕΥΣ", "Οδυσσευς"],
      ["ŉ", "ʼN"],
      ["ǰ", "J̌"],
      ["ﬁn", "FIN"],
      ["𐐨𐐩", "𐐀𐐁"]
    ]
  },
  {
    rule: "diacritics are ignored",
    same: [
      ["Åsa Öberg", "Asa Oberg"],
      ["Hélène Noël", "Helene Noel"],
      ["Łukasz Wójcik", "Lukasz Wojcik"],
      ["Nguyễn Thị Đào", "Nguyen Thi Dao"],
      ["Søren Kjær", "Soren Kjaer"],
      ["Sœur Lætitia", "Soeur Laetitia"],
      ["Ħal Ðuro", "Hal Duro"],
      ["Сергей Королёв", "Сергеи Королев"],
      ["أحمد", "احمد"],
      ["مُحَمَّد", "محمد"],
      ["Galla", "Gaŀla"],
      ["Galla", "Gal·la"]
    ],
    different: [
      ["Þór", "Thor"],
      ["Þór", "Tor"],
      ["Beŋ", "Ben"],
      ["Ŧor", "Tor"],
      ["Əli", "Eli"],
      ["Åse", "Aase"],
      ["Müller", "Mueller"],
      ["Anna", "Анна"],
      ["ʾ", "ʿ"]
    ]
  },
  {
    rule: "commas and white space separate",
    same: [
      ["Lindström, Anna", "Lindström Anna"],
      ["王､明", "王 明"],
      ["\tAnna\r\nLindström\u2028", "Anna Lindström"],
      [" , Anna ,, Lindström , ", "Anna Lindström"]
    ],
    different: [
      ["Anna,Lena", "Annalena"],
      ["Anna Lena", "Annalena"]
    ]
  },
  {
    rule: "a hyphenated name is one name, written together or apart",
    same: [
      ["Anna-Lena", "Annalena"],
      ["Anna-Lena", "Anna Lena"],
      ["Anna-Lena", "Lena Anna"],
      ["Anna-Lena", "Anna‐Lena"],
      ["Anna‑Lena", "Annalena"],
      ["Anna–Lena", "Anna Lena"],
      ["Anna—Lena", "Anna Lena"],
      ["Anna−Lena", "Anna Lena"],
      ["Anna－Lena", "Anna Lena"],
      ["Anna﹣Lena", "Annalena"],
      ["Anna\u00adLena", "Annalena"],
      ["Anna - Lena", "Anna Lena"],
      ["-Anna-", "Anna"],
      ["כהן־לוי", "כהן לוי"],
      ["Anna-Lena Berg", "Berg, Annalena Karin"],
      ["Anna-Lena Berg", "Berg, Anna Karin Lena"],
      ["Anna-Lena Karin Berg", "Berg, Anna Lena"],
      ["Anna-Lena Berg-Ek", "Annalena Berg Ek"],
      ["Anna-Lena Berg-Ek Karin", "Bergek, Anna Lena"],
      ["Anna-Lena Berg", "Lena-Anna Berg"],
      ["Anna-Lena Lena", "Lena"],
      ["Anna-Lena Lena", "Lena Anna-Lena Berg"],
      ["Anna-Lena Anna-Lena", "Annalena"],
      ["Anna-Anna", "Anna"],
      ["Anna-Lena-Maria Ek", "Lena Maria Anna Ek"],
      ["Anna-Lena-Maria Ek", "Annalena-Maria Ek"],
      ["Anna--Lena", "Annalena"],
      ["Anna-Lena Anna-Maria", "Annalena Anna Maria"],
      ["Anna-Lena Lena-Maria", "Anna Lena Maria"]
    ],
    different: [
      ["Anna-Lena", "Lena"],
      ["Anna-Lena Lind", "Lena Lind"],
      ["Anna-Lena Lind", "Anna Lind"],
      ["Anna-Lena Berg-Ek", "Annalena Berg"],
      ["Anna-Lena Berg-Ek", "Anna Lena Ek"],
      ["Anna-Lena-Maria", "Anna Lena"],
      ["Anna-Lena-Maria", "Annalena Maria"],
      ["Anna-Lena Anna-Maria", "Anna Lena Lind"],
      ["Anna-Lena Anna-Maria Lind", "Anna Lena Lind Ek"],
      ["Anna-Lena Anna-Lena", "Lena"],
      ["Anna-Lena", "Lenaanna"]
    ]
  }
]

describe("The rules of spec 2.6", () => {
  describe.each(rules)("$rule", ({ different = [], same }) => {
    for (const row of same) it(`${JSON.stringify(row)} match`, () => assert.isTrue(matchesBothWays(row)))
    for (const row of different) it(`${JSON.stringify(row)} do not match`, () => assert.isFalse(matchesEitherWay(row)))
  })

  it.each([
    ["", ""],
    [" ", " "],
    ["-", "-"],
    ["'", "'"],
    [", ,", ", ,"],
    ["\u0301", "\u0301"],
    ["\u200b", "\u200b"],
    ["", "Anna"],
    ["-", "Anna"]
  ] as const)("a text without comparable characters matches nothing: %j, %j", (...row) =>
    assert.isFalse(matchesEitherWay(row))
  )

  it.each<NamePair>([
    ["Anna\u200bLena", "Annalena"],
    ["\ufeffAnna", "Anna"],
    ["\u202aAnna\u202c", "Anna"],
    ["An\u0000na", "Anna"]
  ])("invisible characters do not count: %j = %j", (...row) => assert.isTrue(matchesBothWays(row)))

  it.each<NamePair>([
    ["J. R. Berg", "J R Berg"],
    ["Anna 2", "Anna 3"],
    ["Anna (Berg)", "Anna Berg"]
  ])("other characters count: %s is not %s", (...row) => assert.isFalse(matchesEitherWay(row)))
})

describe("Every letter", () => {
  const root = new Intl.Collator("und", { sensitivity: "base" })
  const latinLetters = charactersLike(/^(?=\p{Script=Latin})\p{L}$/u)
  /** For two letters, spec 2.6 departs from Unicode's root collation: ı equals i, and ŉ loses its apostrophe. */
  const collated = latinLetters.filter((letter) => letter !== "ı" && letter !== "ŉ")
  const alphabet = Array.from("abcdefghijklmnopqrstuvwxyz")
  const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second))

  it("of the Latin script folds like the letters and letter pairs that the root collation equates with it", () => {
    const [first = "", ...others] = [...collated, ...pairs].toSorted(root.compare)
    const classes = [[first]]
    for (const text of others) {
      const last = classes.at(-1)
      if (last?.[0] !== undefined && root.compare(last[0], text) === 0) last.push(text)
      else classes.push([text])
    }
    assert.isAbove(collated.length, 1400)
    assert.isAbove(classes.length, 700)
    assert.deepStrictEqual(
      classes.filter((alike) => new Set(alike.map(fold)).size > 1),
      []
    )
    assert.strictEqual(new Set(classes.map(([text = ""]) => fold(text))).size, classes.length)
  })

  it("of the Latin script matches the letters that fold the same", () => {
    const byFold = Map.groupBy(latinLetters, fold)
    for (const alike of byFold.values()) for (const letter of alike) assert.isTrue(matches(letter, alike[0] ?? ""))
    const [...representatives] = byFold.values()
    for (const [index, [letter = ""]] of representatives.entries()) {
      const [next = ""] = representatives[index + 1] ?? []
      assert.isFalse(matches(letter, next))
    }
  })

  it("ı equals i, and ŉ equals n", () => {
    assert.strictEqual(fold("ı"), fold("i"))
    assert.strictEqual(fold("ŉ"), fold("n"))
  })

  it("of any script matches itself in every case and normalization, except apostrophes and marks", () => {
    const { matches } = NameMatching
    // Ideographs have neither case nor marks, so one ideograph per block is enough.
    const letters = charactersLike(/^\p{L}$/u).filter((letter) => {
      const isIdeograph = /\p{Unified_Ideograph}|\p{Script=Tangut}|\p{Script=Hangul}/u.test(letter)
      return !isIdeograph || (letter.codePointAt(0) ?? 0) % 64 === 0
    })
    const without = letters.filter((letter) => !matches(letter, letter))
    assert.match(
      without.join(""),
      /^[\u02b9-\u02bd\u02c8\u02ca\u02cb\u0374\u037a\ufc5e-\ufc63\ufe70-\ufe7f\uff9e\uff9f]+$/
    )
    assert.deepStrictEqual(
      without,
      letters.filter((letter) => !hasLetter(letter))
    )
    const compared = letters.filter(hasLetter)
    const spelled = (letter: string) => [letter.toLowerCase(), letter.normalize("NFC"), letter.normalize("NFD")]
    assert.deepStrictEqual(
      compared.filter((letter) => spelled(letter).some((other) => !matches(letter, other))),
      []
    )
    // An iota subscript is a mark, but its uppercase is a letter.
    const inCapitals = compared.filter((letter) => !letter.normalize("NFD").includes("\u0345"))
    assert.deepStrictEqual(
      inCapitals.filter((letter) => !matches(letter, letter.toUpperCase())),
      []
    )
  })
})
