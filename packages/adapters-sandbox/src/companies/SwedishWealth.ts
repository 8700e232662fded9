/** The pensions and accounts that the simulated companies of Sweden manage. */
import { swedishFunds, swedishShares } from "../records/Securities.ts"
import type { WealthOffer } from "../records/WealthOffer.ts"

export const nordhemWealth: ReadonlyArray<WealthOffer> = [
  {
    kind: "PENSION",
    key: "itp1",
    type: "COLLECTIVE_OCCUPATIONAL_PENSION",
    productName: "ITP 1 Fondförsäkring",
    value: [180_000, 1_900_000],
    fees: "PERSONALIZED",
    insured: "SELF",
    benefitType: "DEFINED_CONTRIBUTION",
    classification: "ITP1",
    payout: "BETWEEN_AGES",
    securities: swedishFunds,
    beneficiaries: [
      { name: "Make, maka eller sambo", share: 0.5 },
      { name: "Barn", share: 0.5 }
    ],
    movability: { movable: true },
    letter: true
  },
  {
    kind: "PENSION",
    key: "tjanstepension",
    type: "OCCUPATIONAL_PENSION",
    productName: "Tjänstepension Trad",
    value: [90_000, 820_000],
    fees: "GENERIC",
    insured: "NAMED",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "LIFELONG",
    movability: { movable: false, reason: "Avtalet tillåter inte flytt" }
  },
  {
    kind: "PENSION",
    key: "privat",
    type: "PRIVATE_PENSION",
    productName: "Privat pensionsförsäkring",
    value: [40_000, 380_000],
    fees: "NONE",
    insured: "NOT_TOLD",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "RUNNING",
    movability: { movable: false, reason: "Utbetalning har börjat" }
  },
  {
    kind: "PENSION",
    key: "partners-pension",
    type: "OCCUPATIONAL_PENSION",
    productName: "Tjänstepension Fond",
    value: [120_000, 640_000],
    fees: "PERSONALIZED",
    insured: "OTHER",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "BETWEEN_AGES",
    securities: swedishFunds
  },
  {
    kind: "ACCOUNT",
    key: "kapitalforsakring",
    type: "KF",
    productName: "Kapitalförsäkring Fond",
    value: [25_000, 450_000],
    fees: "GENERIC",
    securities: swedishFunds,
    monthlySavings: [500, 1000, 2500]
  }
]

export const klarvikWealth: ReadonlyArray<WealthOffer> = [
  {
    kind: "ACCOUNT",
    key: "isk",
    type: "ISK",
    productName: "Investeringssparkonto",
    value: [15_000, 900_000],
    fees: "PERSONALIZED",
    securities: [...swedishShares, ...swedishFunds],
    monthlySavings: [300, 1000, 3000],
    exclusive: true,
    letter: true
  },
  {
    kind: "ACCOUNT",
    key: "depa",
    type: "CUSTODY_ACCOUNT",
    productName: "Depå",
    value: [10_000, 400_000],
    fees: "NONE",
    securities: swedishShares,
    interestRate: 0.0175,
    exclusive: false
  },
  {
    kind: "ACCOUNT",
    key: "kf",
    type: "KF",
    productName: "Kapitalförsäkring",
    value: [20_000, 300_000],
    fees: "GENERIC",
    securities: swedishFunds
  },
  {
    kind: "PENSION",
    key: "ips",
    type: "IPS_PENSION",
    productName: "Individuellt pensionssparande",
    value: [30_000, 240_000],
    fees: "PERSONALIZED",
    insured: "SELF",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "BETWEEN_AGES",
    securities: swedishFunds
  },
  {
    kind: "ACCOUNT",
    key: "aldre-avtal",
    type: "UNKNOWN_INVESTMENT_TYPE",
    productName: "Äldre avtal",
    value: [5_000, 60_000],
    fees: "NONE",
    securities: swedishFunds
  }
]

export const statspensionWealth: ReadonlyArray<WealthOffer> = [
  {
    kind: "PUBLIC_PENSION",
    key: "allman-pension",
    type: "PUBLIC_PENSION",
    productName: "Allmän pension",
    value: [400_000, 2_600_000],
    fees: "PERSONALIZED",
    letter: true
  },
  {
    kind: "PENSION",
    key: "pa16",
    type: "COLLECTIVE_OCCUPATIONAL_PENSION",
    productName: "PA 16 avdelning 1",
    value: [120_000, 1_100_000],
    fees: "NONE",
    insured: "SELF",
    benefitType: "DEFINED_BENEFIT",
    classification: "PA16",
    payout: "LIFELONG",
    movability: { movable: false, reason: "Förmånsbestämd pension kan inte flyttas" }
  },
  {
    kind: "PENSION",
    key: "aldre-rattighet",
    type: "UNKNOWN_PENSION_TYPE",
    productName: "Livränta, äldre rättighet",
    value: [8_000, 90_000],
    fees: "GENERIC",
    insured: "NOT_TOLD",
    benefitType: "DEFINED_BENEFIT",
    payout: "LIFELONG"
  }
]
