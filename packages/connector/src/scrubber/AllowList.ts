/**
 * What a cassette may keep: member names, field names and paths that consist of known words, and phrases that the
 * connector's source looks for in pages. These phrases reveal nothing, because the source is public. The connector
 * needs no other text on a page.
 */

/** Words that are common in interfaces. Paths can contain people's names, so the list contains no common name. */
const interfaceWords = `
  accept access account accounts active address agreement amount amounts and api app application array attributes auth
  authentication authorization available balance balances begin birth body bonus booking brand button by cancel car claims
  code codes collect company consent content contract contracts cookie count coverage created csrf currency current customer
  customers data date day deductible description detail details display document documents download driver email employer end
  error errors expires fee fees field file files filter first flag form format fund funds get has header headers holder holders
  holding holdings html id ids in info information insurance insurances insured interest is isin item items json key
  kind label language last length limit link links list lists living load locale location login logout mail main message
  messages meta method mobile model month name names new next no nonce number numbers object of offset on order orders owner
  page pages paging password path payment pdf pension period person personal phone plate policies policy post postal premium
  product products profile provider qr quantity query rate records redirect ref reference refresh region registration request
  response result results return role scope sections security self session settings size sort start state status step street sub
  submit subscriptions success sum summary tax terms text time title to token total transaction transactions type types unit
  updated url urls user username users valid value values vehicle vehicles version view web year zip xml
`

/** Splits a name into its words: `policyNumber_id` into policy, number and id. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  name.match(/\p{Lu}?[\p{Ll}]+|\p{Lu}+(?!\p{Ll})|\p{L}+|\d+/gu)?.map((word) => word.toLowerCase()) ?? []

/** Matches comments, then string literals and regular expressions, then identifiers. */
const tokens =
  /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|#).*$|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[(=,:!&|?\s])\/(?![*/\s])(?:[^/\\\n]|\\.)+\/[a-z]*|[\p{L}_$][\p{L}\p{N}_$]*/gmu

const url = /^https?:\/\/([a-z0-9.-]+(?::\d+)?)/i

/**
 * Returns true for a string that a connector might compare with text on a page. Returns false for a string with more
 * than three digits, because it could be somebody's number.
 */
const isPhrase = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= 80 &&
  /^[\p{L}_][\p{L}\p{M}\p{N}\s_.,:;!?&'’/%-]*$/u.test(text) &&
  (text.match(/\p{N}/gu) ?? []).length <= 3

const syntax = /<[^<>]*>?|\\[a-zA-Z]|[\\^$*+?()[\]{}|"'=<>]+/gu

const partsOf = (literal: string, hasExpressions: boolean): ReadonlyArray<string> =>
  hasExpressions ? literal.split(/\$?\{[^{}]*\}/) : [literal]

export class AllowList {
  readonly #words = new Set(interfaceWords.trim().split(/\s+/))
  readonly #phrases = new Set<string>()
  readonly #given = new Set<string>()
  readonly #segments = new Set<string>()
  readonly #hosts = new Set<string>()
  readonly #literals = new Set<string>()
  readonly #identifiers = new Set<string>()
  /**
   * The names and path segments that were kept because they occur in the connector's source code. The report lists
   * them.
   */
  readonly kept = new Set<string>()
  /** The names that were replaced although they occur in the source as identifiers. The report lists them. */
  readonly missed = new Set<string>()

  /** @param sources the connector's source files, without tests and recordings */
  constructor(sources: ReadonlyArray<string> = []) {
    for (const source of sources) {
      for (const { 0: token, index } of source.matchAll(tokens)) {
        if (/^(?:\/\*|\/\/|#|""")/.test(token)) continue
        if (!/^["'`/]/.test(token)) {
          this.#identifiers.add(token)
          continue
        }
        const isFormat = token.startsWith("`") || /\b[rb]?f[rb]?$/i.test(source.slice(Math.max(0, index - 3), index))
        const literal = token.replace(/^.|.[a-z]*$/g, "")
        this.#literals.add(literal)
        for (const part of partsOf(literal, isFormat)) this.#add(part)
      }
    }
  }

  #add(part: string): void {
    const [start = "", host] = url.exec(part) ?? []
    if (host !== undefined) this.#hosts.add(host.toLowerCase())
    const text = part.slice(start.length).trim()
    if (/^[^\s<>"]*\/[^\s<>"]*$/.test(text)) {
      for (const segment of text.split(/[/?#]/)) if (isPhrase(segment)) this.#segments.add(segment)
    } else if (isPhrase(text)) this.#phrases.add(text)
    else {
      for (const [, name = ""] of text.matchAll(/=\\?["']?\??([\p{L}_][\p{L}\p{N}_-]*)/gu)) {
        if (isPhrase(name)) this.#phrases.add(name)
      }
      for (const run of text.split(syntax)) if (isPhrase(run.trim())) this.#phrases.add(run.trim())
    }
  }

  keep(kept: Iterable<string>): void {
    for (const phrase of kept) {
      if (!isPhrase(phrase)) continue
      this.#phrases.add(phrase)
      this.#given.add(phrase)
      this.#segments.add(phrase)
    }
  }

  /** Forbids keeping anything that occurs in this text, for example a user name. */
  forbid(text: string): void {
    const forbidden = new Set([text.toLowerCase(), ...wordsOf(text), ...wordsOf(text.toLowerCase())])
    for (const word of forbidden) this.#words.delete(word)
    for (const phrases of [this.#phrases, this.#given, this.#segments]) {
      for (const phrase of phrases) {
        if (wordsOf(phrase).some((word) => forbidden.has(word)) || forbidden.has(phrase.toLowerCase())) {
          phrases.delete(phrase)
        }
      }
    }
  }

  #isUsual(name: string): boolean {
    const words = wordsOf(name)
    return (
      name.length <= 64 &&
      words.length > 0 &&
      /^[\p{L}\p{N}_$.:\-[\]]+$/u.test(name) &&
      words.every((word) => this.#words.has(word) || /^\d{1,2}$/.test(word)) &&
      words.filter((word) => /\d/.test(word)).length <= 1
    )
  }

  #isIn(kept: ReadonlySet<string>, name: string): boolean {
    if (this.#isUsual(name)) return true
    if (kept.has(name)) this.kept.add(name)
    else if (this.#identifiers.has(name)) this.missed.add(name)
    return kept.has(name)
  }

  hasName(name: string): boolean {
    return this.#isIn(this.#phrases, name)
  }

  hasSegment(segment: string): boolean {
    return this.#isIn(this.#segments, segment)
  }

  /** Returns true if the source contains this text as a literal, even if the text must be replaced on a page. */
  hasLiteral(text: string): boolean {
    return this.#literals.has(text)
  }

  hasPhrase(phrase: string): boolean {
    return this.#phrases.has(phrase)
  }

  hasHost(host: string): boolean {
    return this.#hosts.has(host.toLowerCase()) || /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)
  }

  hasWord(word: string): boolean {
    const lower = word.toLowerCase()
    return [...this.#phrases, ...this.#segments].some((phrase) => wordsOf(phrase.toLowerCase()).includes(lower))
  }

  /** Phrases to keep inside longer texts, longest first. Single words are excluded, because they could be names. */
  get inner(): ReadonlyArray<string> {
    return [...this.#phrases]
      .filter((phrase) => /\s/.test(phrase) || this.#given.has(phrase))
      .sort((one, other) => other.length - one.length)
  }
}
