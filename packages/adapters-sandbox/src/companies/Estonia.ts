/** The simulated companies of Estonia. */
import type { InsuranceOffer } from "../records/InsuranceOffer.ts"
import { estonianFunds } from "../records/Securities.ts"
import type { WealthOffer } from "../records/WealthOffer.ts"
import type { Company } from "./Company.ts"
import { withoutPersonalNumber } from "./Methods.ts"

const insurance: ReadonlyArray<InsuranceOffer> = [
  {
    key: "kasko",
    insuranceType: "vehicleInsurance",
    subTypes: ["car"],
    coverages: ["CASCO"],
    insuranceName: "Kaskokindlustus",
    yearlyPremium: [320, 1150],
    paymentFrequencies: [1, 4, 12],
    addons: [
      { addOnId: "autoabi", addOnName: "Autoabi" },
      { addOnId: "asendusauto", addOnName: "Asendusauto" }
    ],
    deductibles: [
      { id: "avarii", name: "Avarii", amounts: [150, 200, 300] },
      { id: "klaas", name: "Klaasikahju", amounts: [50, 100] }
    ],
    letter: true
  },
  {
    key: "liiklus",
    insuranceType: "vehicleInsurance",
    subTypes: ["car"],
    coverages: ["MTPL"],
    insuranceName: "Liikluskindlustus",
    yearlyPremium: [90, 310],
    paymentFrequencies: [1, 2, 4],
    addons: [],
    deductibles: []
  },
  {
    key: "kodu",
    insuranceType: "houseContentInsurance",
    subTypes: ["villa", "condo", "home"],
    insuranceName: "Kodukindlustus",
    yearlyPremium: [85, 340],
    paymentFrequencies: [1, 4],
    addons: [{ addOnId: "vastutus", addOnName: "Vastutuskindlustus" }],
    deductibles: [{ id: "vesi", name: "Veekahju", amounts: [100, 200] }],
    movables: [15_000, 25_000, 40_000]
  },
  {
    key: "onnetus",
    insuranceType: "personInsurance",
    subTypes: ["accident", "travel"],
    insured: "SELF",
    insuranceName: "Õnnetusjuhtumikindlustus",
    yearlyPremium: [40, 180],
    paymentFrequencies: [1, 0],
    addons: [],
    deductibles: [],
    insuredAmounts: [
      { name: "Püsiv puue", amounts: [20_000, 50_000] },
      { name: "Päevaraha", amounts: [15, 30] }
    ]
  }
]

const savings: ReadonlyArray<WealthOffer> = [
  {
    kind: "PENSION",
    key: "kolmas-sammas",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "III sammas",
    value: [2_500, 42_000],
    fees: "PERSONALIZED",
    insured: "SELF",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "BETWEEN_AGES",
    securities: estonianFunds,
    letter: true
  },
  {
    kind: "ACCOUNT",
    key: "kogumine",
    type: "UNKNOWN_INVESTMENT_TYPE",
    productName: "Kogumishoius",
    value: [1_000, 18_000],
    fees: "GENERIC",
    securities: estonianFunds,
    monthlySavings: [25, 50, 100]
  }
]

const pensions: ReadonlyArray<WealthOffer> = [
  {
    kind: "PENSION",
    key: "teine-sammas",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "II sammas",
    value: [6_000, 68_000],
    fees: "GENERIC",
    insured: "NAMED",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "LIFELONG",
    securities: estonianFunds,
    movability: { movable: true },
    letter: true
  },
  {
    kind: "PENSION",
    key: "tooandja",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "Tööandja pension",
    value: [1_500, 22_000],
    fees: "NONE",
    insured: "NOT_TOLD",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "BETWEEN_AGES"
  }
]

export const rannakindlustus: Company = {
  id: "ee-rannakindlustus",
  displayName: "Rannakindlustus",
  market: "ee",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "RK",
  insurance,
  wealth: savings
}

export const kadaka: Company = {
  id: "ee-kadaka",
  displayName: "Kadaka Pensionid",
  market: "ee",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "KP",
  insurance: [],
  wealth: pensions
}
