/** The simulated companies of Latvia. */
import type { InsuranceOffer } from "../records/InsuranceOffer.ts"
import { latvianFunds } from "../records/Securities.ts"
import type { WealthOffer } from "../records/WealthOffer.ts"
import type { Company } from "./Company.ts"
import { withoutPersonalNumber } from "./Methods.ts"

const insurance: ReadonlyArray<InsuranceOffer> = [
  {
    key: "kasko",
    insuranceType: "vehicleInsurance",
    subTypes: ["car"],
    coverages: ["CASCO"],
    insuranceName: "KASKO apdrošināšana",
    yearlyPremium: [290, 1040],
    paymentFrequencies: [1, 4, 12],
    addons: [{ addOnId: "palidziba", addOnName: "Palīdzība uz ceļa" }],
    deductibles: [
      { id: "bojajumi", name: "Bojājumi", amounts: [140, 210] },
      { id: "stikli", name: "Stiklojums", amounts: [50, 70] }
    ],
    letter: true
  },
  {
    key: "octa",
    insuranceType: "vehicleInsurance",
    subTypes: ["car", "trailer"],
    coverages: ["MTPL"],
    insuranceName: "OCTA",
    yearlyPremium: [45, 190],
    paymentFrequencies: [0, 1],
    addons: [],
    deductibles: []
  },
  {
    key: "majoklis",
    insuranceType: "houseContentInsurance",
    subTypes: ["condo", "home", "cottage"],
    insuranceName: "Mājokļa apdrošināšana",
    yearlyPremium: [55, 210],
    paymentFrequencies: [1, 4],
    addons: [{ addOnId: "stihija", addOnName: "Dabas stihijas" }],
    deductibles: [{ id: "udens", name: "Ūdens noplūde", amounts: [70, 140] }],
    movables: [7_000, 12_000, 20_000]
  },
  {
    key: "nelaimes-gadijumi",
    insuranceType: "personInsurance",
    subTypes: ["accident", "life"],
    insured: "CHILD",
    insuranceName: "Nelaimes gadījumu apdrošināšana",
    yearlyPremium: [35, 140],
    paymentFrequencies: [1],
    addons: [],
    deductibles: [],
    insuredAmounts: [{ name: "Invaliditāte", amounts: [10_000, 20_000] }]
  }
]

const savings: ReadonlyArray<WealthOffer> = [
  {
    kind: "ACCOUNT",
    key: "uzkrajums",
    type: "UNKNOWN_INVESTMENT_TYPE",
    productName: "Dzīvības apdrošināšana ar uzkrājumu",
    value: [700, 15_000],
    fees: "GENERIC",
    securities: latvianFunds,
    monthlySavings: [20, 40, 80],
    letter: true
  },
  {
    kind: "PENSION",
    key: "tresais-limenis",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "Pensiju 3. līmenis",
    value: [600, 12_000],
    fees: "PERSONALIZED",
    insured: "SELF",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "BETWEEN_AGES",
    securities: latvianFunds
  }
]

const pensions: ReadonlyArray<WealthOffer> = [
  {
    kind: "PENSION",
    key: "otrais-limenis",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "Pensiju 2. līmenis",
    value: [2_500, 34_000],
    fees: "GENERIC",
    insured: "NAMED",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "LIFELONG",
    securities: latvianFunds,
    letter: true
  },
  {
    kind: "PENSION",
    key: "muza-pensija",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "Mūža pensija",
    value: [3_000, 21_000],
    fees: "NONE",
    insured: "NOT_TOLD",
    benefitType: "DEFINED_BENEFIT",
    payout: "RUNNING"
  }
]

export const priedes: Company = {
  id: "lv-priedes",
  displayName: "Priedes Apdrošināšana",
  market: "lv",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "PA",
  insurance,
  wealth: savings
}

export const kapas: Company = {
  id: "lv-kapas",
  displayName: "Kāpu Pensija",
  market: "lv",
  status: "DEGRADED",
  statusMessage: "Answers more slowly than usual.",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "KA",
  insurance: [],
  wealth: pensions
}
