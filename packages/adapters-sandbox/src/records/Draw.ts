/** The source of drawn data: a person at a company, and the choices that follow from both. */
import type { Company } from "../companies/Company.ts"
import type { Person } from "../people/Person.ts"
import type { Random } from "./Random.ts"

export interface RecordSource {
  readonly company: Company
  /** The user name, address or personal number. */
  readonly identity: string
  readonly person: Person
}

/** The source of one record, with the choices that are its own. */
export interface Draw extends RecordSource {
  readonly random: Random
}

/** The part of a person that a company knows. */
export const contactOf = ({ city, dateOfBirth, email, name, phoneNumber, postalCode, streetAddress }: Person) => ({
  name,
  email,
  ...(phoneNumber !== undefined && { phoneNumber }),
  streetAddress,
  postalCode,
  city,
  dateOfBirth
})
