/** From what the data of a collection is drawn: whose it is, and at which company. */
import type { Company } from "../companies/Company.ts"
import type { Person } from "../people/Person.ts"

export interface Source {
  readonly company: Company
  /** The user name, address or personal number. */
  readonly identity: string
  readonly person: Person
}
