/** What a contract says about repairs, for example to a car. */
import { Schema } from "effect"
import * as Annotations from "../../shared/Annotations.ts"

const Workshops = Annotations.literals("The workshops that may repair.", {
  APPROVED: "Those that the company names.",
  FREE_CHOICE: "Any, as the holder chooses.",
  BOTH: "Any, on better terms at those that the company names."
}).annotate({ identifier: "Workshops" })

const PartsCondition = Annotations.literals("The condition of spare parts.", {
  NEW: "New parts.",
  USED: "Used parts.",
  BOTH: "New and used parts."
}).annotate({ identifier: "PartsCondition" })

const PartsMaker = Annotations.literals("The maker of spare parts.", {
  ORIGINAL: "Parts of the object's maker.",
  COMPATIBLE: "Parts of other makers.",
  BOTH: "Parts of any maker."
}).annotate({ identifier: "PartsMaker" })

const PartsOrigin = Annotations.literals("The origin of spare parts.", {
  DOMESTIC: "Made in the country of the contract.",
  IMPORTED: "Imported.",
  BOTH: "Made anywhere."
}).annotate({ identifier: "PartsOrigin" })

export const RepairTerms = Schema.Struct({
  workshops: Schema.optionalKey(Workshops),
  partsCondition: Schema.optionalKey(PartsCondition),
  partsMaker: Schema.optionalKey(PartsMaker),
  partsOrigin: Schema.optionalKey(PartsOrigin)
}).pipe(Annotations.annotate("RepairTerms", "The workshops and spare parts for repairs."))
