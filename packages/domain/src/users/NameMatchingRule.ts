/**
 * The rule for matching full names: fold both full names, then compare the sets of names that they contain (spec 2.6).
 * The public module `NameMatching` gives the same results many times faster. Web pages can bundle this module and
 * `NameMatching` without the rest of the package.
 */

/**
 * Letters that Unicode does not decompose, but that the root collation (CLDR) treats as equal to others at its primary
 * level. A row is the folded form, a space, and the lowercase letters that fold to it. σ has a row because lowercasing
 * Σ can give ς. Tests compare all Latin letters with `Intl.Collator`, so they fail when a newer Unicode version
 * requires a row.
 */
const ALIKE =
  "a ꞛꟁ,aa ꜳ𐞀,ae æ,ao ꜵ,au ꜷ,av ꜹꜻ,ay ꜽ,d ðđꝺ,db ȸ,dz ʣ,dʐ ꭦ,dʑ ʥ,dʒ ʤ,d𝼘 𝼒,dᶚ 𝼙,f ꝼ,fŋ ʩ𝼀,g ᵹꞡ,h ħ,k ꞣ,l ł,ll ỻ,ls ʪ," +
  "lz ʫ,n ꞥ,o øꞝ,oe œ,oo ꝏ,qp ȹ,r ꝛꞃꞧ,s ꞅꞩꟙ,ss ß,t ꞇ,th ᵺ,ts ƾʦ,tz ꜩ,tɕ ʨ,tʂ ꭧ,tʃ ʧ,tᶋ 𝼗,tᶘ 𝼜,u ꞟ,vy ꝡ,w ꟃ,zw ƍ,ᴉ ᵎ,σ ς"

const BASES = new Map(
  ALIKE.split(",").flatMap((row) => {
    const space = row.indexOf(" ")
    return Array.from(row.slice(space + 1), (letter) => [letter, row.slice(0, space)] as const)
  })
)
const WHOLE_LETTERS = new RegExp(`[${[...BASES.keys()].join("")}]`, "gu")

/** Apostrophes that NFKD would turn into a space with a mark: the acute accent, oxia, tonos and koronis. */
const SPACING_ACCENTS = /[\u00b4\u1ffd\u0384\u1fbd]/g
/** All Unicode white space, and commas of all scripts, such as Armenian, Arabic, N'Ko, Ethiopic and CJK. */
const SEPARATORS =
  /[\p{White_Space},\u055d\u060c\u07f8\u1363\u1802\u1808\u2e32\u2e34\u2e41\u2e49\u2e4c\u3001\ua4fe\ua60d\ua6f5\u{16e97}\u{1da87}]/gu
/** All Unicode dashes, plus the soft hyphen, the hyphen bullet and the modifier letter minus sign. */
const HYPHENS = /[\p{Dash}\u00ad\u2043\u02d7]/gu
/**
 * Characters that folding removes: marks, control and format characters, and apostrophes. The apostrophes are the
 * keyboard's (' `), quotation marks (2018, 2019, 201b), primes (2032, 2035), modifier letters (02b9 to 02cb, including
 * the okina), Armenian (055a) and Hebrew (05f3). The middle dot (b7) is removed, too, because it is half of the Catalan
 * ŀ. The half rings ʾ and ʿ stay: the collation treats them as letters.
 */
const IGNORED = /[\p{M}\p{Cc}\p{Cf}'`\u00b7\u02b9-\u02bd\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u2019\u201b\u2032\u2035]/gu

/**
 * Reduces a text to comparable characters: folded letters, a space for each separator, and `-` for each hyphen. How a
 * code point folds does not depend on its neighbors.
 */
export const fold = (text: string): string =>
  text
    .replace(/ᵌ/g, "ᴈ") // NFKD would give ɜ, which the collation distinguishes from ᵌ
    .replace(SPACING_ACCENTS, "")
    .normalize("NFKD")
    .replace(SEPARATORS, " ")
    .replace(HYPHENS, "-")
    .replace(IGNORED, "")
    .toUpperCase() // upper case before lower case: folds case fully, and turns ı into i
    .toLowerCase()
    .replace(WHOLE_LETTERS, (letter) => BASES.get(letter) ?? letter)

interface NameReading {
  readonly words: ReadonlySet<string>
  readonly splits: ReadonlyArray<ReadonlyArray<string>>
}

/**
 * Returns every reading of a full name. A hyphenated name can be read as one name or as several, so each one doubles
 * the number of readings. Repeated names count once.
 */
const readingsOf = (name: string): ReadonlyArray<NameReading> => {
  const written = fold(name)
    .split(" ")
    .map((word) => word.split("-").filter((part) => part !== ""))
  const plain = new Set(written.filter((parts) => parts.length === 1).flat())
  const hyphenated = written.filter((parts) => parts.length > 1).map((parts) => [parts.join("-"), parts] as const)
  let readings: ReadonlyArray<NameReading> = [{ words: plain, splits: [] }]
  for (const parts of new Map(hyphenated).values()) {
    readings = readings.flatMap(({ splits, words }) => [
      { words: new Set([...words, parts.join("")]), splits },
      { words: new Set([...words, ...parts]), splits: [...splits, parts] }
    ])
  }
  return readings
}

const isWithin = (inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean =>
  inner.size > 0 && [...inner].every((word) => outer.has(word))

const hasAllOrNone = (words: ReadonlySet<string>, parts: ReadonlyArray<string>): boolean =>
  parts.every((part) => words.has(part)) || !parts.some((part) => words.has(part))

const agree = (a: NameReading, b: NameReading): boolean =>
  (isWithin(a.words, b.words) || isWithin(b.words, a.words)) &&
  a.splits.every((parts) => hasAllOrNone(b.words, parts)) &&
  b.splits.every((parts) => hasAllOrNone(a.words, parts))

/**
 * Returns whether two full names match: one of them contains all names of the other (spec 2.6).
 *
 * - Letters are compared without case and marks, in every script: `é` = `e`, `й` = `и`, `ß` = `ss`. Latin letters are
 *   equal if Unicode's root collation treats them as equal at its primary level: `ø` = `o`, `ł` = `l`, `æ` = `ae`. `ı`
 *   and `i` are equal too. Other letters differ: `þ`, `ŋ`, `ŧ` and `ə` are distinct letters, and `å` is not `aa`.
 * - Apostrophes are ignored. Commas and white space separate names.
 * - A hyphenated name is one name. It equals its parts written together or apart, but never only some of its parts:
 *   `Anna-Lena` matches `Annalena` and `Anna Lena`, but not `Lena`. Each hyphenated name is read independently, so
 *   `Anna-Lena Berg-Ek` matches `Annalena Berg Ek`.
 * - A text without comparable characters matches nothing, not even itself.
 *
 * The relation is symmetric but not transitive: if a matches b, and b matches c, a can still differ from c.
 *
 * This function tries all readings of both names, so its time doubles with each hyphenated name. `NameMatching` gives
 * the same results many times faster.
 *
 * @example
 * matches("Anna Maria Lindström", "LINDSTROM, Anna") // true
 * matches("Anna-Lena Lind", "Lena Lind") // false
 */
export const matches = (a: string, b: string): boolean => {
  const others = readingsOf(b)
  return readingsOf(a).some((one) => others.some((other) => agree(one, other)))
}

/**
 * Returns true if a name has a letter that `matches` would compare. Apostrophes do not count, even those that Unicode
 * classes as letters.
 */
export const hasLetter = (name: string): boolean => /\p{L}/u.test(fold(name))
