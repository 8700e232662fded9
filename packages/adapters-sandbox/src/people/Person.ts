/** The fictional person who belongs to a set of credentials. All companies in a market know the same person. */
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import type { Market } from "@sheaf/domain/Market"
import * as PersonalCode from "@sheaf/domain/PersonalCode"
import * as PersonalNumber from "@sheaf/domain/PersonalNumber"
import { Schema } from "effect"
import { marketProfiles } from "../data/Markets.ts"
import type { MarketProfile } from "../data/Markets.ts"
import { valuationDate } from "../data/Dates.ts"
import { randomFrom } from "../data/Random.ts"
import type { Random } from "../data/Random.ts"

export interface Person {
  readonly name: string
  readonly email: string
  readonly phoneNumber?: string
  readonly streetAddress: string
  readonly postalCode: string
  readonly city: string
  readonly dateOfBirth: string
  readonly partnerName: string
  readonly childName: string
}

type Sex = keyof MarketProfile["givenNames"]

const declined = (name: MarketProfile["familyNames"][number], sex: Sex): string =>
  typeof name === "string" ? name : name[sex]

/**
 * Reads the sex and the date of birth from a Swedish personal number. Some coordination numbers have no date of birth.
 */
const readPersonalNumber = (identity: string): { readonly dateOfBirth?: string; readonly sex: Sex } | undefined => {
  if (PersonalNumber.normalize(identity, { checkDigit: false, today: valuationDate }) !== identity) return undefined
  const [month, dayOrMore] = [identity.slice(4, 6), Number(identity.slice(6, 8))]
  const day = dayOrMore >= 60 ? dayOrMore - 60 : dayOrMore
  const dateOfBirth = `${identity.slice(0, 4)}-${month}-${String(day).padStart(2, "0")}`
  return {
    ...(Schema.is(CalendarDate)(dateOfBirth) && { dateOfBirth }),
    sex: Number(identity.charAt(10)) % 2 === 0 ? "FEMALE" : "MALE"
  }
}

/** Reads the date of birth from a personal code and, in Estonia and Lithuania, also the sex. */
const readPersonalCode = (market: Market, identity: string): { readonly dateOfBirth?: string; readonly sex?: Sex } => {
  const country = PersonalCode.countries.find((each) => each.toLowerCase() === market)
  if (country === undefined || PersonalCode.normalize(identity, country, { today: valuationDate }) !== identity)
    return {}
  const dateOfBirth = PersonalCode.dateOfBirth(identity, country)
  return {
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    ...(country !== "LV" && { sex: Number(identity.charAt(0)) % 2 === 0 ? "FEMALE" : "MALE" })
  }
}

const adultBirthday = (random: Random): string =>
  [random.integer(1956, 2001), random.integer(1, 12), random.integer(1, 28)]
    .map((part) => String(part).padStart(2, "0"))
    .join("-")

/** Spells a name as in an email address: "Åsa Öberg" becomes "asa.oberg". */
const spelled = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z]+/g, ".")

/**
 * `identity` is a user name, a personal number or an email address. If it is an email address, the person gets this
 * address.
 */
export const personOf = (market: Market, identity: string): Person => {
  const random = randomFrom("person", market, identity)
  const { familyNames, givenNames, phoneNumber, streetAddress, streets, towns } = marketProfiles[market]
  const drawn = random.pick(["FEMALE", "MALE"] as const)
  const birthday = adultBirthday(random)
  const { dateOfBirth = birthday, sex = drawn } = readPersonalNumber(identity) ?? readPersonalCode(market, identity)
  const otherSex = sex === "FEMALE" ? "MALE" : "FEMALE"
  const familyName = random.pick(familyNames)
  const name = `${random.pick(givenNames[sex])} ${declined(familyName, sex)}`
  return {
    name,
    email: identity.includes("@") ? identity : `${spelled(name)}@example.com`,
    ...(phoneNumber !== undefined && { phoneNumber: random.text(phoneNumber) }),
    streetAddress: random.text(streetAddress, { street: streets }),
    ...random.pick(towns),
    dateOfBirth,
    partnerName: `${random.pick(givenNames[otherSex])} ${declined(familyName, otherSex)}`,
    childName: `${random.pick(givenNames[drawn])} ${declined(familyName, drawn)}`
  }
}

/**
 * In mismatch scenarios, the person with this personal number signs in. The number is fictional but has a valid check
 * digit.
 */
export const otherPersonalNumber = "198006062395"

/**
 * Returns the personal number of the other person, who signs in instead of the expected one in mismatch scenarios. It
 * has the same format as `personalNumber`. If the result is a personal code and not a Swedish personal number, it is a
 * published test code.
 */
export const otherPersonalNumberLike = (personalNumber: string | undefined): string => {
  if (personalNumber === undefined || personalNumber.length === otherPersonalNumber.length) {
    return personalNumber?.includes("-") ? "030303-10012" : otherPersonalNumber
  }
  return "30303039914"
}

export const formatWithHyphen = (personalNumber: string): string =>
  `${personalNumber.slice(0, -4)}-${personalNumber.slice(-4)}`
