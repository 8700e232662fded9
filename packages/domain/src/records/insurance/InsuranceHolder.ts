/** The policyholder, and the person who logged in (spec 10). */
import { Schema } from "effect"
import { contactDetails } from "../Holder.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const InsuranceHolder = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Annotations.describe("The full name.")),
  ...contactDetails,
  otherInsuranceHolder: Annotations.optional(
    Schema.Boolean,
    "True if the policyholder appears to differ from the person who started the collection, false if they appear to " +
      "be the same person, absent if unclear."
  )
}).pipe(Annotations.annotate("InsuranceHolder", "The policyholder, as recorded by the company."))
export type InsuranceHolder = typeof InsuranceHolder.Type

/**
 * What the company knows about the person who logged in. It has the same members as a holder, but all of them are
 * optional, because the specification shows an empty object.
 */
export const PersonalInformation = Schema.Struct({
  name: Annotations.optional(Schema.NonEmptyString, "The full name."),
  ...contactDetails
}).pipe(
  Annotations.annotate(
    "PersonalInformation",
    "The company's data about the person who logged in. Every member is optional."
  )
)
