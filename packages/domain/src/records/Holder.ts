/** The owner of an insurance policy or a wealth product, as recorded by the company (spec 10). */
import { Schema } from "effect"
import { CalendarDate } from "../shared/CalendarDate.ts"
import * as Annotations from "../shared/Annotations.ts"

export const contactDetails = {
  email: Annotations.optional(
    Schema.NonEmptyString,
    "The email address, as recorded by the company. The service does not check its format."
  ),
  phoneNumber: Annotations.optional(Schema.NonEmptyString, "The phone number, as recorded by the company."),
  streetAddress: Annotations.optional(Schema.NonEmptyString, "The street and house number."),
  postalCode: Annotations.optional(Schema.NonEmptyString, "The postal code, as recorded by the company."),
  city: Annotations.optional(Schema.NonEmptyString, "The city of the postal address."),
  dateOfBirth: Annotations.optional(CalendarDate, "The date of birth, as YYYY-MM-DD.")
}

/**
 * The owner of a wealth product. The specification only names this field, so its members are those of an insurance
 * holder.
 */
export const Holder = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Annotations.describe("The full name.")),
  ...contactDetails
}).pipe(
  Annotations.annotate(
    "Holder",
    "The product's owner, as recorded by the company. All texts are in the company's words."
  )
)
