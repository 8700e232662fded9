/** Estonian, Latvian and Lithuanian personal codes, for property tests (spec 2.1). */
import { dayMillis } from "../shared/CalendarDate.ts"
import type { Country } from "../users/PersonalCode.ts"
import { Arbitrary, Schema } from "effect"
import { today } from "./PersonalNumbers.ts"

const firstBirth = Date.parse("1890-01-01")
const daysOfBirth = (Date.parse(today) - firstBirth) / dayMillis

const upTo = (maximum: number): Arbitrary.Arbitrary<number> =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum })))

const birthAndSerial = Arbitrary.all([upTo(daysOfBirth), upTo(9999)])

const parts = (days: number) => {
  const [year = "", month = "", day = ""] = new Date(firstBirth + days * dayMillis)
    .toISOString()
    .slice(0, 10)
    .split("-")
  return { century: Number(year.slice(0, 2)), year: year.slice(2), month, day }
}

const sum = (digits: string, weightOf: (index: number) => number): number =>
  Array.from(digits, Number).reduce((total, digit, index) => total + digit * weightOf(index), 0)

/** Estonian and Lithuanian codes. The weights are 1 to 9, and then start again at 1. */
const centuryFirst: Arbitrary.Arbitrary<string> = Arbitrary.map(birthAndSerial, ([days, serial]) => {
  const { century, day, month, year } = parts(days)
  const sex = serial % 2
  const ten = `${2 * (century - 18) + 1 + sex}${year}${month}${day}${String(serial % 1000).padStart(3, "0")}`
  const remainders = [1, 3].map((start) => sum(ten, (index) => ((start - 1 + index) % 9) + 1) % 11)
  return `${ten}${remainders.find((remainder) => remainder < 10) ?? 0}`
})

/** The weights of Latvian codes, each subtracted from 11. */
const complements = [10, 5, 8, 4, 2, 1, 6, 3, 7, 9]

const dayFirst: Arbitrary.Arbitrary<string> = Arbitrary.map(birthAndSerial, ([days, serial]) => {
  const { century, day, month, year } = parts(days)
  const ten = `${day}${month}${year}${century - 18}${String(serial % 1000).padStart(3, "0")}`
  const remainder = (1 + sum(ten, (index) => complements[index] ?? 0)) % 11
  return `${ten.slice(0, 6)}-${ten.slice(6)}${remainder % 10}`
})

/** Codes for people born from 1890 to `PersonalNumbers.today`, by country. */
export const personalCodeByCountry: Readonly<Record<Country, Arbitrary.Arbitrary<string>>> = {
  EE: centuryFirst,
  LT: centuryFirst,
  LV: dayFirst
}
