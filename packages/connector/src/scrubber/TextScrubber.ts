/** Scrubs text: whatever the allow-list does not keep becomes an invented value of the same shape. */
import type { AllowList } from "./AllowList.ts"
import { formatRules } from "./FormatRules.ts"
import type { Kind, Rule } from "./FormatRules.ts"
import type { Pseudonyms } from "./Pseudonyms.ts"

export type Count = (kind: Kind) => void

/** Punctuation that cannot hold a secret. Other symbols are dropped. */
const isPunctuation = (character: string): boolean => /[\s!-/:-@[-`{-~€£§°·–—‘’“”…«»]/u.test(character)

/** A run of punctuation this long could be a password. */
const maxPunctuation = 3

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

export class TextScrubber {
  readonly #pseudonyms: Pseudonyms
  readonly #rules: ReadonlyArray<Rule>
  readonly #phrases: RegExp | undefined
  /** The phrases of the source that occurred, for the report. */
  readonly kept = new Set<string>()

  constructor(pseudonyms: Pseudonyms, allowed: AllowList) {
    this.#pseudonyms = pseudonyms
    this.#rules = formatRules(pseudonyms, (text) => this.#plain(text))
    const phrases = allowed.all.map(escapeRegExp).join("|")
    this.#phrases = phrases === "" ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, "gu")
  }

  /** Replaces letters and digits without looking for more. */
  #plain(text: string, count: Count = () => {}): string {
    return text
      .replaceAll(/\p{L}[\p{L}\p{M}]*|\p{N}+|[^\p{L}\p{N}]+/gu, (token) => {
        if (/^\p{L}/u.test(token)) {
          count("word")
          return this.#pseudonyms.word(token)
        }
        if (/^\p{N}/u.test(token)) {
          count("number")
          return this.#pseudonyms.digits(token.replaceAll(/\D/gu, "7"))
        }
        return Array.from(token).filter(isPunctuation).join("")
      })
      .replaceAll(new RegExp(`[!-/:-@[-\`{-~]{${maxPunctuation + 1},}`, "g"), (run) => run.slice(0, maxPunctuation))
  }

  #byRules(text: string, count: Count, from = 0): string {
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

  /** Scrubs a text, except for the phrases of the source. */
  scrub(text: string, count: Count = () => {}): string {
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
