/** What the simulated companies of Sweden insure. */
import type { HouseContentOffer, InsuranceOffer, VehicleOffer } from "../records/InsuranceOffer.ts"

const car: VehicleOffer = {
  key: "car",
  insuranceType: "vehicleInsurance",
  subTypes: ["car"],
  coverages: ["FULL", "HALF", "TRAFFIC"],
  insuranceName: "Bilförsäkring",
  yearlyPremium: [3200, 9800],
  paymentFrequencies: [1, 4, 12],
  addons: [
    { addOnId: "vagassistans", addOnName: "Vägassistans" },
    { addOnId: "hyrbil", addOnName: "Hyrbil 60 dagar" }
  ],
  deductibles: [
    { id: "vagnskada", name: "Vagnskada", amounts: [3000, 5000, 7000] },
    { id: "glas", name: "Glasruta", amounts: [1500, 2000] }
  ]
}

const otherVehicle: VehicleOffer = {
  key: "fritidsfordon",
  insuranceType: "vehicleInsurance",
  subTypes: ["motorcycle", "moped", "caravan", "motorhome", "trailer", "boat", "snowmobile"],
  insuranceName: "Fritidsfordon",
  yearlyPremium: [450, 3900],
  paymentFrequencies: [1],
  addons: [{ addOnId: "sjalvriskreducering", addOnName: "Självriskreducering" }],
  deductibles: [{ id: "stold", name: "Stöld", amounts: [1500, 3000] }],
  holder: "NOT_TOLD"
}

const villa: HouseContentOffer = {
  key: "villa",
  insuranceType: "houseContentInsurance",
  subTypes: ["villa"],
  insuranceName: "Villaförsäkring Stor",
  yearlyPremium: [3900, 8600],
  paymentFrequencies: [4, 12],
  addons: [
    { addOnId: "allrisk", addOnName: "Allrisk" },
    { addOnId: "tomt", addOnName: "Tomt och trädgård" }
  ],
  deductibles: [
    { id: "brand", name: "Brand", amounts: [1500, 3000] },
    { id: "vatten", name: "Vattenskada", amounts: [3000, 5000] }
  ],
  movables: [500_000, 750_000, 1_000_000, 1_500_000]
}

const accident: InsuranceOffer = {
  key: "olycksfall",
  insuranceType: "personInsurance",
  subTypes: ["accident"],
  insured: "SELF",
  insuranceName: "Olycksfallsförsäkring",
  yearlyPremium: [840, 2400],
  paymentFrequencies: [12],
  addons: [{ addOnId: "tand", addOnName: "Tandskada" }],
  deductibles: [],
  insuredAmounts: [
    { name: "Medicinsk invaliditet", amounts: [600_000, 1_000_000, 1_500_000] },
    { name: "Dödsfall", amounts: [50_000, 100_000] }
  ]
}

export const nordhemInsurance: ReadonlyArray<InsuranceOffer> = [
  { ...car, letter: true },
  villa,
  {
    key: "hund-katt",
    insuranceType: "animalInsurance",
    animals: [
      {
        subType: "dog",
        breeds: ["Lagotto", "Labrador", "Finsk lapphund", "Border collie"],
        names: { FEMALE: ["Saga", "Molly", "Tindra"], MALE: ["Sixten", "Buster", "Ålle"] }
      },
      {
        subType: "cat",
        breeds: ["Huskatt", "Norsk skogkatt", "Ragdoll"],
        names: { FEMALE: ["Misse", "Majros"], MALE: ["Findus", "Sotis"] }
      }
    ],
    veterinaryCare: [40_000, 80_000, 120_000],
    insuranceName: "Djurförsäkring",
    yearlyPremium: [1900, 6800],
    paymentFrequencies: [4, 12],
    addons: [{ addOnId: "rehab", addOnName: "Rehabilitering" }],
    deductibles: [{ id: "veterinarvard", name: "Veterinärvård", amounts: [1500, 2200, 3500] }]
  },
  accident,
  { ...car, key: "partners-bil", insuranceName: "Bilförsäkring, partner", holder: "PARTNER" }
]

export const granskogInsurance: ReadonlyArray<InsuranceOffer> = [
  {
    key: "hast-smadjur",
    insuranceType: "animalInsurance",
    animals: [
      {
        subType: "horse",
        breeds: ["Svenskt varmblod", "Nordsvensk brukshäst", "Gotlandsruss"],
        names: { FEMALE: ["Bella", "Ronja"], MALE: ["Prins", "Kasper"] }
      },
      { subType: "other", breeds: ["Dvärgvädur", "Marsvin"], names: { FEMALE: ["Nöten"], MALE: ["Stampe"] } }
    ],
    veterinaryCare: [50_000, 100_000, 160_000],
    insuranceName: "Djurförsäkring Bas",
    yearlyPremium: [1100, 8900],
    paymentFrequencies: [4, 12],
    addons: [],
    deductibles: [{ id: "veterinarvard", name: "Veterinärvård", amounts: [2500, 4500] }],
    letter: true
  },
  { ...villa, key: "bostad", subTypes: ["cottage", "condo", "home"], insuranceName: "Hemförsäkring" },
  otherVehicle,
  {
    ...accident,
    key: "barn",
    subTypes: ["child", "health", "income"],
    insured: "CHILD",
    insuranceName: "Personförsäkring Familj"
  }
]
