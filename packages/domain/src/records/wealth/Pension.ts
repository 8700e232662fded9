/** Swedish pensions other than the public pension (spec 2.6; decisions 10). */
import { Schema } from "effect"
import { PensionType } from "../WealthType.ts"
import { pensionFields } from "./PensionFields.ts"
import { wealthFields } from "./WealthFields.ts"

export const Pension = Schema.Struct({ type: PensionType, ...wealthFields, ...pensionFields }).annotate({
  identifier: "Pension",
  description: "A private or occupational pension.",
  examples: [
    {
      type: "COLLECTIVE_OCCUPATIONAL_PENSION",
      id: "0b9f6a54-6c4b-4f57-8a0e-2f4b5f1c7d11",
      company: "se-nordhem",
      companyDisplayName: "Nordhem",
      productNumber: "TP-104-77",
      financialInformation: { currentValue: { amount: 512300, currency: "SEK" } },
      fees: { personalized: { variable: 0.0065 } },
      insuredPersonName: "Anna Lindqvist",
      otherInsuredPerson: false,
      classification: "ITP1",
      benefitType: "DEFINED_CONTRIBUTION",
      activePayment: true,
      activePayout: false,
      movability: { movable: true }
    }
  ]
})
export type Pension = typeof Pension.Type
