/**
 * What a cassette may keep: names of members, fields and paths that consist of known words, and the phrases that the connector's
 * own source compares with. The source is public already, and a connector needs nothing else of a page.
 */

/** Words of interfaces. None is a common name of a person, because paths can contain names. */
const interfaceWords = `
  accept access account accounts active address agreement amount amounts and api app application array attributes auth
  authentication authorization available balance balances begin birth body bonus booking button by cancel car claims
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

/** Matches comments, then texts and regular expressions, then names. */
const tokens =
  /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|#).*$|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[(=,:!&|?\s])\/(?![*/\s])(?:[^/\\\n]|\\.)+\/[a-z]*|[\p{L}_$][\p{L}\p{N}_$]*/gmu

/** Matches what a text or a regular expression of the source compares with: words in a row. */
const phrases = /\p{L}[\p{L}\-_]*(?: [\p{L}][\p{L}\-_]*)*/gu

const hosts = /\bhttps?:\/\/([a-z0-9.-]+(?::\d+)?)/gi

const minLetters = 2

export class AllowList {
  readonly #words = new Set(interfaceWords.trim().split(/\s+/))
  readonly #phrases = new Set<string>()
  readonly #hosts = new Set<string>()

  /** @param sources the connector's source files, without tests and recorded data */
  constructor(sources: ReadonlyArray<string> = []) {
    for (const source of sources) {
      for (const [host] of Array.from(source.matchAll(hosts), ([, found = ""]) => [found])) {
        this.#hosts.add((host ?? "").toLowerCase())
      }
      for (const [token] of source.matchAll(tokens)) {
        if (/^(?:\/\*|\/\/|#|""")/.test(token)) continue
        if (/^["'`/]/.test(token)) {
          const escaped = token.replaceAll(/\\[a-zA-Z]/g, " ")
          for (const [phrase] of escaped.matchAll(phrases)) if (phrase.length >= minLetters) this.#phrases.add(phrase)
        }
        for (const word of wordsOf(token)) this.#words.add(word)
      }
    }
  }

  /** Keeps these phrases too, because the operator said so. */
  keep(kept: Iterable<string>): void {
    for (const phrase of kept) {
      this.#phrases.add(phrase)
      for (const word of wordsOf(phrase)) this.#words.add(word)
    }
  }

  /** Keeps nothing that occurs in a text, such as a user name. */
  forbid(text: string): void {
    const forbidden = new Set([text.toLowerCase(), ...wordsOf(text), ...wordsOf(text.toLowerCase())])
    for (const word of forbidden) this.#words.delete(word)
    for (const phrase of this.#phrases) {
      if (wordsOf(phrase).some((word) => forbidden.has(word)) || forbidden.has(phrase.toLowerCase())) {
        this.#phrases.delete(phrase)
      }
    }
  }

  /** Returns true for the name of a member, a field or a part of a path. */
  hasName(name: string): boolean {
    const words = wordsOf(name)
    return (
      name.length <= 64 &&
      words.length > 0 &&
      /^[\p{L}\p{N}_$.:\-[\]]+$/u.test(name) &&
      words.every((word) => this.#words.has(word) || /^\d{1,2}$/.test(word)) &&
      words.filter((word) => /\d/.test(word)).length <= 1
    )
  }

  hasPhrase(phrase: string): boolean {
    return this.#phrases.has(phrase)
  }

  hasHost(host: string): boolean {
    return this.#hosts.has(host.toLowerCase()) || /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)
  }

  /** The phrases, longest first. */
  get all(): ReadonlyArray<string> {
    return [...this.#phrases].sort((one, other) => other.length - one.length)
  }
}
