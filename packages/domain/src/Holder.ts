/** The person to whom an insurance or a holding belongs, as the company knows them (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "./CalendarDate.ts"

/** How a person can be reached, and when they were born: what a company may know beside the name. */
export const contactDetails = {
  email: Schema.optionalKey(Schema.NonEmptyString),
  phoneNumber: Schema.optionalKey(Schema.NonEmptyString),
  streetAddress: Schema.optionalKey(Schema.NonEmptyString),
  postalCode: Schema.optionalKey(Schema.NonEmptyString),
  city: Schema.optionalKey(Schema.NonEmptyString),
  dateOfBirth: Schema.optionalKey(CalendarDate)
}

/** The person to whom a wealth record belongs. The specification lists the field by name only: these are the members of an insurance holder. */
export const Holder = Schema.Struct({ name: Schema.NonEmptyString, ...contactDetails }).annotate({
  identifier: "Holder",
  description: "The person to whom the product belongs, as the company knows them. The texts are the company's.",
  examples: [{ name: "Anna Lindqvist", city: "Uppsala", dateOfBirth: "1984-05-17" }]
})
export type Holder = typeof Holder.Type
