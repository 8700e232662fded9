/** The inputs to generated data: a person, a company, and random choices that depend on both. */
import type { Company } from "../companies/Company.ts"
import type { Person } from "./Person.ts"
import type { Random } from "../data/Random.ts"

export interface RecordSource {
  readonly company: Company
  /** A user name, email address or personal number. */
  readonly identity: string
  readonly person: Person
}

export interface SeededSource extends RecordSource {
  readonly random: Random
}

/** Omits the names of the child and the partner, which companies do not know. */
export const contactOf = ({ childName: _, partnerName: __, ...contact }: Person) => contact
