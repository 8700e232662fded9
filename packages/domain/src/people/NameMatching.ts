/**
 * Whether two full names can be the same person's (spec 2.6). Letter case, diacritics, commas, hyphens and apostrophes
 * do not count, nor does the order of the names, and a name may leave out names that the other one has.
 *
 * This module imports nothing, so that it can be used, and bundled, alone.
 */

/**
 * Letters that Unicode does not decompose, though the root collation (CLDR) holds them equal to others at its first
 * level: rows of what they fold to and, behind a space, the letters, in lower case. The tests compare every Latin letter
 * with `Intl.Collator`, and so tell when a newer Unicode asks for another row. ς is what lower-casing may make of Σ.
 */
const ALIKE =
  "a ꞛꟁ,aa ꜳ𐞀,ae æ,ao ꜵ,au ꜷ,av ꜹꜻ,ay ꜽ,d ðđꝺ,db ȸ,dz ʣ,dʐ ꭦ,dʑ ʥ,dʒ ʤ,d𝼘 𝼒,dᶚ 𝼙,f ꝼ,fŋ ʩ𝼀,g ᵹꞡ,h ħ,k ꞣ,l ł,ll ỻ,ls ʪ," +
  "lz ʫ,n ꞥ,o øꞝ,oe œ,oo ꝏ,qp ȹ,r ꝛꞃꞧ,s ꞅꞩꟙ,ss ß,t ꞇ,th ᵺ,ts ƾʦ,tz ꜩ,tɕ ʨ,tʂ ꭧ,tʃ ʧ,tᶋ 𝼗,tᶘ 𝼜,u ꞟ,vy ꝡ,w ꟃ,zw ƍ,ᴉ ᵎ,σ ς"

const BASES = new Map(
  ALIKE.split(",").flatMap((row) => {
    const [base = "", letters = ""] = row.split(" ")
    return Array.from(letters, (letter) => [letter, base] as const)
  })
)
const WHOLE_LETTERS = new RegExp(`[${[...BASES.keys()].join("")}]`, "gu")

/** The apostrophes that NFKD would take for a space with a mark: acute accent and oxia, tonos, koronis. */
const SPACING_ACCENTS = /[\u00b4\u1ffd\u0384\u1fbd]/g
/** All white space of Unicode, and the commas of all scripts: Armenian, Arabic, N'Ko, Ethiopic, Mongolian, CJK … */
const SEPARATORS =
  /[\p{White_Space},\u055d\u060c\u07f8\u1363\u1802\u1808\u2e32\u2e34\u2e41\u2e49\u2e4c\u3001\ua4fe\ua60d\ua6f5\u{16e97}\u{1da87}]/gu
/** All dashes of Unicode, the minus sign among them, and soft hyphen, hyphen bullet, modifier letter minus sign. */
const HYPHENS = /[\p{Dash}\u00ad\u2043\u02d7]/gu
/**
 * What vanishes: marks; control and format characters, which nobody sees; and apostrophes: typed (' `), quotation marks
 * (2018, 2019, 201b), primes (2032, 2035), modifier letters (02b9 to 02cb, the okina among them), Armenian (055a) and
 * Hebrew (05f3). The middle dot (b7) goes with them, as it is half of the Catalan ŀ. The half rings ʾ and ʿ are letters
 * to the collation, and stay.
 */
const IGNORED = /[\p{M}\p{Cc}\p{Cf}'`\u00b7\u02b9-\u02bd\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u2019\u201b\u2032\u2035]/gu

/**
 * What of a text is compared: folded letters, a space for each separator, and `-` for each hyphen. Each code point folds
 * the same whatever is around it, which the tables below rely on.
 */
const fold = (text: string): string =>
  text
    .replace(/ᵌ/g, "ᴈ") // decomposes to ɜ, but is not collated with it
    .replace(SPACING_ACCENTS, "")
    .normalize("NFKD")
    .replace(SEPARATORS, " ")
    .replace(HYPHENS, "-")
    .replace(IGNORED, "")
    .toLowerCase() // lower, upper, lower: the full case folding, and ı = i
    .toUpperCase()
    .toLowerCase()
    .replace(WHOLE_LETTERS, (letter) => BASES.get(letter) ?? letter)

// Folding is slow, so what becomes of each code unit is kept: as text, and in a table where one small number can say it.
// 1 to 27 are a to z and the full stop of initials; 0 is what no number can say, or what was not met yet.
const ALPHABET = "abcdefghijklmnopqrstuvwxyz."
const SEPARATOR = 28
const HYPHEN = 29
const VANISHING = 30
const CODES = new Uint8Array(0x10000)
const FOLDED = new Map<number, string>()

const learn = (code: number): string => {
  const folded = fold(String.fromCharCode(code))
  FOLDED.set(code, folded)
  if (folded === " ") CODES[code] = SEPARATOR
  else if (folded === "-") CODES[code] = HYPHEN
  else if (folded === "") CODES[code] = VANISHING
  else if (folded.length === 1) CODES[code] = ALPHABET.indexOf(folded) + 1
  return folded
}

// Most names fold to a few words of that alphabet. Such words are packed, five bits a letter, into three integers each:
// equal words are equal integers, and no text is made. Each comparison overwrites what the one before it left here.
const LONGEST_PACKED = 64
const LOW = new Int32Array(LONGEST_PACKED)
const MIDDLE = new Int32Array(LONGEST_PACKED)
const HIGH = new Int32Array(LONGEST_PACKED)
let hyphenated = false

/** Packs the words of a name from `first` on. Returns where they end, or -1 where a name cannot be packed. */
const pack = (name: string, first: number, hyphensSeparate: boolean): number => {
  if (name.length > LONGEST_PACKED) return -1
  let next = first
  let low = 0
  let middle = 0
  let high = 0
  for (let i = 0; i < name.length; i++) {
    const code = CODES[name.charCodeAt(i)] ?? 0
    if ((code - 1) >>> 0 < ALPHABET.length) {
      if (high >>> 27 !== 0) return -1
      high = (high << 5) | (middle >>> 27)
      middle = (middle << 5) | (low >>> 27)
      low = (low << 5) | code
    } else if (code === SEPARATOR || (code === HYPHEN && hyphensSeparate)) {
      if (code === HYPHEN) hyphenated = true
      if (low !== 0) {
        LOW[next] = low
        MIDDLE[next] = middle
        HIGH[next++] = high
        low = middle = high = 0
      }
    } else if (code === 0) {
      return -1
    }
  }
  if (low !== 0) {
    LOW[next] = low
    MIDDLE[next] = middle
    HIGH[next++] = high
  }
  return next
}

/** Whether the packed words from `first` up to `end` are all among the others. */
const areAmong = (first: number, end: number, otherFirst: number, otherEnd: number): boolean => {
  for (let word = first; word < end; word++) {
    const low = LOW[word]
    const middle = MIDDLE[word]
    const high = HIGH[word]
    let other = otherFirst
    while (other < otherEnd && (LOW[other] !== low || MIDDLE[other] !== middle || HIGH[other] !== high)) other++
    if (other === otherEnd) return false
  }
  return true
}

/** `fold`, by way of what is kept. */
const foldQuickly = (name: string): string => {
  let folded = ""
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    if (code >= 0xd800 && code <= 0xdfff) return fold(name)
    folded += FOLDED.get(code) ?? learn(code)
  }
  return folded
}

/** The words of any name, each with the space after it: sets of bare digits could be made slow on purpose, in V8. */
const toSet = (name: string, hyphensSeparate: boolean): Set<string> => {
  let text = foldQuickly(name) + " "
  if (text.includes("-")) {
    hyphenated = true
    text = text.replaceAll("-", hyphensSeparate ? " " : "")
  }
  const words = new Set<string>()
  for (let start = 0; start < text.length;) {
    const end = text.indexOf(" ", start)
    if (end > start) words.add(text.slice(start, end + 1))
    start = end + 1
  }
  return words
}

const agreeAsSets = (a: Set<string>, b: Set<string>): boolean => {
  const [smaller, larger] = a.size < b.size ? [a, b] : [b, a]
  for (const word of smaller) if (!larger.has(word)) return false
  return smaller.size > 0
}

const agree = (a: string, b: string, hyphensSeparate: boolean): boolean => {
  const middle = pack(a, 0, hyphensSeparate)
  const end = middle === -1 ? -1 : pack(b, middle, hyphensSeparate)
  if (end === -1) return agreeAsSets(toSet(a, hyphensSeparate), toSet(b, hyphensSeparate))
  return middle > 0 && end > middle && (areAmong(0, middle, middle, end) || areAmong(middle, end, 0, middle))
}

/**
 * Whether two full names match: all the names in one of them are in the other (spec 2.6).
 *
 * - Letters are compared without case and marks, in every script: `é` = `e`, `й` = `и`, `ß` = `ss`. Latin letters that
 *   the root collation of Unicode holds equal at its first level are equal: `ø` = `o`, `ł` = `l`, `æ` = `ae`; and so are
 *   `ı` and `i`. Others are not: `þ`, `ŋ`, `ŧ` and `ə` are letters of their own, `å` is not `aa`.
 * - Apostrophes vanish; commas and white space separate. Hyphens do either, but all of a pair's do the same:
 *   `Anna-Lena` matches `Annalena` and `Anna Lena`.
 * - Where nothing is left to compare, nothing matches, not even a name with itself.
 *
 * The order of the two does not matter. That a matches b, and b matches c, does not mean that a matches c. Any text is
 * accepted, and the time that it takes grows with the length of the names alone.
 *
 * @example
 * matches("Anna Maria Lindström", "LINDSTROM, Anna") // true
 * matches("Anna Lindström", "Anna Lundström") // false
 */
export const matches = (a: string, b: string): boolean => {
  hyphenated = false
  return agree(a, b, true) || (hyphenated && agree(a, b, false))
}

/**
 * Whether a name has a letter that `matches` compares. A few apostrophes and marks that Unicode counts as letters, such
 * as the ʻokina, are none.
 */
export const hasLetter = (name: string): boolean => /\p{L}/u.test(fold(name))
