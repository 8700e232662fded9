/** The simulated companies of France. */
import type { InsuranceOffer } from "../records/InsuranceOffer.ts"
import { frenchFunds, frenchShares } from "../records/Securities.ts"
import type { WealthOffer } from "../records/WealthOffer.ts"
import type { Company } from "./Company.ts"
import { withoutPersonalNumber } from "./Methods.ts"

const insurance: ReadonlyArray<InsuranceOffer> = [
  {
    key: "auto",
    insuranceType: "vehicleInsurance",
    subTypes: ["car"],
    coverages: ["THIRD_PARTY", "THIRD_PARTY_PLUS", "COMPREHENSIVE"],
    insuranceName: "Assurance auto",
    yearlyPremium: [340, 1280],
    paymentFrequencies: [1, 2, 12],
    addons: [
      { addOnId: "assistance-0-km", addOnName: "Assistance 0 km" },
      { addOnId: "vehicule-remplacement", addOnName: "Véhicule de remplacement" }
    ],
    deductibles: [
      { id: "dommages", name: "Dommages", amounts: [250, 350, 500] },
      { id: "bris-de-glace", name: "Bris de glace", amounts: [50, 100] }
    ],
    letter: true
  },
  {
    key: "habitation",
    insuranceType: "houseContentInsurance",
    subTypes: ["villa", "condo", "home"],
    insuranceName: "Assurance multirisque habitation",
    yearlyPremium: [140, 520],
    paymentFrequencies: [1, 12],
    addons: [{ addOnId: "rachat-vetuste", addOnName: "Rééquipement à neuf" }],
    deductibles: [{ id: "degats-des-eaux", name: "Dégâts des eaux", amounts: [150, 300] }],
    movables: [10_000, 20_000, 35_000],
    amenities: ["Piscine enterrée", "Véranda", "Panneaux solaires", "Abri de jardin"]
  },
  {
    key: "sante",
    insuranceType: "personInsurance",
    subTypes: ["health"],
    insured: "SELF",
    insuranceName: "Complémentaire santé",
    yearlyPremium: [480, 1900],
    paymentFrequencies: [12],
    addons: [{ addOnId: "optique", addOnName: "Renfort optique" }],
    deductibles: [],
    insuredAmounts: [{ name: "Forfait optique", amounts: [200, 350] }]
  }
]

const wealth: ReadonlyArray<WealthOffer> = [
  {
    kind: "PENSION",
    key: "per",
    type: "PER",
    productName: "PER Rivage Avenir",
    value: [4_000, 72_000],
    fees: "PERSONALIZED",
    insured: "SELF",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "BETWEEN_AGES",
    securities: frenchFunds,
    movability: { movable: true },
    letter: true
  },
  {
    kind: "PENSION",
    key: "assurance-vie",
    type: "LIFE_INSURANCE",
    productName: "Rivage Vie",
    value: [6_000, 140_000],
    fees: "GENERIC",
    insured: "NAMED",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "LIFELONG",
    securities: frenchFunds,
    beneficiaries: [
      { name: "Conjoint", share: 0.6 },
      { name: "Enfants", share: 0.4 }
    ]
  },
  {
    kind: "ACCOUNT",
    key: "pea",
    type: "PEA",
    productName: "Plan d'épargne en actions",
    value: [2_000, 60_000],
    fees: "NONE",
    securities: frenchShares,
    exclusive: true
  },
  {
    kind: "ACCOUNT",
    key: "compte-titres",
    type: "CTO",
    productName: "Compte-titres ordinaire",
    value: [1_500, 45_000],
    fees: "GENERIC",
    securities: frenchShares,
    exclusive: false,
    interestRate: 0.005
  }
]

const bocageInsurance: ReadonlyArray<InsuranceOffer> = [
  {
    key: "deux-roues",
    insuranceType: "vehicleInsurance",
    subTypes: ["motorcycle", "moped", "other"],
    insuranceName: "Assurance deux-roues",
    yearlyPremium: [110, 680],
    paymentFrequencies: [1, 12],
    addons: [],
    deductibles: [{ id: "vol", name: "Vol", amounts: [200, 400] }],
    letter: true
  },
  {
    key: "animaux",
    insuranceType: "animalInsurance",
    animals: [
      {
        subType: "dog",
        breeds: ["Épagneul breton", "Berger australien", "Cavalier King Charles"],
        names: { FEMALE: ["Nala", "Câline"], MALE: ["Milo", "Oslo"] }
      },
      { subType: "cat", breeds: ["Européen", "Chartreux"], names: { FEMALE: ["Minette"], MALE: ["Félix"] } }
    ],
    veterinaryCare: [1_500, 2_500],
    insuranceName: "Assurance chien et chat",
    yearlyPremium: [180, 620],
    paymentFrequencies: [12],
    addons: [{ addOnId: "prevention", addOnName: "Forfait prévention" }],
    deductibles: [{ id: "soins", name: "Frais de soins", amounts: [30, 50] }]
  },
  {
    key: "accidents-de-la-vie",
    insuranceType: "personInsurance",
    subTypes: ["accident", "other"],
    insured: "SELF",
    insuranceName: "Garantie des accidents de la vie",
    yearlyPremium: [110, 290],
    paymentFrequencies: [1, 12],
    addons: [],
    deductibles: [],
    insuredAmounts: [{ name: "Indemnisation maximale", amounts: [1_000_000, 2_000_000] }]
  }
]

const retirement: ReadonlyArray<WealthOffer> = [
  {
    kind: "PUBLIC_PENSION",
    key: "retraite-de-base",
    type: "FRENCH_PUBLIC_PENSION",
    productName: "Retraite de base",
    value: [60_000, 420_000],
    fees: "NONE",
    letter: true
  },
  {
    kind: "PENSION",
    key: "per-collectif",
    type: "PER",
    productName: "PER collectif",
    value: [2_000, 38_000],
    fees: "PERSONALIZED",
    insured: "OTHER",
    benefitType: "DEFINED_CONTRIBUTION",
    payout: "RUNNING",
    securities: frenchFunds
  }
]

export const rivage: Company = {
  id: "fr-rivage",
  displayName: "Rivage",
  insurerName: "Assurance Rivage",
  market: "fr",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "RV",
  insurance,
  wealth
}

export const bocage: Company = {
  id: "fr-bocage",
  displayName: "Mutuelle du Bocage",
  market: "fr",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "MB",
  insurance: bocageInsurance,
  wealth: []
}

export const clairval: Company = {
  id: "fr-clairval",
  displayName: "Clairval Retraite",
  market: "fr",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "CR",
  insurance: [],
  wealth: retirement
}
