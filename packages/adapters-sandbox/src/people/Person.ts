/** The invented person behind credentials: the same at every company of a market. */
import type { Market } from "@sheaf/domain/Market"
import * as PersonalNumber from "@sheaf/domain/PersonalNumber"
import { asOf } from "../records/Dates.ts"
import { randomFrom } from "../records/Random.ts"
import type { Random } from "../records/Random.ts"
import { estonia } from "./Estonia.ts"
import { france } from "./France.ts"
import { latvia } from "./Latvia.ts"
import { lithuania } from "./Lithuania.ts"
import type { FamilyName, Population, Sex } from "./Population.ts"
import { sweden } from "./Sweden.ts"

export interface Person {
  readonly name: string
  readonly dateOfBirth: string
  readonly email: string
  readonly phoneNumber?: string
  readonly streetAddress: string
  readonly postalCode: string
  readonly city: string
  /** The names of those who live with the person. */
  readonly partnerName: string
  readonly childName: string
}

export const populations: Readonly<Record<Market, Population>> = {
  se: sweden,
  ee: estonia,
  lt: lithuania,
  lv: latvia,
  fr: france
}

const declined = (name: FamilyName, sex: Sex): string => (typeof name === "string" ? name : name[sex])

/** What a Swedish personal or coordination number tells: the day of birth, and the sex by its last digit but one. */
const readPersonalNumber = (identity: string): { readonly dateOfBirth: string; readonly sex: Sex } | undefined => {
  if (PersonalNumber.normalize(identity, { checkDigit: false, today: asOf }) !== identity) return undefined
  const [month, dayOrMore] = [identity.slice(4, 6), Number(identity.slice(6, 8))]
  const day = dayOrMore > 60 ? dayOrMore - 60 : dayOrMore
  return {
    dateOfBirth: `${identity.slice(0, 4)}-${month}-${String(day).padStart(2, "0")}`,
    sex: Number(identity.charAt(10)) % 2 === 0 ? "FEMALE" : "MALE"
  }
}

const adultBirthday = (random: Random): string =>
  [random.integer(1956, 2001), random.integer(1, 12), random.integer(1, 28)]
    .map((part) => String(part).padStart(2, "0"))
    .join("-")

/** Letters without their marks, for an address that people would spell out: Åsa Öberg is asa.oberg. */
const spelled = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z]+/g, ".")

/** The person whose user name, address or personal number is `identity`. An address is that person's own. */
export const personOf = (market: Market, identity: string): Person => {
  const random = randomFrom("person", market, identity)
  const { familyNames, givenNames, phoneNumber, streetAddress, towns } = populations[market]
  const drawn = random.pick(["FEMALE", "MALE"] as const)
  const birthday = adultBirthday(random)
  const { dateOfBirth, sex } = readPersonalNumber(identity) ?? { dateOfBirth: birthday, sex: drawn }
  const otherSex = sex === "FEMALE" ? "MALE" : "FEMALE"
  const familyName = random.pick(familyNames)
  const name = `${random.pick(givenNames[sex])} ${declined(familyName, sex)}`
  return {
    name,
    dateOfBirth,
    email: identity.includes("@") ? identity : `${spelled(name)}@example.com`,
    ...(phoneNumber !== undefined && { phoneNumber: phoneNumber(random) }),
    streetAddress: streetAddress(random),
    ...random.pick(towns),
    partnerName: `${random.pick(givenNames[otherSex])} ${declined(familyName, otherSex)}`,
    childName: `${random.pick(givenNames[drawn])} ${declined(familyName, drawn)}`
  }
}
