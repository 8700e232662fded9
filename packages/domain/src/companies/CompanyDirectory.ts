/**
 * What a directory says about a company: how to recognize it, and whom it serves (spec 4.1). The operator writes it in
 * the company's configuration.
 */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"

export const CustomerType = Annotations.literals("A kind of customers.", {
  PRIVATE: "People.",
  BUSINESS: "Organizations."
})

export const CompanyDirectoryEntry = Schema.Struct({
  logoUrl: Annotations.optional(Schema.String, "An SVG or PNG file. The URL changes with the logo."),
  color: Annotations.optional(Schema.String, "As `#rrggbb`."),
  groups: Annotations.optional(Schema.Array(Schema.String), "The groups that the company belongs to."),
  customerTypes: Annotations.optional(Schema.Array(CustomerType), "Whom the company serves."),
  homePage: Annotations.optional(Schema.String, "An https URL."),
  bic: Annotations.optional(Schema.String, "ISO 9362."),
  languages: Annotations.optional(Schema.Array(Schema.String), "ISO 639."),
  nationalNames: Annotations.optional(Schema.Record(Schema.String, Schema.String), "Other names, by language.")
}).pipe(Annotations.annotate("CompanyDirectoryEntry", "How to recognize a company, and whom it serves."))
export type CompanyDirectoryEntry = typeof CompanyDirectoryEntry.Type
