/** Personal numbers and coordination numbers, for property tests (spec 2.1). */
import { dayMillis } from "../shared/CalendarDate.ts"
import { Arbitrary, Schema } from "effect"

/** The last possible day of birth. Pass it to `PersonalNumber.normalize` as `today`. */
export const today = "2026-04-01"

const firstBirth = Date.parse("1890-01-01")
const daysOfBirth = (Date.parse(today) - firstBirth) / dayMillis

const upTo = (maximum: number): Arbitrary.Arbitrary<number> =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum })))

const checkDigit = (nineDigits: string): number => {
  const weighted = Array.from(nineDigits, (digit, i) => String(Number(digit) * (i % 2 === 0 ? 2 : 1))).join("")
  const sum = Array.from(weighted, Number).reduce((total, digit) => total + digit, 0)
  return (10 - (sum % 10)) % 10
}

const numbers = (addedToDay: number): Arbitrary.Arbitrary<string> =>
  Arbitrary.map(Arbitrary.all([upTo(daysOfBirth), upTo(998)]), ([days, others]) => {
    const birth = new Date(firstBirth + days * dayMillis).toISOString()
    const day = String(Number(birth.slice(8, 10)) + addedToDay).padStart(2, "0")
    const nineDigits = birth.slice(2, 4) + birth.slice(5, 7) + day + String(1 + others).padStart(3, "0")
    return birth.slice(0, 2) + nineDigits + checkDigit(nineDigits)
  })

export const personalNumber: Arbitrary.Arbitrary<string> = numbers(0)

export const coordinationNumber: Arbitrary.Arbitrary<string> = numbers(60)
