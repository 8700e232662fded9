/** What the letters of a company to a person have in common. */
import { markets } from "../data/Markets.ts"
import { asOf } from "../records/Dates.ts"
import type { Source } from "../records/Draw.ts"
import { figuresOf } from "./Figures.ts"
import type { Letter } from "./Letter.ts"

export const letterhead = ({ company, person }: Source): Pick<Letter, "sender" | "recipient" | "told" | "footer"> => {
  const words = markets[company.market].letters
  return {
    sender: company.displayName,
    recipient: [person.name, person.streetAddress, `${person.postalCode} ${person.city}`],
    told: `${words.asOf} ${figuresOf[company.market].day(asOf)}`,
    footer: words.invented
  }
}
