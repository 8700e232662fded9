/** The laws of name matching, for any two names and both forms of the matcher (spec 2.6). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import * as NameMatching from "../../src/users/NameMatching.ts"
import { hasLetter } from "../../src/users/NameMatchingRule.ts"
import { fullName, namesOneLetterApart, relatedNameWordPairs, nameWords } from "../../src/testing/Names.ts"
import { below, matchesBothWays, matchesEitherWay, elementOf, matches } from "./NameMatchingOracle.ts"

describe("The fast form agrees with the rule", () => {
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
    "on names that share words",
    [relatedNameWordPairs, joints, joints, spellings, spellings],
    ([[a, b], left, right, spellA, spellB]) => {
      matches(write(a, left, spellA), write(b, right, spellB))
      matches(a.join("-"), b.join(left[0]))
    }
  )

  it.prop(
    "on a name and itself in another spelling, in any script",
    [nameWords, joints, joints, spellings],
    ([written, left, right, spell]) => {
      matches(write(written, left, spell), write(written, left, String))
      matches(write(written, left, String), write(written, right, spell))
    }
  )

  const hyphenated = Arbitrary.map(
    Arbitrary.array(Arbitrary.array(elementOf(["a", "b", "ab", "ba", "aa", "c"]), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 5
    }),
    (names) => names.map((parts) => parts.join("-")).join(" ")
  )
  it.prop("on hyphenated names that share parts", [hyphenated, hyphenated, hyphenated], ([one, other, more]) => {
    assert.strictEqual(matches(one, other), matches(other, one))
    matches(`${one} ${other}`, `${other} ${more}`)
    matches(one.replaceAll("-", " "), `${one} ${other}`)
    matches(one.replaceAll("-", ""), `${other} ${one}`)
  })

  it.prop("on names that are one letter apart", [namesOneLetterApart, spellings], ([[name, changed], spell]) => {
    assert.isFalse(matches(write([name], [""], spell), changed))
  })
})

describe("The relation", () => {
  it.prop("is symmetric", [fullName, fullName, relatedNameWordPairs], ([one, other, [a, b]]) => {
    assert.strictEqual(matches(one, other), matches(other, one))
    assert.strictEqual(matches(a.join(" "), b.join(" ")), matches(b.join(" "), a.join(" ")))
    assert.strictEqual(matches(a.join("-"), b.join(" ")), matches(b.join(" "), a.join("-")))
  })

  it.prop("is reflexive for any text with a letter", [Schema.String, fullName], ([text, name]) => {
    assert.strictEqual(matches(text, text), matches(text, `${text} ${text}`))
    if (hasLetter(text)) assert.isTrue(matches(text, text))
    assert.isTrue(matches(name, name))
  })

  it.prop("holds if one set of words contains the other", [relatedNameWordPairs], ([[a, b]]) => {
    const root = new Intl.Collator("und", { sensitivity: "base" })
    const plain = (written: ReadonlyArray<string>) => written.map((word) => word.replaceAll("ı", "i"))
    const isWithin = (inner: ReadonlyArray<string>, outer: ReadonlyArray<string>) =>
      plain(inner).every((word) => plain(outer).some((other) => root.compare(word, other) === 0))
    assert.strictEqual(matches(a.join(" "), b.join(" ")), isWithin(a, b) || isWithin(b, a))
  })

  it.prop("ignores order", [nameWords, below(5)], ([written, at]) => {
    const turned = [...written.slice(at), ...written.slice(0, at)]
    assert.isTrue(matches(written.join(" "), turned.join(" ")))
    assert.isTrue(matches(written.join(" "), written.toReversed().join(", ")))
  })

  it.prop("ignores case, marks and normalization", [fullName], ([name]) => {
    const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "")
    const fullWidth = name.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
    assert.isTrue(matches(name, name.toLowerCase()))
    assert.isTrue(matches(name, name.toUpperCase()))
    assert.isTrue(matches(name.toUpperCase(), name.toLowerCase()))
    assert.isTrue(matches(name.normalize("NFC"), name.normalize("NFD")))
    assert.isTrue(matches(name, fullWidth.replaceAll(" ", "\u3000")))
    assert.isTrue(matches(name, plain))
    assert.isTrue(matches(name, Array.from(plain, (letter) => (letter === " " ? letter : `${letter}\u0323`)).join("")))
  })

  const separators = Arbitrary.array(elementOf(Array.from(" \t\n\u00a0\u3000,，،、､")), { minLength: 1, maxLength: 4 })
  it.prop("ignores the kind of separator", [nameWords, separators], ([written, some]) => {
    const separator = some.join("")
    assert.isTrue(matches(written.join(" "), `${separator}${written.join(separator)}${separator}`))
  })

  const apostrophes = elementOf(Array.from("'’‘`´ʼʻʹʽˈ′‵‛＇｀՚׳΄᾽\u1ffd\u1fef"))
  it.prop("ignores apostrophes", [fullName, apostrophes, below(60)], ([name, apostrophe, at]) => {
    const letters = Array.from(name)
    assert.isTrue(matches(name, letters.toSpliced(at % (letters.length + 1), 0, apostrophe ?? "'").join("")))
    assert.isTrue(matches(name, letters.join(apostrophe)))
  })

  const hyphens = elementOf(Array.from("-‐‑‒–—―−－﹣\u00ad"))
  it.prop("ignores a hyphen inside a word", [nameWords, hyphens, below(60)], ([written, hyphen, at]) => {
    const i = at % written.length
    const letters = Array.from(written[i] ?? "")
    if (letters.length < 2) return
    const hyphenated = letters.toSpliced(1 + (at % (letters.length - 1)), 0, hyphen ?? "-").join("")
    assert.isTrue(matches(written.join(" "), written.with(i, hyphenated).join(" ")))
  })

  it.prop("ignores a hyphen between words", [nameWords, hyphens], ([written, hyphen]) => {
    assert.isTrue(matches(written.join(" "), written.join(hyphen)))
  })

  it.prop("is the same for short and long names", [relatedNameWordPairs], ([[a, b]]) => {
    const expected = matches(a.join(" "), b.join(" "))
    assert.strictEqual(matches(`${a.join(" ")} `.repeat(80), b.join(" ")), expected)
    assert.strictEqual(matches(a.join(" "), `${b.join(" ")} `.repeat(80)), expected)
    assert.strictEqual(matches(`𠮷 ${a.join(" ")}`, `${b.join(" ")} 𠮷`), expected)
  })

  const anyUnits = Arbitrary.map(Arbitrary.array(Arbitrary.schema(below(0x10000))), (codes) =>
    String.fromCharCode(...codes)
  )
  it.prop("accepts any text, even with unpaired surrogates", [anyUnits, anyUnits], ([a, b]) => {
    assert.strictEqual(matches(a, b), matches(b, a))
    assert.strictEqual(matches(`${a} Anna \ud83d`, "Anna"), true)
    assert.strictEqual(matches(`Anna \udc00 ${b}`, "\udc00"), true)
  })
})

describe("Many hyphenated names", () => {
  const { matches } = NameMatching
  const numbered = (count: number, write: (first: string, last: string, i: number) => string) =>
    Array.from({ length: count }, (_, i) => write(`f${i}`, `l${i}`, i)).join(" ")

  it("each have a reading of their own", () => {
    const some = numbered(400, (first, last) => `${first}-${last}`)
    const other = numbered(400, (first, last, i) => `${first}${["", " ", "-"][i % 3]}${last}`)
    assert.isTrue(matches(some, other) && matches(other, some))
    assert.isFalse(matches(some, other.replace("f9l9", "f9")))
    assert.isFalse(matches(some, `${other.replace("f9l9", "l9")} f10`))
  })

  /**
   * Encodes a SAT problem as two full names that match if the problem has a solution. In the first full name, each
   * variable is a hyphenated name such as `u1-s1`, next to the names of all clauses. The variable is true if its name
   * is read as joined (`u1s1`), and false if it is read as split (`u1 s1`).
   *
   * For each variable, the second full name contains two hyphenated names: one for the value true, which begins with
   * `u1s1`, and one for false, which begins with `u1`. After that come the clauses that the value satisfies. These clauses count only if the
   * name is read as split. Then its beginning must also occur in the first full name, so the variable must have this
   * value.
   */
  const problem = (variables: number, clauses: ReadonlyArray<ReadonlyArray<number>>) => {
    const of = (literal: number) => clauses.flatMap((clause, i) => (clause.includes(literal) ? [`c${i}`] : []))
    const ids = Array.from({ length: variables }, (_, i) => i + 1)
    const first = ids.map((id) => `u${id}-s${id}`).concat(clauses.map((_, i) => `c${i}`))
    const second = ids.flatMap((id) => [
      `u${id} s${id} u${id}s${id}`,
      [`u${id}s${id}`, ...of(id)].join("-"),
      [`u${id}`, ...of(-id)].join("-")
    ])
    return [first.join(" "), second.join(" ")] as const
  }
  const literal = Arbitrary.map(Arbitrary.schema(below(24)), (n) => (n < 12 ? n + 1 : 11 - n))
  const clauses = Arbitrary.array(Arbitrary.array(literal, { minLength: 3, maxLength: 3 }), {
    minLength: 30,
    maxLength: 60
  })
  it.prop("match if the problem that they encode has a solution", [clauses], ([given]) => {
    const isSolvable = Array.from({ length: 2 ** 12 }, (_, bits) => bits).some((bits) =>
      given.every((clause) => clause.some((n) => ((bits >> (Math.abs(n) - 1)) & 1) === (n > 0 ? 1 : 0)))
    )
    assert.strictEqual(matches(...problem(12, given)), isSolvable)
  })

  it("do not match if the search takes too long", () => {
    // The pigeonhole problem: no known search can quickly prove that it has no solution.
    const [pigeons, holes] = [10, 9]
    const sits = (pigeon: number, hole: number) => pigeon * holes + hole + 1
    const each = Array.from({ length: pigeons }, (_, pigeon) =>
      Array.from({ length: holes }, (_, hole) => sits(pigeon, hole))
    )
    const apart = Array.from({ length: holes }, (_, hole) =>
      Array.from({ length: pigeons }, (_, a) =>
        Array.from({ length: a }, (_, b) => [-sits(a, hole), -sits(b, hole)])
      ).flat()
    ).flat()
    const [first, second] = problem(pigeons * holes, [...each, ...apart])
    const startedAt = performance.now()
    assert.isFalse(matches(first, second) || matches(second, first))
    assert.isBelow(performance.now() - startedAt, 1000)
  })
})

describe("Long names", () => {
  const count = 5000
  const wordsFrom = (first: number) => Array.from({ length: count }, (_, i) => String.fromCodePoint(0x4e00 + first + i))

  it.each<[string, string, string, boolean]>([
    ["words in another order", wordsFrom(0).join(" "), wordsFrom(0).toReversed().join(" "), true],
    ["one different word", wordsFrom(0).join(" "), wordsFrom(1).join(" "), false],
    ["a repeated word", "a ".repeat(count), "A", true],
    ["a repeated, different word", "a ".repeat(count), "b ".repeat(count), false],
    ["one word", "é".repeat(2 * count), "e".repeat(2 * count), true],
    ["a longer word", "e".repeat(2 * count), "e".repeat(2 * count + 1), false],
    ["many hyphens", "a-".repeat(count), "a".repeat(count), true]
  ])("follow the same rule: %s", (_, a, b, expected) => {
    assert.strictEqual(matches(a, b), expected)
  })

  it.each([18, 19, 20, 21, 64])("with words of %i letters are compared up to the last letter", (length) => {
    for (let at = 0; at < length; at++) {
      const [word, other] = ["a".repeat(length), `${"a".repeat(at)}b${"a".repeat(length - at - 1)}`]
      assert.isTrue(matchesBothWays([word, word.toUpperCase()]))
      assert.isFalse(matchesEitherWay([word, other]))
      assert.isFalse(matchesEitherWay([word, word.slice(1)]))
    }
  })
})
