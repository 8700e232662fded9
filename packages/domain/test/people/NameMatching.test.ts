/** Whether two full names match (spec 2.6; decisions, section 7), by the rule and by its fast form. */
import { assert, describe, it, vi } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import * as FastNameMatching from "../../src/people/FastNameMatching.ts"
import * as NameMatching from "../../src/people/NameMatching.ts"
import { fullName, oneLetterApart, relatedWords, words } from "../../src/testing/Names.ts"

const { fold, hasLetter } = NameMatching

/** Asks the rule and its fast form, which must agree. */
const matches = (a: string, b: string): boolean => {
  const answer = NameMatching.matches(a, b)
  assert.strictEqual(FastNameMatching.matches(a, b), answer, "the fast form disagrees with the rule")
  return answer
}

type Row = readonly [a: string, b: string]

const bothWays = ([a, b]: Row): boolean => matches(a, b) && matches(b, a)
const eitherWay = ([a, b]: Row): boolean => matches(a, b) || matches(b, a)

const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
const charactersLike = (pattern: RegExp): ReadonlyArray<string> =>
  codePoints.map((code) => String.fromCodePoint(code)).filter((character) => pattern.test(character))

const below = (length: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: length - 1 }))
const elementOf = <A>(values: ReadonlyArray<A>) =>
  Arbitrary.map(Arbitrary.schema(below(values.length)), (i) => values[i])

describe("the fast form", () => {
  // The first test, so that it is the one in which the fast form meets these characters.
  it("compares two names of at most 64 characters without sets, if they fold to a few words of a to z", () => {
    const pairs = [
      ["Anna-Lena O’Brien, Łucja", "ŁUCJA ANNALENA OBRIEN"],
      ["a ".repeat(32), "A,".repeat(32)],
      ["J. R. Åberg\u0301", "aberg"],
      ["Anna Lindström", "Anna Lundström"]
    ] as const
    for (const [a, b] of pairs) matches(a, b) // folds each character, which happens once
    const normalize = vi.spyOn(String.prototype, "normalize")
    const add = vi.spyOn(Set.prototype, "add")
    try {
      for (const [a, b] of pairs) FastNameMatching.matches(a, b)
      assert.strictEqual(add.mock.calls.length, 0)
      assert.isTrue(FastNameMatching.matches("a ".repeat(33), "A"))
      assert.strictEqual(add.mock.calls.length, 34)
      assert.strictEqual(normalize.mock.calls.length, 0)
    } finally {
      add.mockRestore()
      normalize.mockRestore()
    }
  })
})

describe("the rules of spec 2.6", () => {
  describe("letter case is ignored", () => {
    it.each<Row>([
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
    ])("%s = %s", (...row) => assert.isTrue(bothWays(row)))
  })

  describe("diacritics are ignored", () => {
    it.each<Row>([
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
    ])("%s = %s", (...row) => assert.isTrue(bothWays(row)))

    it.each<Row>([
      ["Þór", "Thor"],
      ["Þór", "Tor"],
      ["Beŋ", "Ben"],
      ["Ŧor", "Tor"],
      ["Əli", "Eli"],
      ["Åse", "Aase"],
      ["Müller", "Mueller"],
      ["Anna", "Анна"],
      ["ʾ", "ʿ"]
    ])("%s is not %s", (...row) => assert.isFalse(eitherWay(row)))
  })

  describe("commas and white space separate", () => {
    it.each<Row>([
      ["Lindström, Anna", "Lindström Anna"],
      ["Lindström,Anna", "Lindström Anna"],
      ["Lindström，Anna", "Lindström Anna"],
      ["محمد، علي", "محمد علي"],
      ["王、明", "王 明"],
      ["王､明", "王 明"],
      ["Anna\u00a0Lindström", "Anna Lindström"],
      ["王\u3000明", "王 明"],
      ["\tAnna\r\nLindström\u2028", "Anna Lindström"],
      [" , Anna ,, Lindström , ", "Anna Lindström"]
    ])("%j = %j", (...row) => assert.isTrue(bothWays(row)))

    it.each<Row>([
      ["Anna,Lena", "Annalena"],
      ["Anna Lena", "Annalena"]
    ])("%j is not %j", (...row) => assert.isFalse(eitherWay(row)))
  })

  describe("hyphens are ignored, as nothing or as a space", () => {
    it.each<Row>([
      ["Anna-Lena", "Annalena"],
      ["Anna-Lena", "Anna Lena"],
      ["Anna-Lena", "Lena Anna"],
      ["Anna-Lena", "Lena"],
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
      ["Anna-Lena Berg", "Berg, Annalena Karin"]
    ])("%s = %s", (...row) => assert.isTrue(bothWays(row)))

    it.each<Row>([
      ["Anna-Lena Berg-Ek", "Annalena Berg Ek"], // one hyphen as nothing, the other as a space
      ["Anna-Lena", "Lenaanna"]
    ])("%s is not %s", (...row) => assert.isFalse(eitherWay(row)))
  })

  describe("apostrophes are ignored", () => {
    it.each(Array.from("'’‘`´ʼʻʹʽˈ′‵‛＇｀՚׳΄᾽\u1ffd\u1fef"))("O%sBrien", (apostrophe) => {
      assert.isTrue(bothWays([`O${apostrophe}Brien`, "OBrien"]))
      assert.isTrue(bothWays([`O${apostrophe}Brien`, "O'Brien"]))
      assert.isFalse(eitherWay([`O${apostrophe}Brien`, "O Brien"]))
    })
  })

  describe("order does not matter, and one set of names may be inside the other", () => {
    it.each<Row>([
      ["Anna Lindström", "Lindström Anna"],
      ["Anna Maria Lindström", "Anna Lindström"],
      ["Anna Maria Lindström", "Lindström, Maria"],
      ["Anna", "Anna Lindström"],
      ["Anna Anna", "Anna"]
    ])("%s = %s", (...row) => assert.isTrue(bothWays(row)))

    it.each<Row>([
      ["Anna Lindström", "Anna Lundström"],
      ["Anna Lindström", "Anna Lindströms"],
      ["Anna Maria Lindström", "Anna Karin Lindström"],
      ["Anna Lindström", "Bengt Öberg"],
      ["Anna Anna Berg", "Anna Ek"]
    ])("%s is not %s", (...row) => assert.isFalse(eitherWay(row)))

    it("is not transitive", () => {
      assert.isTrue(bothWays(["Anna Lindström", "Anna"]))
      assert.isTrue(bothWays(["Anna", "Anna Berg"]))
      assert.isFalse(eitherWay(["Anna Lindström", "Anna Berg"]))
    })
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
  ] as const)("nothing matches nothing: %j, %j", (...row) => assert.isFalse(eitherWay(row)))

  it.each<Row>([
    ["Anna\u200bLena", "Annalena"],
    ["\ufeffAnna", "Anna"],
    ["\u202aAnna\u202c", "Anna"],
    ["An\u0000na", "Anna"]
  ])("what cannot be seen does not count: %j = %j", (...row) => assert.isTrue(bothWays(row)))

  it.each<Row>([
    ["J. R. Berg", "J R Berg"],
    ["Anna 2", "Anna 3"],
    ["Anna (Berg)", "Anna Berg"]
  ])("what is no comma, hyphen or apostrophe does: %s is not %s", (...row) => assert.isFalse(eitherWay(row)))
})

describe("every letter", () => {
  const root = new Intl.Collator("und", { sensitivity: "base" })
  const latinLetters = charactersLike(/^(?=\p{Script=Latin})\p{L}$/u)
  /** Decisions, section 7: ı = i; and the apostrophe of ŉ vanishes. */
  const collated = latinLetters.filter((letter) => letter !== "ı" && letter !== "ŉ")
  const alphabet = Array.from("abcdefghijklmnopqrstuvwxyz")
  const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second))

  it("of the Latin script folds as the root collation holds it equal to other letters, and to pairs of letters", () => {
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

  it("that is dotless is an i, and ŉ is an n", () => {
    assert.strictEqual(fold("ı"), fold("i"))
    assert.strictEqual(fold("ŉ"), fold("n"))
  })

  it("of any script matches itself in either case and in every normalization, but apostrophes and marks", () => {
    const { matches } = FastNameMatching
    // Ideographs have neither case nor marks: one of each block stands for all.
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
    // In capitals, an iota subscript, which is a mark, becomes a letter.
    const inCapitals = compared.filter((letter) => !letter.normalize("NFD").includes("\u0345"))
    assert.deepStrictEqual(
      inCapitals.filter((letter) => !matches(letter, letter.toUpperCase())),
      []
    )
  })
})

describe("the fast form agrees with the rule", () => {
  /** Characters between words: separators, hyphens, apostrophes, marks, halves of surrogate pairs, nothing at all. */
  const joints = Arbitrary.array(
    elementOf([
      ...Array.from(" -'.,\t\u00ad\u2010\u2019\u0301\u200b\u3000\u{20bb7}"),
      "\ud83d",
      "\udc00",
      "",
      " - ",
      ", "
    ]),
    { minLength: 6, maxLength: 6 }
  )
  const spellings = elementOf([
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => name.normalize("NFD"),
    (name: string) => name.repeat(9)
  ])
  const write = (
    written: ReadonlyArray<string>,
    between: ReadonlyArray<string | undefined>,
    spell: ((name: string) => string) | undefined
  ): string => (spell ?? String)(written.map((word, i) => `${word}${between[i] ?? " "}`).join(""))

  it.prop(
    "on names that take their words out of the same few",
    [relatedWords, joints, joints, spellings, spellings],
    ([[a, b], left, right, spellA, spellB]) => {
      matches(write(a, left, spellA), write(b, right, spellB))
      matches(a.join("-"), b.join(left[0]))
    }
  )

  it.prop(
    "on a name and itself in another spelling, in any script",
    [words, joints, joints, spellings],
    ([written, left, right, spell]) => {
      matches(write(written, left, spell), write(written, left, String))
      matches(write(written, left, String), write(written, right, spell))
    }
  )

  it.prop("on names that are one letter apart", [oneLetterApart, spellings], ([[name, changed], spell]) => {
    assert.isFalse(matches(write([name], [""], spell), changed))
  })
})

describe("the relation", () => {
  it.prop("is symmetric", [fullName, fullName, relatedWords], ([one, other, [a, b]]) => {
    assert.strictEqual(matches(one, other), matches(other, one))
    assert.strictEqual(matches(a.join(" "), b.join(" ")), matches(b.join(" "), a.join(" ")))
    assert.strictEqual(matches(a.join("-"), b.join(" ")), matches(b.join(" "), a.join("-")))
  })

  it.prop(
    "holds between a name and itself, for any text with a letter in it",
    [Schema.String, fullName],
    ([text, name]) => {
      assert.strictEqual(matches(text, text), matches(text, `${text} ${text}`))
      if (hasLetter(text)) assert.isTrue(matches(text, text))
      assert.isTrue(matches(name, name))
    }
  )

  it.prop("holds between sets of names of which one holds all of the other", [relatedWords], ([[a, b]]) => {
    const root = new Intl.Collator("und", { sensitivity: "base" })
    const plain = (written: ReadonlyArray<string>) => written.map((word) => word.replaceAll("ı", "i"))
    const isWithin = (inner: ReadonlyArray<string>, outer: ReadonlyArray<string>) =>
      plain(inner).every((word) => plain(outer).some((other) => root.compare(word, other) === 0))
    assert.strictEqual(matches(a.join(" "), b.join(" ")), isWithin(a, b) || isWithin(b, a))
  })

  it.prop("does not see the order", [words, below(5)], ([written, at]) => {
    const turned = [...written.slice(at), ...written.slice(0, at)]
    assert.isTrue(matches(written.join(" "), turned.join(" ")))
    assert.isTrue(matches(written.join(" "), written.toReversed().join(", ")))
  })

  it.prop("does not see case", [fullName], ([name]) => {
    assert.isTrue(matches(name, name.toLowerCase()))
    assert.isTrue(matches(name, name.toUpperCase()))
    assert.isTrue(matches(name.toUpperCase(), name.toLowerCase()))
  })

  it.prop("does not see how letters are composed", [fullName], ([name]) => {
    const fullWidth = name.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
    assert.isTrue(matches(name.normalize("NFC"), name.normalize("NFD")))
    assert.isTrue(matches(name, fullWidth.replaceAll(" ", "\u3000")))
  })

  it.prop("does not see marks", [fullName], ([name]) => {
    const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "")
    assert.isTrue(matches(name, plain))
    assert.isTrue(matches(name, Array.from(plain, (letter) => (letter === " " ? letter : `${letter}\u0323`)).join("")))
  })

  const separators = Arbitrary.array(elementOf(Array.from(" \t\n\u00a0\u3000,，،、")), { minLength: 1, maxLength: 4 })
  it.prop("does not see how words are separated", [words, separators], ([written, some]) => {
    const separator = some.join("")
    assert.isTrue(matches(written.join(" "), `${separator}${written.join(separator)}${separator}`))
  })

  const apostrophes = elementOf(Array.from("'’‘`´ʼʻ′＇"))
  it.prop("does not see apostrophes", [fullName, apostrophes, below(60)], ([name, apostrophe, at]) => {
    const letters = Array.from(name)
    assert.isTrue(matches(name, letters.toSpliced(at % (letters.length + 1), 0, apostrophe ?? "'").join("")))
    assert.isTrue(matches(name, letters.join(apostrophe)))
  })

  const hyphens = elementOf(Array.from("-‐‑‒–—―−－﹣\u00ad"))
  it.prop("does not see a hyphen inside of a word", [words, hyphens, below(60)], ([written, hyphen, at]) => {
    const i = at % written.length
    const letters = Array.from(written[i] ?? "")
    if (letters.length < 2) return
    const hyphenated = letters.toSpliced(1 + (at % (letters.length - 1)), 0, hyphen ?? "-").join("")
    assert.isTrue(matches(written.join(" "), written.with(i, hyphenated).join(" ")))
  })

  it.prop("does not see a hyphen between words", [words, hyphens], ([written, hyphen]) => {
    assert.isTrue(matches(written.join(" "), written.join(hyphen)))
  })

  it.prop("sees one letter that is another", [oneLetterApart], ([[name, changed]]) => {
    assert.isFalse(matches(name, changed))
  })

  it.prop("is the same for short names and for long ones", [relatedWords], ([[a, b]]) => {
    const expected = matches(a.join(" "), b.join(" "))
    assert.strictEqual(matches(`${a.join(" ")} `.repeat(80), b.join(" ")), expected)
    assert.strictEqual(matches(a.join(" "), `${b.join(" ")} `.repeat(80)), expected)
    assert.strictEqual(matches(`𠮷 ${a.join(" ")}`, `${b.join(" ")} 𠮷`), expected)
  })

  const anyUnits = Arbitrary.map(Arbitrary.array(Arbitrary.schema(below(0x10000))), (codes) =>
    String.fromCharCode(...codes)
  )
  it.prop("takes any text, also with halves of surrogate pairs", [anyUnits, anyUnits], ([a, b]) => {
    assert.strictEqual(matches(a, b), matches(b, a))
    assert.strictEqual(matches(`${a} Anna \ud83d`, "Anna"), true)
    assert.strictEqual(matches(`Anna \udc00 ${b}`, "\udc00"), true)
  })
})

describe("long names", () => {
  const count = 5000
  const wordsFrom = (first: number) => Array.from({ length: count }, (_, i) => String.fromCodePoint(0x4e00 + first + i))

  it.each<[string, string, string, boolean]>([
    ["words in another order", wordsFrom(0).join(" "), wordsFrom(0).toReversed().join(" "), true],
    ["one word that is another", wordsFrom(0).join(" "), wordsFrom(1).join(" "), false],
    ["the same word again and again", "a ".repeat(count), "A", true],
    ["another word again and again", "a ".repeat(count), "b ".repeat(count), false],
    ["one word", "é".repeat(2 * count), "e".repeat(2 * count), true],
    ["one word that is longer", "e".repeat(2 * count), "e".repeat(2 * count + 1), false],
    ["many hyphens", "a-".repeat(count), "a".repeat(count), true]
  ])("are compared like others: %s", (_, a, b, expected) => {
    assert.strictEqual(matches(a, b), expected)
  })

  it.each([18, 19, 20, 21, 64])("words of %i letters are compared to the last letter", (length) => {
    for (let at = 0; at < length; at++) {
      const [word, other] = ["a".repeat(length), `${"a".repeat(at)}b${"a".repeat(length - at - 1)}`]
      assert.isTrue(bothWays([word, word.toUpperCase()]))
      assert.isFalse(eitherWay([word, other]))
      assert.isFalse(eitherWay([word, word.slice(1)]))
    }
  })
})
