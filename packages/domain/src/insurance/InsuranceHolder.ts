/** The person who holds an insurance, and what the company knows of the person behind the login (decisions 10). */
import { Schema } from "effect"
import { contactDetails } from "../Holder.ts"

/** The policyholder. `otherInsuranceHolder` is true when that is someone else than the person who collected. */
export const InsuranceHolder = Schema.Struct({
  name: Schema.NonEmptyString,
  ...contactDetails,
  otherInsuranceHolder: Schema.optionalKey(Schema.Boolean)
}).annotate({
  identifier: "InsuranceHolder",
  description:
    "The policyholder, as the company knows them. otherInsuranceHolder is true when this is not the person who " +
    "started the collection, false when it is, and absent when no conclusion can be drawn.",
  examples: [{ name: "Anna Lindqvist", city: "Uppsala", otherInsuranceHolder: false }]
})
export type InsuranceHolder = typeof InsuranceHolder.Type

/**
 * What the company knows of the person who logged in. The specification shows an object without members; ours are
 * those of a holder, each optional, so that an empty object stays valid.
 */
export const PersonalInformation = Schema.Struct({
  name: Schema.optionalKey(Schema.NonEmptyString),
  ...contactDetails
}).annotate({
  identifier: "PersonalInformation",
  description: "What the company knows of the person who logged in. Every member is optional.",
  examples: [{ name: "Anna Lindqvist", email: "anna.lindqvist@example.com" }]
})
export type PersonalInformation = typeof PersonalInformation.Type
