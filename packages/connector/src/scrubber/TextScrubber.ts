/** Scrubs text: everything that the allow-list does not keep becomes an invented value of the same shape. */
import type { AllowList } from "./AllowList.ts"
import { formatRules } from "./FormatRules.ts"
import type { Kind, Rule } from "./FormatRules.ts"
import type { Pseudonyms } from "./Pseudonyms.ts"

export type CountReplacement = (kind: Kind) => void

/** Punctuation that cannot contain a secret. All other symbols are dropped. */
const isPunctuation = (character: string): boolean => /[\s!-/:-@[-`{-~€£§°·–—‘’“”…«»]/u.test(character)

/** A longer run of mixed symbols could be a password. Rulers, masks, and the syntax of JSON and markup do not count. */
const maxSymbols = 3
const symbolRun = /[!-/:-@[-`{-~]+/g
const isSyntax = (run: string): boolean => /^(.)\1*$/.test(run) || /^[{}()[\]<>:;,.="'\\/|-]+$/.test(run)

/** Characters that belong together, as in a number with hyphens. */
const chunks = /(?:[^\s"'<>{}()[\],;=|&?]|,(?=\d))+/gu

const isYear = (run: string): boolean => /^(?:19|20)\d\d$/.test(run)

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

export class TextScrubber {
  readonly #allowed: AllowList
  readonly #pseudonyms: Pseudonyms
  readonly #rules: ReadonlyArray<Rule>
  readonly #phrases: RegExp | undefined
  /** The source's phrases that occurred, for the report. */
  readonly kept = new Set<string>()

  constructor(pseudonyms: Pseudonyms, allowed: AllowList) {
    this.#pseudonyms = pseudonyms
    this.#rules = formatRules(pseudonyms, (text) => this.#plain(text))
    this.#allowed = allowed
    const phrases = allowed.inner.map(escapeRegExp).join("|")
    this.#phrases = phrases === "" ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, "gu")
  }

  /** Replaces characters that belong together. With `apart`, the same value gets a different pseudonym each time. */
  #chunk(chunk: string, count: CountReplacement, apart: string | undefined): string {
    const runs = chunk.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    const core = runs.length > 1 && chunk.length < 80 ? runs.join(" ").toLowerCase() : undefined
    return chunk.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (run) => {
      const isMixed = /\p{L}/u.test(run) && /\p{N}/u.test(run)
      return run.replaceAll(/[\p{L}\p{M}]+|\p{N}+/gu, (piece, index: number) => {
        const context = apart ?? (isMixed ? `${run.toLowerCase()} ${index}` : undefined)
        if (!/^\p{N}/u.test(piece)) {
          count("word")
          return this.#pseudonyms.word(piece, context)
        }
        count("number")
        const digits = piece.replaceAll(/\D/gu, "7")
        if (context === undefined && core === undefined && isYear(digits)) return this.#pseudonyms.year(digits)
        // Numbers this short come from well-known lists.
        const isListed = digits.length < 3 || isYear(digits)
        return this.#pseudonyms.digits(
          digits,
          context ?? (isListed ? (core ?? this.#pseudonyms.occurrence()) : undefined)
        )
      })
    })
  }

  /** Replaces only letters and digits. */
  #plain(text: string, count: CountReplacement = () => {}, apart?: string): string {
    const symbols = (between: string) =>
      Array.from(between)
        .filter(isPunctuation)
        .join("")
        .replaceAll(symbolRun, (run) => (run.length > maxSymbols && !isSyntax(run) ? run.slice(0, maxSymbols) : run))
    let scrubbed = ""
    let end = 0
    for (const { 0: chunk, index } of text.matchAll(chunks)) {
      scrubbed += text.slice(end, index) + this.#chunk(chunk, count, apart)
      end = index + chunk.length
    }
    return (scrubbed + text.slice(end)).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, symbols)
  }

  /**
   * Scrubs an entry in a well-known list, such as countries or years, so that it reveals nothing about the same value
   * elsewhere.
   */
  scrubApart(text: string, count: CountReplacement = () => {}): string {
    return this.#allowed.hasPhrase(text.trim()) ? text : this.#plain(text, count, this.#pseudonyms.occurrence())
  }

  #byRules(text: string, count: CountReplacement, from = 0): string {
    const rule = this.#rules[from]
    if (rule === undefined) return this.#plain(text, count)
    const [pattern, kind, replace] = rule
    let result = ""
    let end = 0
    for (const match of text.matchAll(new RegExp(pattern, "giu"))) {
      const invented = replace(match[0], match)
      if (invented === undefined) continue
      count(kind)
      result += this.#byRules(text.slice(end, match.index), count, from + 1) + invented
      end = match.index + match[0].length
    }
    return result + this.#byRules(text.slice(end), count, from + 1)
  }

  /** Scrubs a text, but keeps phrases from the source. */
  scrub(text: string, count: CountReplacement = () => {}): string {
    const whole = text.trim().replace(/:$/, "")
    if (this.#allowed.hasPhrase(whole)) {
      this.kept.add(whole)
      return text
    }
    if (this.#phrases === undefined) return this.#byRules(text, count)
    let result = ""
    let end = 0
    for (const { 0: phrase, index } of text.matchAll(this.#phrases)) {
      this.kept.add(phrase)
      result += this.#byRules(text.slice(end, index), count) + phrase
      end = index + phrase.length
    }
    return result + this.#byRules(text.slice(end), count)
  }
}
