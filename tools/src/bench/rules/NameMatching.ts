/**
 * Compares the speed of `NameMatching.matches` with three common ways to compare names, on realistic pairs of names.
 * All four take turns on the same pairs in one process over several rounds, so that a busy moment affects them alike.
 * The result is the median of the rounds.
 */
import deburr from "lodash.deburr"
import { matches } from "@sheaf/domain/NameMatching"
import type { Effort } from "../Part.ts"
import { medianOf } from "../Report.ts"
import { middle } from "../../workshop/checker/Latency.ts"
import type { Figure } from "../Report.ts"

type Pair = readonly [string, string]
type Compare = (a: string, b: string) => boolean

const asciiPairs: ReadonlyArray<Pair> = [
  ["Anna Maria Lindberg", "LINDBERG, ANNA"],
  ["Karl-Erik Svensson", "Svensson Karl Erik"],
  ["Eva Kristina Nilsson", "Nilsson, Eva Kristina"],
  ["Lars Johan Petersson", "Lars Johan Pettersson"],
  ["Kristjan Tamm", "TAMM KRISTJAN"],
  ["Liis Saar", "Liisa Saar"],
  ["Marie-Claire d'Arc", "D ARC Marie Claire"],
  ["Jean-Pierre Martin", "MARTIN Jean-Pierre"],
  ["Patrick O'Connor", "OConnor, Patrick"],
  ["Katarzyna Nowak", "Nowak Katarzyna Anna"],
  ["Tomasz Adam Kowalski", "Kowalska Tomasz Adam"],
  ["Mehmet Yildirim", "YILDIRIM MEHMET"],
  ["Emre Kaya", "Emre Can Kara"],
  ["Nguyen Van Minh", "Minh Nguyen"],
  ["Tran Thi Mai", "Pham Thi Mai"],
  ["Bengt Olof Henriksson", "Birgitta Henriksson"]
]

const accentedPairs: ReadonlyArray<Pair> = [
  ["Åsa Lindström", "LINDSTRÖM, ÅSA"],
  ["Göran Sjöberg", "Sjoberg Goran Björn"],
  ["Märta Öberg", "Märta Åberg"],
  ["Björn-Åke Hägglund", "Hägglund Björn Åke"],
  ["Jüri Pärn", "PÄRN, JÜRI"],
  ["Õie Mägi", "Õie Mäe"],
  ["Hélène Lefèvre", "LEFEVRE Hélène"],
  ["François-René Bérénger", "Bérénger François René"],
  ["Zoë Noël-Garçon", "Zoé Noël Garcin"],
  ["Łukasz Wójcik", "WÓJCIK ŁUKASZ"],
  ["Małgorzata Dąbrowska", "Dabrowska Małgorzata"],
  ["Grażyna Źródlak", "Grażyna Źródłowska"],
  ["İbrahim Çelik", "ÇELİK İBRAHİM"],
  ["Gülşen Yıldız", "Gülsen Yildirım"],
  ["Nguyễn Văn Dũng", "DŨNG NGUYỄN VĂN"],
  ["Trần Thị Hồng Nhung", "Phạm Thị Hồng Nhung"]
]

/** One way to read a name: each hyphenated part is either joined into one word or split into several. */
interface Reading {
  readonly words: Set<string>
  readonly splits: ReadonlyArray<ReadonlyArray<string>>
}

const readingsOf = (text: string): ReadonlyArray<Reading> => {
  const words = new Set(
    text
      .toLowerCase()
      .replaceAll(/['’]/g, "")
      .split(/[\s,]+/)
  )
  words.delete("")
  let readings: ReadonlyArray<Reading> = [{ words, splits: [] }]
  for (const name of words) {
    if (!name.includes("-")) continue
    words.delete(name)
    const parts = name.split("-")
    readings = readings.flatMap((reading) => [
      { words: new Set(reading.words).add(parts.join("")), splits: reading.splits },
      { words: new Set([...reading.words, ...parts]), splits: [...reading.splits, parts] }
    ])
  }
  return readings
}

type Has = (words: Set<string>, word: string) => boolean

const isWithin = (inner: Set<string>, outer: Set<string>, has: Has): boolean => {
  for (const word of inner) if (!has(outer, word)) return false
  return inner.size > 0
}

const areWhole = ({ splits }: Reading, words: Set<string>, has: Has): boolean =>
  splits.every((parts) => new Set(parts.map((part) => has(words, part))).size === 1)

/** Compares all readings of two names by the rule of `NameMatching.matches`. The other functions use the same rule. */
const overlap = (a: ReadonlyArray<Reading>, b: ReadonlyArray<Reading>, has: Has = (words, word) => words.has(word)) =>
  a.some((one) =>
    b.some(
      (other) =>
        (isWithin(one.words, other.words, has) || isWithin(other.words, one.words, has)) &&
        areWhole(one, other.words, has) &&
        areWhole(other, one.words, has)
    )
  )

const withoutMarks = (name: string): string => name.normalize("NFD").replaceAll(/\p{M}/gu, "")
const collator = new Intl.Collator("und", { sensitivity: "base" })
const hasAlike: Has = (words, word) => {
  for (const other of words) if (collator.compare(word, other) === 0) return true
  return false
}

/** The measured functions, Sheaf's first. The ratio compares Sheaf's function with the fastest of the others. */
const competitors: ReadonlyArray<readonly [name: string, compare: Compare]> = [
  ["NameMatching.matches", matches],
  ["NFD without marks, sets", (a, b) => overlap(readingsOf(withoutMarks(a)), readingsOf(withoutMarks(b)))],
  ["lodash.deburr, sets", (a, b) => overlap(readingsOf(deburr(a)), readingsOf(deburr(b)))],
  ["Intl.Collator per word", (a, b) => overlap(readingsOf(a), readingsOf(b), hasAlike)]
]

interface Row {
  readonly name: string
  readonly corpus: "ASCII" | "accented"
  /** The rate of each round, in comparisons per second. */
  readonly rates: ReadonlyArray<number>
  /** The speed of `NameMatching.matches` relative to this function, in each round. */
  readonly ratios: ReadonlyArray<number>
}

interface Length {
  readonly rounds: number
  readonly passes: number
}

const lengths: Readonly<Record<Effort, Length>> = {
  smoke: { rounds: 1, passes: 2 },
  full: { rounds: 41, passes: 250 },
  long: { rounds: 101, passes: 500 }
}

const measureRound = (compare: Compare, pairs: ReadonlyArray<Pair>, passes: number): number => {
  let matching = 0
  const startedAt = performance.now()
  for (let pass = 0; pass < passes; pass++) for (const [a, b] of pairs) if (compare(a, b)) matching++
  const seconds = (performance.now() - startedAt) / 1000
  if (matching % passes !== 0) throw new Error("a comparison returned different results") // also keeps the calls from being optimized away
  return (passes * pairs.length) / seconds
}

const measure = (corpus: Row["corpus"], pairs: ReadonlyArray<Pair>, { passes, rounds }: Length): ReadonlyArray<Row> => {
  const speeds = competitors.map((): Array<number> => [])
  for (let round = 0; round < rounds; round++) {
    competitors.forEach(([, compare], i) => speeds[i]?.push(measureRound(compare, pairs, passes)))
  }
  const ours = speeds[0] ?? []
  return competitors.map(([name], i) => {
    const theirs = speeds[i] ?? []
    return {
      name,
      corpus,
      rates: theirs,
      ratios: theirs.map((speed, round) => (ours[round] ?? Number.NaN) / speed)
    }
  })
}

/** The target ratio of our function's speed to the speed of the fastest other function. */
const targets: Readonly<Record<Row["corpus"], number>> = { ASCII: 5, accented: 3 }

const figuresOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Figure> =>
  rows.map(({ corpus, name, rates, ratios }, index) =>
    medianOf(
      `${corpus} names: ${name}`,
      rates.map((rate) => rate / 1000),
      "thousand per second",
      index > 0 ? { note: `ours is ${middle(ratios).toFixed(1)} times as fast` } : {}
    )
  )

const ratioOf = (corpus: Row["corpus"], rows: ReadonlyArray<Row>): Figure => {
  const [least] = rows.slice(1).toSorted((a, b) => middle(a.ratios) - middle(b.ratios))
  return medianOf(`${corpus} names: ours : the fastest other`, least?.ratios ?? [], "ratio", {
    target: [">=", targets[corpus]]
  })
}

/** Returns a name of 1,250 different seven-letter words. */
const longName = (stem: string): string =>
  Array.from({ length: 1250 }, (_, i) => {
    const letters = [i % 26, Math.floor(i / 26) % 26, Math.floor(i / 676)].map((n) => String.fromCodePoint(97 + n))
    return stem + letters.join("")
  }).join(" ")

/** Measures one comparison of two names of about 10,000 characters. */
const longNames = ({ rounds }: Length): Figure => {
  const [a, b] = [longName("Lind"), longName("LIND")]
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    matches(a, b)
    return performance.now() - startedAt
  })
  return medianOf("two names of 10,000 characters", times, "ms", { target: ["<=", 1] })
}

/** Runs the benchmark, which takes about three seconds at full length. */
export const run = async (effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const length = lengths[effort]
  measure("ASCII", asciiPairs, length) // a warm-up with both kinds of names
  measure("accented", accentedPairs, length)
  const ascii = measure("ASCII", asciiPairs, length)
  const accented = measure("accented", accentedPairs, length)
  return [
    ...figuresOf(ascii),
    ratioOf("ASCII", ascii),
    ...figuresOf(accented),
    ratioOf("accented", accented),
    longNames(length)
  ]
}
