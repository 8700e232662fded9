/** Postal addresses of insured objects, people and collateral. */
import { Schema } from "effect"
import { CountryCode } from "./CountryCode.ts"
import { text } from "./RecordText.ts"
import * as Annotations from "../shared/Annotations.ts"

export const Address = Schema.Struct({
  streetAddress: Annotations.optional(text(), "The street and house number."),
  postalCode: Annotations.optional(text(20), "The postal code, as recorded by the company."),
  city: Annotations.optional(text(100), "The city."),
  region: Annotations.optional(text(100), "The state, county or province."),
  country: Schema.optionalKey(CountryCode)
}).pipe(Annotations.annotate("Address", "A postal address, as recorded by the company."))
