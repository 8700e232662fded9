/**
 * Invents values to replace real ones. An invented value has the same shape as the real one, is always the same for the
 * same value, and derives from a key that exists only in this process. Without that key, nobody can reverse a
 * replacement or test a guess.
 */
import { createHmac, randomBytes } from "node:crypto"
import { cassetteTime } from "../PlayTime.ts"

/**
 * Each date is moved by a random number of days below this maximum, in addition to an offset that grows with the time
 * between the date and the recording.
 */
const maxJitterDays = 400

const dayMillis = 86_400_000
const consonants = "bdfgklmnprstv"
const vowels = "aeiou"

const maxKnown = 100_000

const isUpper = (character: string): boolean => character !== character.toLowerCase()

const luhnDigit = (nine: string): string => {
  const sum = Array.from(nine, Number).reduce((total, digit, index) => {
    const weighted = digit * (index % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** Returns the check digit of an Estonian or Lithuanian personal code, computed from its first ten digits. */
const balticDigit = (ten: string): string => {
  const sumWith = (first: number) =>
    Array.from(ten, Number).reduce((total, digit, index) => total + digit * (((first + index - 1) % 9) + 1), 0) % 11
  const [one, other] = [sumWith(1), sumWith(3)]
  return String(one < 10 ? one : other < 10 ? other : 0)
}

/** Returns the two check digits of an IBAN (ISO 13616). */
const ibanDigits = (country: string, account: string): string => {
  const digits = Array.from(`${account}${country}00`, (each) => String(parseInt(each, 36))).join("")
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return String(98 - rest).padStart(2, "0")
}

const twoDigits = (value: number): string => String(value).padStart(2, "0")

const timeOf = (year: number, month: number, day: number): number | undefined => {
  const time = Date.UTC(year, month - 1, day)
  const found = new Date(time)
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? time : undefined
}

export class Pseudonyms {
  readonly #key: Uint8Array
  readonly #known = new Map<string, string>()
  readonly #now: number
  #occurrences = 0

  /** @param now the time of the recording */
  constructor(key: Uint8Array = randomBytes(32), now: Date = new Date()) {
    this.#key = key
    this.#now = now.getTime()
  }

  /**
   * Returns a different text on every call. Adding it to a value from a well-known list, such as a year, gives each
   * occurrence its own pseudonym.
   */
  occurrence(): string {
    return `occurrence ${this.#occurrences++}`
  }

  /** Words are cached, because pages repeat them. */
  #remember(value: string, invent: () => string): string {
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const invented = invent()
    if (this.#known.size < maxKnown) this.#known.set(value, invented)
    return invented
  }

  #seed(purpose: string, value: string): Buffer {
    return createHmac("sha512", this.#key).update(`${purpose}\0${value}`).digest()
  }

  *#stream(purpose: string, value: string): Generator<number, never> {
    const seed = this.#seed(purpose, value)
    yield* seed
    for (let round = 0; ; round++) yield* createHmac("sha512", seed).update(String(round)).digest()
  }

  /** Replaces letters, and keeps each letter's case. The same word has a different pseudonym in each context. */
  word(word: string, context = ""): string {
    return this.#remember(`w${context} ${word}`, () => this.#inventWord(word, context))
  }

  #inventWord(word: string, context: string): string {
    const characters = Array.from(word.normalize("NFC"))
    const stream = this.#stream("word", `${context}\0${word.normalize("NFC").toLowerCase()}`)
    const invented = characters.map((character, index) => {
      const letters = index % 2 === 0 ? consonants : vowels
      const plain = character.toLowerCase()
      let letter = letters[stream.next().value % letters.length] ?? "b"
      while (letter === plain) letter = letters[stream.next().value % letters.length] ?? "b"
      return isUpper(character) ? letter.toUpperCase() : letter
    })
    return invented.join("")
  }

  /** Replaces digits. A leading zero stays; every other digit changes. */
  digits(run: string, context = ""): string {
    return this.#remember(`d${context} ${run}`, () => this.#inventDigits(run, context))
  }

  #inventDigits(run: string, context: string): string {
    const stream = this.#stream("digits", `${context}\0${run}`)
    return Array.from(run, (digit, index) => {
      if (index === 0 && digit === "0" && run.length > 1) return digit
      const old = Number(digit)
      const lowest = index === 0 && run.length > 1 ? 1 : 0
      const others = Array.from("0123456789").filter((each) => Number(each) >= lowest && Number(each) !== old)
      return others[stream.next().value % others.length] ?? "5"
    }).join("")
  }

  /** Returns a plausible different year, a new one on each call. */
  year(year: string): string {
    const [high = 0, low = 0] = this.#seed("year", this.occurrence())
    const invented = String(1930 + ((high * 256 + low) % 95))
    return invented === year ? "1929" : invented
  }

  /**
   * Moves each day by a different distance, so that a reader who knows one original date learns nothing about the
   * others. A day before the recording becomes a day before the replay, and the day of the recording becomes the day of
   * the replay.
   */
  #moveDay(time: number): number {
    const play = Math.floor(cassetteTime / dayMillis)
    const days = Math.floor(time / dayMillis) - Math.floor(this.#now / dayMillis)
    if (days === 0) return play
    const seed = this.#seed("day", String(time / dayMillis))
    const factor = 0.6 + (seed.readUInt32BE() % 1000) / 1250
    const distance = Math.ceil(Math.abs(days) * factor) + 1 + (seed.readUInt32BE(4) % maxJitterDays)
    const moved = play + Math.sign(days) * distance
    const yearOf = (day: number) => new Date(day * dayMillis).getUTCFullYear()
    return yearOf(moved) === yearOf(time / dayMillis) ? moved + Math.sign(days) * 366 : moved
  }

  /**
   * Replaces a date with its pseudonym, a different date. Returns `undefined` if there is no such date, or if its year
   * is before 1880 or after 2150.
   */
  date(year: number, month: number, day: number): readonly [year: string, month: string, day: string] | undefined {
    const time = timeOf(year, month, day)
    if (time === undefined || year < 1880 || year > 2150) return undefined
    const moved = new Date(this.#moveDay(time) * dayMillis)
    return [String(moved.getUTCFullYear()), twoDigits(moved.getUTCMonth() + 1), twoDigits(moved.getUTCDate())]
  }

  /**
   * Moves a time, in milliseconds. A time on the day of the recording keeps its distance, in whole minutes, from the
   * moment of the recording. Any other time moves to another day and keeps its time of day.
   */
  time(millis: number): number {
    const today = Math.floor(this.#now / dayMillis)
    if (Math.floor(millis / dayMillis) === today)
      return cassetteTime + Math.trunc((millis - this.#now) / 60_000) * 60_000
    return this.#moveDay(Math.floor(millis / dayMillis) * dayMillis) * dayMillis + (millis % dayMillis)
  }

  /** Replaces a ten-digit Swedish personal number with another valid number. Returns `undefined` for anything else. */
  swedishNumber(ten: string): string | undefined {
    if (luhnDigit(ten.slice(0, 9)) !== ten[9]) return undefined
    const year = Number(ten.slice(0, 2)) + (Number(ten.slice(0, 2)) > 25 ? 1900 : 2000)
    const day = Number(ten.slice(4, 6))
    const date = this.date(year, Number(ten.slice(2, 4)), day > 60 ? day - 60 : day)
    if (date === undefined) return undefined
    const nine = `${date[0].slice(2)}${date[1]}${date[2]}${this.digits(ten.slice(0, 9)).slice(6)}`
    return nine + luhnDigit(nine)
  }

  /**
   * Replaces an Estonian or Lithuanian personal code with another valid code. Returns `undefined` for anything else.
   */
  balticNumber(eleven: string): string | undefined {
    if (!/^[3-6]/.test(eleven) || balticDigit(eleven.slice(0, 10)) !== eleven[10]) return undefined
    const century = /^[34]/.test(eleven) ? 1900 : 2000
    const date = this.date(century + Number(eleven.slice(1, 3)), Number(eleven.slice(3, 5)), Number(eleven.slice(5, 7)))
    if (date === undefined) return undefined
    const first = Number(date[0]) < 2000 ? 3 : 5
    const ten = `${first}${date[0].slice(2)}${date[1]}${date[2]}${this.digits(eleven.slice(0, 10)).slice(7)}`
    return ten + balticDigit(ten)
  }

  /**
   * Replaces an IBAN (without spaces) with another valid IBAN from the same country. Returns `undefined` if its check
   * digits are wrong.
   */
  iban(iban: string): string | undefined {
    const country = iban.slice(0, 2)
    if (ibanDigits(country, iban.slice(4)) !== iban.slice(2, 4)) return undefined
    const account = iban
      .slice(4)
      .replaceAll(/\d+|[A-Z]+/g, (run) => (/\d/.test(run) ? this.digits(run) : this.word(run)))
    return country + ibanDigits(country, account) + account
  }

  /** Returns random bytes to replace a value, such as a signature. */
  bytes(value: string, length: number): Buffer {
    const stream = this.#stream("bytes", value)
    return Buffer.from(Array.from({ length }, () => stream.next().value))
  }
}
