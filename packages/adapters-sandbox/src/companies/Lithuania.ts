/** The simulated companies of Lithuania. */
import type { InsuranceOffer } from "../records/InsuranceOffer.ts"
import { lithuanianFunds } from "../records/Securities.ts"
import type { WealthOffer } from "../records/WealthOffer.ts"
import type { Company } from "./Company.ts"
import { withoutPersonalNumber } from "./Methods.ts"

const insurance: ReadonlyArray<InsuranceOffer> = [
  {
    key: "kasko",
    insuranceType: "vehicleInsurance",
    subTypes: ["car"],
    coverages: ["CASCO"],
    insuranceName: "Kasko draudimas",
    yearlyPremium: [280, 980],
    paymentFrequencies: [1, 4],
    addons: [{ addOnId: "pagalba", addOnName: "Pagalba kelyje" }],
    deductibles: [
      { id: "eismo-ivykis", name: "Eismo įvykis", amounts: [150, 250] },
      { id: "stiklai", name: "Stiklų dūžis", amounts: [50, 75] }
    ],
    letter: true
  },
  {
    key: "civiline",
    insuranceType: "vehicleInsurance",
    subTypes: ["car", "motorcycle"],
    coverages: ["MTPL"],
    insuranceName: "Civilinės atsakomybės draudimas",
    yearlyPremium: [80, 260],
    paymentFrequencies: [1, 2],
    addons: [],
    deductibles: []
  },
  {
    key: "bustas",
    insuranceType: "houseContentInsurance",
    subTypes: ["condo", "villa"],
    insuranceName: "Būsto draudimas",
    yearlyPremium: [60, 240],
    paymentFrequencies: [1, 12],
    addons: [{ addOnId: "atsakomybe", addOnName: "Civilinė atsakomybė" }],
    deductibles: [{ id: "vanduo", name: "Žala vandeniu", amounts: [100, 150] }],
    movables: [8_000, 15_000, 25_000]
  },
  {
    key: "sveikata",
    insuranceType: "personInsurance",
    subTypes: ["health", "travel"],
    insured: "SELF",
    insuranceName: "Sveikatos draudimas",
    yearlyPremium: [120, 620],
    paymentFrequencies: [12],
    addons: [{ addOnId: "odontologija", addOnName: "Odontologija" }],
    deductibles: [],
    insuredAmounts: [{ name: "Ambulatorinis gydymas", amounts: [600, 1000] }]
  }
]

const savings: ReadonlyArray<WealthOffer> = [
  {
    kind: "ACCOUNT",
    key: "investicinis",
    type: "UNKNOWN_INVESTMENT_TYPE",
    productName: "Investicinis gyvybės draudimas",
    value: [900, 16_000],
    fees: "PERSONALIZED",
    securities: lithuanianFunds,
    monthlySavings: [30, 60],
    letter: true
  },
  {
    kind: "PENSION",
    key: "trecia-pakopa",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "III pakopos pensijų fondas",
    value: [800, 14_000],
    fees: "NONE",
    insured: "NAMED",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "BETWEEN_AGES",
    securities: lithuanianFunds
  }
]

const pensions: ReadonlyArray<WealthOffer> = [
  {
    kind: "PENSION",
    key: "antra-pakopa",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "II pakopos pensijų fondas",
    value: [3_000, 38_000],
    fees: "GENERIC",
    insured: "SELF",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "LIFELONG",
    securities: lithuanianFunds,
    letter: true
  },
  {
    kind: "PENSION",
    key: "anuitetas",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "Pensijų anuitetas",
    value: [2_000, 20_000],
    fees: "PERSONALIZED",
    insured: "OTHER",
    benefitType: "DEFINED_BENEFIT",
    payout: "RUNNING"
  }
]

export const rasos: Company = {
  id: "lt-rasos",
  displayName: "Rasos Draudimas",
  market: "lt",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "RD",
  insurance,
  wealth: savings
}

export const kopos: Company = {
  id: "lt-kopos",
  displayName: "Kopų Pensija",
  market: "lt",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "KO",
  insurance: [],
  wealth: pensions
}
