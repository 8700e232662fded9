/** The names and places from which the invented people of a market are made. */
import type { Random } from "../records/Random.ts"

export type Sex = "FEMALE" | "MALE"

/** A family name; in Lithuania and Latvia it is declined by sex. */
export type FamilyName = string | Readonly<Record<Sex, string>>

export interface Population {
  readonly givenNames: Readonly<Record<Sex, ReadonlyArray<string>>>
  readonly familyNames: ReadonlyArray<FamilyName>
  /** Streets, in the order in which the market writes street and house number. */
  readonly streetAddress: (random: Random) => string
  readonly towns: ReadonlyArray<{ readonly postalCode: string; readonly city: string }>
  /** A number from a range that is kept for fiction, where the market has one; nothing elsewhere. */
  readonly phoneNumber?: (random: Random) => string
  readonly registrationNo: (random: Random) => string
}
