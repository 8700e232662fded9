/** What the letters of a company to a person have in common. */
import { asOf } from "../records/Dates.ts"
import type { Source } from "../records/Source.ts"
import { figuresOf } from "./Figures.ts"
import type { Letter } from "./Letter.ts"
import { wordsOf } from "./Words.ts"

export const letterhead = ({ company, person }: Source): Pick<Letter, "sender" | "recipient" | "told" | "footer"> => {
  const words = wordsOf[company.market]
  return {
    sender: company.displayName,
    recipient: [person.name, person.streetAddress, `${person.postalCode} ${person.city}`],
    told: `${words.asOf} ${figuresOf[company.market].day(asOf)}`,
    footer: words.invented
  }
}
