/** Consent identifiers (spec 2.4). Their own module lets parameters refer to consents without a circular import. */
import { Schema } from "effect"
import * as Words from "../Words.ts"

export const ConsentId = Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(64)).pipe(
  Words.named("ConsentId", "Identifier of a consent.")
)
export type ConsentId = typeof ConsentId.Type
