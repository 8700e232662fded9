/**
 * Invented values in place of real ones: of the same shape, the same for the same value, and computed with a key that exists only
 * in this process. Without the key, nobody can go back or test a guess.
 */
import { createHmac, randomBytes } from "node:crypto"

/** More than a year, so that no date stays in its year. */
const minShiftDays = 400

const dayMillis = 86_400_000
const consonants = "bdfgklmnprstv"
const vowels = "aeiou"

const maxKnown = 100_000

const isUpper = (character: string): boolean => character !== character.toLowerCase()

/** The checksum digit of a Swedish personal number: Luhn's, over nine digits. */
const luhnDigit = (nine: string): string => {
  const sum = Array.from(nine, Number).reduce((total, digit, index) => {
    const weighted = digit * (index % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** The checksum digit of an Estonian or Lithuanian personal code, over ten digits. */
const balticDigit = (ten: string): string => {
  const sumWith = (first: number) =>
    Array.from(ten, Number).reduce((total, digit, index) => total + digit * (((first + index - 1) % 9) + 1), 0) % 11
  const [one, other] = [sumWith(1), sumWith(3)]
  return String(one < 10 ? one : other < 10 ? other : 0)
}

/** The two check digits of an IBAN (ISO 13616). */
const ibanDigits = (country: string, account: string): string => {
  const digits = Array.from(`${account}${country}00`, (each) => String(parseInt(each, 36))).join("")
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return String(98 - rest).padStart(2, "0")
}

const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** Returns a day's time, or `undefined` if the calendar lacks the day. */
const timeOf = (year: number, month: number, day: number): number | undefined => {
  const time = Date.UTC(year, month - 1, day)
  const found = new Date(time)
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? time : undefined
}

export class Pseudonyms {
  readonly #key: Uint8Array
  readonly #known = new Map<string, string>()
  /** The days by which every date moves: one to four years back. */
  readonly shiftDays: number

  constructor(key: Uint8Array = randomBytes(32)) {
    this.#key = key
    this.shiftDays = -(minShiftDays + (this.#seed("shift", "").readUInt32BE() % 1000))
  }

  /** Pages repeat their words. */
  #remember(value: string, invent: () => string): string {
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const invented = invent()
    if (this.#known.size < maxKnown) this.#known.set(value, invented)
    return invented
  }

  /** Returns 64 bytes for a value. */
  #seed(purpose: string, value: string): Buffer {
    return createHmac("sha512", this.#key).update(`${purpose}\0${value}`).digest()
  }

  /** Returns as many numbers below 256 as a value needs. */
  *#stream(purpose: string, value: string): Generator<number, never> {
    const seed = this.#seed(purpose, value)
    yield* seed
    for (let round = 0; ; round++) yield* createHmac("sha512", seed).update(String(round)).digest()
  }

  /** Replaces letters. Upper and lower case stay; the spelling is otherwise of no matter. */
  word(word: string): string {
    return this.#remember(`w${word}`, () => this.#inventWord(word))
  }

  #inventWord(word: string): string {
    const characters = Array.from(word.normalize("NFC"))
    const stream = this.#stream("word", word.normalize("NFC").toLowerCase())
    const invented = characters.map((character, index) => {
      const letters = index % 2 === 0 ? consonants : vowels
      const plain = character.toLowerCase()
      let letter = letters[stream.next().value % letters.length] ?? "b"
      while (letter === plain) letter = letters[stream.next().value % letters.length] ?? "b"
      return isUpper(character) ? letter.toUpperCase() : letter
    })
    return invented.join("")
  }

  /** Replaces digits. A zero at the beginning stays, and no other position keeps its digit. */
  digits(run: string): string {
    return this.#remember(`d${run}`, () => this.#inventDigits(run))
  }

  #inventDigits(run: string): string {
    const stream = this.#stream("digits", run)
    return Array.from(run, (digit, index) => {
      if (index === 0 && digit === "0" && run.length > 1) return digit
      const old = Number(digit)
      const lowest = index === 0 && run.length > 1 ? 1 : 0
      const others = Array.from("0123456789").filter((each) => Number(each) >= lowest && Number(each) !== old)
      return others[stream.next().value % others.length] ?? "5"
    }).join("")
  }

  /** Moves a day. Returns `undefined` if it is none, or none of the last or next decades. */
  date(year: number, month: number, day: number): readonly [year: string, month: string, day: string] | undefined {
    const time = timeOf(year, month, day)
    if (time === undefined || year < 1880 || year > 2150) return undefined
    const moved = new Date(time + this.shiftDays * dayMillis)
    return [String(moved.getUTCFullYear()), twoDigits(moved.getUTCMonth() + 1), twoDigits(moved.getUTCDate())]
  }

  /** Moves a time in milliseconds. */
  time(millis: number): number {
    return millis + this.shiftDays * dayMillis
  }

  /** Replaces a Swedish personal number of ten digits by a valid one. Returns `undefined` for other digits. */
  swedishNumber(ten: string): string | undefined {
    if (luhnDigit(ten.slice(0, 9)) !== ten[9]) return undefined
    const year = Number(ten.slice(0, 2)) + (Number(ten.slice(0, 2)) > 25 ? 1900 : 2000)
    const day = Number(ten.slice(4, 6))
    const date = this.date(year, Number(ten.slice(2, 4)), day > 60 ? day - 60 : day)
    if (date === undefined) return undefined
    const nine = `${date[0].slice(2)}${date[1]}${date[2]}${this.digits(ten.slice(0, 9)).slice(6)}`
    return nine + luhnDigit(nine)
  }

  /** Replaces an Estonian or Lithuanian personal code by a valid one. Returns `undefined` for other digits. */
  balticNumber(eleven: string): string | undefined {
    if (!/^[3-6]/.test(eleven) || balticDigit(eleven.slice(0, 10)) !== eleven[10]) return undefined
    const century = /^[34]/.test(eleven) ? 1900 : 2000
    const date = this.date(century + Number(eleven.slice(1, 3)), Number(eleven.slice(3, 5)), Number(eleven.slice(5, 7)))
    if (date === undefined) return undefined
    const first = Number(date[0]) < 2000 ? 3 : 5
    const ten = `${first}${date[0].slice(2)}${date[1]}${date[2]}${this.digits(eleven.slice(0, 10)).slice(7)}`
    return ten + balticDigit(ten)
  }

  /** Replaces an IBAN without spaces by a valid one of the same country. Returns `undefined` if its check digits are wrong. */
  iban(iban: string): string | undefined {
    const country = iban.slice(0, 2)
    if (ibanDigits(country, iban.slice(4)) !== iban.slice(2, 4)) return undefined
    const account = iban
      .slice(4)
      .replaceAll(/\d+|[A-Z]+/g, (run) => (/\d/.test(run) ? this.digits(run) : this.word(run)))
    return country + ibanDigits(country, account) + account
  }

  /** Returns random bytes for a value, such as a signature. */
  bytes(value: string, length: number): Buffer {
    const stream = this.#stream("bytes", value)
    return Buffer.from(Array.from({ length }, () => stream.next().value))
  }
}
