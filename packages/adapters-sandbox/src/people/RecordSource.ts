/** The source of generated data: a person, a company, and random choices that depend on the two. */
import type { Company } from "../companies/Company.ts"
import type { Person } from "./Person.ts"
import type { Random } from "../data/Random.ts"

export interface RecordSource {
  readonly company: Company
  /** The user name, email address or personal number. */
  readonly identity: string
  readonly person: Person
}

export interface SeededSource extends RecordSource {
  readonly random: Random
}

/** Returns the personal details that companies know. */
export const contactOf = ({ childName: _, partnerName: __, ...contact }: Person) => contact
