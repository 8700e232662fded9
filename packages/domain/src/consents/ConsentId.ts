/** Consent identifiers (spec 2.4). Their own module lets parameters refer to consents without a circular import. */
import { Schema } from "effect"

export const ConsentId = Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(64)).annotate({
  identifier: "ConsentId",
  description: "Identifier of a consent.",
  examples: ["019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"]
})
export type ConsentId = typeof ConsentId.Type
