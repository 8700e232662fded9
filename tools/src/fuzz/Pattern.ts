/**
 * Texts that a regular expression matches. It knows what published patterns are made of: alternatives, groups, classes,
 * escapes and quantifiers; not references, nor what looks ahead or behind.
 */
import type { Random } from "./Random.ts"

type Term =
  | { readonly kind: "characters"; readonly all: ReadonlyArray<string> }
  | { readonly kind: "group"; readonly alternatives: ReadonlyArray<ReadonlyArray<Repeated>> }

interface Repeated {
  readonly term: Term
  readonly least: number
  readonly most: number
}

/** Letters, digits and signs of ASCII, spaces, and letters of which case, width or direction are hard. */
const alphabet = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)),
  ..."\t\n\u00a0\u00e5\u00df\u0131\u0130\u0416\u05d0\u0661\u4f60\uff21\u2028\u202e",
  "\u{1f600}",
  "\u{10ffff}"
]

/** How often `*` and `+` repeat at most. */
const unbounded = 12

const charactersOf = (source: string): ReadonlyArray<string> => {
  const one = new RegExp(`^(?:${source})$`, "u")
  const all = alphabet.filter((character) => one.test(character))
  if (all.length === 0) throw new Error(`no known character matches ${source}`)
  return all
}

const characterTerm =
  /^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\.|[^\\()[\]|*+?{}])/u
const quantifier = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})/u

const bounds = (text: string): { readonly least: number; readonly most: number; readonly length: number } => {
  const found = quantifier.exec(text)
  if (found === null) return { least: 1, most: 1, length: 0 }
  const [{ length }, sign, least, comma, most] = found
  if (sign === "?") return { least: 0, most: 1, length }
  if (sign !== undefined) return { least: sign === "+" ? 1 : 0, most: unbounded, length }
  const atLeast = Number(least)
  if (comma === undefined) return { least: atLeast, most: atLeast, length }
  return { least: atLeast, most: most === "" ? atLeast + unbounded : Number(most), length }
}

class Reader {
  #rest: string
  constructor(source: string) {
    this.#rest = source
  }

  #skip(text: string): boolean {
    const begins = this.#rest.startsWith(text)
    if (begins) this.#rest = this.#rest.slice(text.length)
    return begins
  }

  #term(): Term {
    if (this.#skip("(?:") || this.#skip("(")) {
      const alternatives = this.alternatives()
      if (!this.#skip(")")) throw new Error("a group that does not end")
      return { kind: "group", alternatives }
    }
    const source = characterTerm.exec(this.#rest)?.[0]
    if (source === undefined) throw new Error(`no character begins ${this.#rest}`)
    this.#rest = this.#rest.slice(source.length)
    return { kind: "characters", all: charactersOf(source) }
  }

  #sequence(): ReadonlyArray<Repeated> {
    const all: Array<Repeated> = []
    while (this.#rest !== "" && !/^[|)]/.test(this.#rest)) {
      if (this.#skip("^") || this.#skip("$")) continue
      const term = this.#term()
      const { least, length, most } = bounds(this.#rest)
      this.#rest = this.#rest.slice(length)
      all.push({ term, least, most })
    }
    return all
  }

  alternatives(): ReadonlyArray<ReadonlyArray<Repeated>> {
    const all = [this.#sequence()]
    while (this.#skip("|")) all.push(this.#sequence())
    return all
  }
}

const textOf = (alternatives: ReadonlyArray<ReadonlyArray<Repeated>>, random: Random): string =>
  random
    .pick(alternatives)
    .map(({ least, most, term }) =>
      Array.from({ length: random.int(least, most) }, () =>
        term.kind === "group" ? textOf(term.alternatives, random) : random.pick(term.all)
      ).join("")
    )
    .join("")

const read = new Map<string, ReadonlyArray<ReadonlyArray<Repeated>>>()

/** A text that `pattern` matches from its beginning to its end. */
export const text = (pattern: string, random: Random): string => {
  const alternatives = read.get(pattern) ?? new Reader(pattern).alternatives()
  read.set(pattern, alternatives)
  return textOf(alternatives, random)
}
