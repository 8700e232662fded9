/** The person to whom an insurance or a holding belongs, as the company knows them (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import * as Words from "../Words.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)

/** How a person can be reached, and when they were born: what a company may know beside the name. */
export const contactDetails = {
  email: text.pipe(Words.means("The email address, as the company has it. Its format is not checked.")),
  phoneNumber: text.pipe(Words.means("The phone number, as the company has it.")),
  streetAddress: text.pipe(Words.means("The street and house number.")),
  postalCode: text.pipe(Words.means("The postal code, as the company has it.")),
  city: text.pipe(Words.means("The city of the postal address.")),
  dateOfBirth: Schema.optionalKey(CalendarDate).pipe(Words.means("The date of birth, as YYYY-MM-DD."))
}

/** The person to whom a wealth record belongs. The specification lists the field by name only: these are the members of an insurance holder. */
export const Holder = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Words.means("The full name.")),
  ...contactDetails
}).annotate({
  identifier: "Holder",
  description: "The owner of the product, as the company knows them. All texts are the company's own.",
  examples: [{ name: "Anna Lindqvist", city: "Uppsala", dateOfBirth: "1984-05-17" }]
})
export type Holder = typeof Holder.Type
