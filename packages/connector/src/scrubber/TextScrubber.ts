/** Scrubs text: everything that the allow-list does not keep becomes an invented value of the same shape. */
import type { AllowList } from "./AllowList.ts"
import { fileEnding } from "./Decoding.ts"
import { formatRules } from "./FormatRules.ts"
import type { Kind, Rule } from "./FormatRules.ts"
import type { Pseudonyms } from "./Pseudonyms.ts"

export type CountReplacement = (kind: Kind) => void

/** Punctuation that cannot contain a secret. All other symbols are dropped. */
const isPunctuation = (character: string): boolean => /[\s!-/:-@[-`{-~€£§°·–—‘’“”…«»]/u.test(character)

/**
 * A longer run of mixed symbols could be a password. Separator lines, masks, and the syntax of JSON and markup do not
 * count.
 */
const maxSymbols = 3
const symbolRun = /[!-/:-@[-`{-~]+/g
const isSyntax = (run: string): boolean => /^(.)\1*$/.test(run) || /^[{}()[\]<>:;,.="'\\/|-]+$/.test(run)

/** Characters that belong together, as in a number with hyphens. */
const chunks = /(?:[^\s"'<>{}()[\],;=|&?]|,(?=\d))+/gu

const runs = new RegExp(`${fileEnding}|[\\p{L}\\p{M}\\p{N}]+`, "giu")

const isYear = (run: string): boolean => /^(?:19|20)\d\d$/.test(run)

/**
 * Returns true for numbers that can be guessed: years, and numbers of one or two digits. There are so few of them that
 * anybody could try them all.
 */
const isListed = (digits: string): boolean => digits.length < 3 || isYear(digits)

const hasLongNumber = (run: string): boolean => /\p{N}{3}/u.test(run) && !isYear(run)

/**
 * Returns a map from the position of each guessable number (such as a year) to its context. The context is the next
 * long number in the same chunk or, failing that, the previous one. If the chunk has no long number, the context is the
 * whole chunk (if it is shorter than 80 characters). In `HK-2026-00123`, for example, the context of `2026` is `00123`,
 * so `2026` gets the same replacement in a text, a URL and a file name.
 */
const contextsIn = (text: string): ReadonlyMap<number, string> => {
  const contexts = new Map<number, string>()
  for (const { 0: chunk, index: start } of text.matchAll(chunks)) {
    const found = Array.from(chunk.matchAll(runs)).filter(([run]) => !run.startsWith("."))
    if (found.length < 2) continue
    const whole = chunk.length < 80 ? found.map(([run]) => run).join(" ") : undefined
    let before: string | undefined
    let waiting: Array<number> = []
    const give = (context: string | undefined) => {
      if (context !== undefined) for (const position of waiting) contexts.set(position, context.toLowerCase())
      waiting = []
    }
    for (const { 0: run, index } of found) {
      if (hasLongNumber(run)) give((before = run))
      else if (/^\p{N}+$/u.test(run)) waiting.push(start + index)
    }
    give(before ?? whole)
  }
  return contexts
}

interface Surroundings {
  readonly contexts: ReadonlyMap<number, string>
  readonly count: CountReplacement
  /**
   * The context for short numbers that have no long number beside them. Without this context, each occurrence of such a
   * number gets its own replacement, so that a reader cannot find out the number by trying all values.
   */
  readonly alone?: string
  readonly apart?: string
}

const uncounted: CountReplacement = () => {}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

export class TextScrubber {
  readonly #allowed: AllowList
  readonly #pseudonyms: Pseudonyms
  readonly #rules: ReadonlyArray<Rule>
  readonly #phrases: RegExp | undefined
  readonly kept = new Set<string>()

  constructor(pseudonyms: Pseudonyms, allowed: AllowList) {
    this.#pseudonyms = pseudonyms
    this.#rules = formatRules(pseudonyms, (text) =>
      this.#plain(text, 0, { contexts: contextsIn(text), count: uncounted })
    )
    this.#allowed = allowed
    const phrases = allowed.inner.map(escapeRegExp).join("|")
    this.#phrases = phrases === "" ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, "gu")
  }

  #run(run: string, at: number, { alone, apart, contexts, count }: Surroundings): string {
    const isMixed = /\p{L}/u.test(run) && /\p{N}/u.test(run)
    return run.replaceAll(/[\p{L}\p{M}]+|\p{N}+/gu, (piece, index: number) => {
      const own = apart ?? (isMixed ? `${run.toLowerCase()} ${index}` : undefined)
      if (!/^\p{N}/u.test(piece)) {
        count("word")
        return this.#pseudonyms.word(piece, own)
      }
      count("number")
      const digits = piece.replaceAll(/\D/gu, "7")
      const context = own ?? (isListed(digits) ? (contexts.get(at + index) ?? alone) : "")
      if (context === undefined && isYear(digits)) return this.#pseudonyms.year(digits)
      return this.#pseudonyms.digits(digits, context ?? this.#pseudonyms.occurrence())
    })
  }

  #plain(text: string, at: number, around: Surroundings): string {
    const symbols = (between: string) =>
      Array.from(between)
        .filter(isPunctuation)
        .join("")
        .replaceAll(symbolRun, (run) => (run.length > maxSymbols && !isSyntax(run) ? run.slice(0, maxSymbols) : run))
    return text
      .replaceAll(runs, (run, index: number) => (run.startsWith(".") ? run : this.#run(run, at + index, around)))
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, symbols)
  }

  /**
   * Scrubs a value from a well-known list, such as a country or a year, so that its replacement reveals nothing about
   * the same value elsewhere.
   */
  scrubApart(text: string, count: CountReplacement = uncounted): string {
    return this.#allowed.hasPhrase(text.trim())
      ? text
      : this.#plain(text, 0, { contexts: new Map(), count, apart: this.#pseudonyms.occurrence() })
  }

  #byRules(text: string, at: number, around: Surroundings, from = 0): string {
    const rule = this.#rules[from]
    if (rule === undefined) return this.#plain(text, at, around)
    const [pattern, kind, replace] = rule
    let result = ""
    let end = 0
    for (const match of text.matchAll(new RegExp(pattern, "giu"))) {
      const invented = replace(match[0], match)
      if (invented === undefined) continue
      around.count(kind)
      result += this.#byRules(text.slice(end, match.index), at + end, around, from + 1) + invented
      end = match.index + match[0].length
    }
    return result + this.#byRules(text.slice(end), at + end, around, from + 1)
  }

  /** Scrubs a member's or field's name like a text, but keeps hardly any punctuation. */
  scrubName(name: string): string {
    return this.#byRules(name, 0, {
      contexts: contextsIn(name),
      count: uncounted,
      alone: name.toLowerCase()
    }).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, (between) => /[_.-]/.exec(between)?.[0] ?? "")
  }

  scrub(text: string, count: CountReplacement = uncounted): string {
    const whole = text.trim().replace(/:$/, "")
    if (this.#allowed.hasPhrase(whole)) {
      this.kept.add(whole)
      return text
    }
    const around = { contexts: contextsIn(text), count }
    let result = ""
    let end = 0
    for (const { 0: phrase, index } of this.#phrases === undefined ? [] : text.matchAll(this.#phrases)) {
      this.kept.add(phrase)
      result += this.#byRules(text.slice(end, index), end, around) + phrase
      end = index + phrase.length
    }
    return result + this.#byRules(text.slice(end), end, around)
  }
}
