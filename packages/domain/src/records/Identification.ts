/** Official numbers that identify people and organizations in contracts. */
import { Schema } from "effect"
import { text } from "./RecordText.ts"
import * as Annotations from "../shared/Annotations.ts"

export const Identification = Schema.Struct({
  type: Annotations.literals("The kind of number.", {
    PERSONAL_NUMBER: "A national number of a person.",
    ORGANIZATION_NUMBER: "A registration number of an organization.",
    PASSPORT: "A passport number.",
    OTHER: "Any other number."
  }),
  value: text(50).pipe(Annotations.describe("The number, as recorded by the company."))
}).pipe(Annotations.annotate("Identification", "An official number of a person or organization."))
