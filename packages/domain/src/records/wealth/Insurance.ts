/** French insurance contracts with savings: retirement savings plans and life insurances (spec 2.9; decisions 10). */
import { Schema } from "effect"
import { InsuranceSavingsType } from "../WealthType.ts"
import { pensionFields } from "./PensionFields.ts"
import { wealthFields } from "./WealthFields.ts"

/** A PER or a life insurance, with a pension's members. The name comes from the specification (see InsuranceRecord). */
export const Insurance = Schema.Struct({ type: InsuranceSavingsType, ...wealthFields, ...pensionFields }).annotate({
  identifier: "Insurance",
  description: "An insurance contract with savings: a French retirement savings plan (PER) or life insurance.",
  examples: [
    {
      type: "LIFE_INSURANCE",
      id: "d6a4b1f5-40de-4d84-9f6d-7d2f3f0a9be2",
      company: "fr-rivage",
      companyDisplayName: "Rivage",
      productName: "Rivage Vie",
      fees: { generic: { fixed: { amount: 30, currency: "EUR" }, variable: 0.008 } },
      insuredPersonName: "Claire Moreau",
      beneficiaries: [{ name: "Children" }],
      holdings: [{ name: "Fonds en euros", type: "UNKNOWN", value: { amount: 24000, currency: "EUR" } }]
    }
  ]
})
export type Insurance = typeof Insurance.Type
