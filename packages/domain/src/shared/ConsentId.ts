/** Consent identifiers (spec 2.4). They have their own module, because collections and events contain them. */
import { Schema } from "effect"
import * as Annotations from "./Annotations.ts"

export const ConsentId = Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(64)).pipe(
  Annotations.annotate("ConsentId", "Identifier of a consent.")
)
export type ConsentId = typeof ConsentId.Type
