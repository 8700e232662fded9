/** Ranks search results from the guides and the API reference. */
import { wordsOf } from "../texts/Search.ts"

export type Entry = readonly [href: string, page: string, heading: string, text: string]

const maxResults = 20

export const kindOf = (href: string): "API" | "Error" | "Guide" => {
  if (/^\/(?:problems\/|docs\/guides\/errors)/.test(href)) return "Error"
  return href.startsWith("/docs/guides") ? "Guide" : "API"
}

/**
 * The endings that distinguish forms of the same word, such as "signature", "signs" and "signed", or "verify" and
 * "verification".
 */
const ending = /(?:atures?|ications?|ations?|ies|ied|ying|ing|ed|es|s|y)$/

const minStem = 4

const stemOf = (word: string): string => {
  const stem = word.replace(ending, "")
  return stem.length < minStem ? word : stem
}

/** Returns a function that tests whether a word starts with `part`, a word of the query, or is another form of it. */
const matcherOf = (part: string): ((word: string) => boolean) => {
  const stem = stemOf(part)
  return (word) => word.startsWith(part) || stemOf(word) === stem
}

export class Query {
  readonly #text: string
  readonly #matchers: ReadonlyArray<(word: string) => boolean>
  /** True for text that only errors contain: a code such as `NOT_FOUND`, an HTTP status, or the word "error". */
  readonly isAboutErrors: boolean

  constructor(text: string) {
    this.#text = text.trim().toLowerCase()
    this.#matchers = wordsOf(text).map(matcherOf)
    this.isAboutErrors = /^\d{3}$|_|\berrors?\b/i.test(text.trim())
  }

  get isEmpty(): boolean {
    return this.#matchers.length === 0
  }

  equals(text: string): boolean {
    return text.toLowerCase() === this.#text
  }

  /** Returns how many words of the query a text contains. */
  #countIn(text: string): number {
    const words = wordsOf(text)
    return this.#matchers.filter((matches) => words.some(matches)).length
  }

  isIn(text: string): boolean {
    return this.#countIn(text) === this.#matchers.length
  }

  /** Returns whether the query is a single word, and the text begins with it, apart from an article. */
  begins(text: string): boolean {
    const [first = ""] = wordsOf(text.replace(/^(?:the|an?) /i, ""))
    return this.isSingleWord && this.#matchers.every((matches) => matches(first))
  }

  get isSingleWord(): boolean {
    return this.#matchers.length === 1
  }

  isPartlyIn(text: string): boolean {
    return this.#countIn(text) > 0
  }

  matchesWord(word: string): boolean {
    const [normalized] = wordsOf(word)
    return normalized !== undefined && this.#matchers.some((matches) => matches(normalized))
  }

  /**
   * Returns where the query's words follow each other in the text. If they do not, returns where one of them first
   * appears, or -1 if none does.
   */
  positionIn(text: string): { readonly at: number; readonly isPhrase: boolean } {
    const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
      word: wordsOf(word)[0] ?? "",
      index
    }))
    const phrase = words.findIndex((_, at) =>
      this.#matchers.every((matches, offset) => matches(words[at + offset]?.word ?? ""))
    )
    const first = phrase === -1 ? words.findIndex(({ word }) => this.#matchers.some((one) => one(word))) : phrase
    return { at: words[first]?.index ?? -1, isPhrase: phrase !== -1 }
  }
}

/** Splits the names of models: `PersonalNumber` is found as "personal number". */
const spaced = (heading: string): string => heading.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")

/** The difference in rank between one kind of match and the next weaker one (see `rankOf`). */
const tier = 10

/**
 * Returns a smaller number for a higher rank. Guides rank above operations, operations above models, and pages above
 * their sections. Errors rank below everything else in their tier and in the next one, because they repeat the words of
 * other pages. If the query is about errors, they rank as high as guides.
 */
const placeOf = (href: string, query: Query): number => {
  const kind = kindOf(href)
  if (kind === "Error") return query.isAboutErrors ? 0 : tier + 5
  return (kind === "Guide" ? 0 : href.includes("/models/") ? 4 : 2) + (href.includes("#") ? 1 : 0)
}

/**
 * Ranks an entry by where it contains the words of the query. From best to worst:
 *
 * 1. the heading or the page's title equals the query;
 * 2. all words are in the heading;
 * 3. all words are in the heading and the page's title together;
 * 4. some words are in the heading or title, and the rest are in the text;
 * 5. the words are only in the text, as a phrase;
 * 6. the words are only in the text, but scattered.
 */
const rankOf = ([href, page, heading, text]: Entry, query: Query): number => {
  const title = spaced(heading)
  if ([heading, title, page].some((one) => query.equals(one))) return 0
  const place = placeOf(href, query)
  if (query.isIn(`${heading} ${title}`)) return tier + place
  if (query.isIn(`${page} ${heading}`)) return 2 * tier + place
  if (!query.isIn(`${page} ${heading} ${text}`)) return Infinity
  if (query.isPartlyIn(`${page} ${heading}`)) return 3 * tier + place
  return (query.positionIn(text).isPhrase ? 4 : 5) * tier + place
}

/** If a match begins after this many characters, the snippet omits the beginning of the text. */
const maxLead = 24

export const snippetOf = (text: string, query: Query): string => {
  const { at } = query.positionIn(text)
  return at > maxLead ? `… ${text.slice(at)}` : text
}

/**
 * Returns whether a page that contains all words of a path in its titles is probably what the path was meant to be. A
 * single word says little: it must be a title's first word. It never leads to an error, whose title is a sentence.
 */
const isLikely = ([href, page, heading]: Entry, query: Query): boolean =>
  !query.isSingleWord ||
  query.equals(heading) ||
  (!href.startsWith("/problems/") && [page, heading, spaced(heading)].some((title) => query.begins(title)))

interface FindOptions {
  /** False if the query is a guess, for which only headings and titles count. Default: true. */
  readonly inTexts?: boolean
}

export const find = (
  entries: ReadonlyArray<Entry>,
  query: Query,
  { inTexts = true }: FindOptions = {}
): ReadonlyArray<Entry> =>
  query.isEmpty
    ? []
    : entries
        .map((entry) => [rankOf(entry, query), entry] as const)
        .filter(([rank, entry]) => (inTexts ? rank < Infinity : rank < 3 * tier && isLikely(entry, query)))
        .toSorted(([one], [other]) => one - other)
        .slice(0, maxResults)
        .map(([, entry]) => entry)

const popularOf = (version: string): ReadonlyArray<string> => [
  "/docs/guides/integrate",
  `/docs/${version}/collections#startCollection`,
  "/docs/guides/sandbox",
  "/docs/guides/integrate#webhooks",
  "/docs/guides/connect",
  "/docs/guides/records",
  "/docs/guides/integrate#errors-and-retries",
  "/docs/guides/configuration"
]

/** Returns the entries that readers look for most often. Entries of the API reference are those of `version`. */
export const popularIn = (entries: ReadonlyArray<Entry>, version: string): ReadonlyArray<Entry> =>
  popularOf(version).flatMap((href) => entries.filter(([one]) => one === href))
