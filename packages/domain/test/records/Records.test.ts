/** The records of a collection: insurances, pensions, investments and bank accounts (spec 10). */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { InsuranceRecord } from "../../src/records/InsuranceRecord.ts"
import { InsuranceSubType, InsuranceType, subTypesOf } from "../../src/records/InsuranceType.ts"
import { WealthRecord } from "../../src/records/WealthRecord.ts"
import { WealthType } from "../../src/records/WealthType.ts"

const sek = (amount: number) => ({ amount, currency: "SEK" })
const closed = { onExcessProperty: "error" } as const

/** The members in spec 10 that every insurance can have. */
const anyInsurance = {
  market: "se",
  insuranceCompany: "Nordhem Försäkring",
  insuranceName: "Home",
  insuranceNumber: "NH-1",
  startDate: "2026-01-01",
  endDate: "2026-12-31",
  renewalDate: "2027-01-01",
  premium: { amount: sek(4800), paymentFrequency: 12, period: "YEAR" },
  discountAmount: sek(200),
  holder: {
    name: "Anna Lindqvist",
    email: "anna@example.com",
    phoneNumber: "46701234567",
    streetAddress: "Storgatan 1",
    postalCode: "753 20",
    city: "Uppsala",
    dateOfBirth: "1984-05-17",
    otherInsuranceHolder: false
  }
}

/** A value for every member that spec 10 list for an insurance type. */
const insurances = {
  vehicleInsurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    ...anyInsurance,
    brand: "Volvo",
    model: "V60",
    registrationNo: "ABC12D",
    coverage: "CASCO",
    maxMileage: 15000,
    usedForWork: false,
    bonusMalus: { coefficient: 0.5 },
    claims: { numberOfClaims: 0, periodInMonths: 36 },
    primaryDriver: { name: "Anna Lindqvist" },
    additionalDrivers: [{ name: "Bo Lindqvist" }]
  },
  houseContentInsurance: {
    insuranceType: "houseContentInsurance",
    insuranceSubType: "villa",
    ...anyInsurance,
    insuranceObjectStreetAddress: "Storgatan 1",
    insuranceObjectPostalCode: "753 20",
    insuranceObjectCity: "Uppsala",
    livingArea: 142.5,
    ancillaryArea: 20,
    constructionYear: 1962,
    numberOfFloors: 1.5,
    numberOfBathrooms: 2,
    hasBasement: true,
    insuredMovablesAmount: sek(1000000),
    additionalAmenities: ["swimming pool"],
    numberOfRooms: 5,
    ownershipStatus: "OWNER",
    residentialStatus: "PRIMARY"
  },
  animalInsurance: {
    insuranceType: "animalInsurance",
    insuranceSubType: "dog",
    ...anyInsurance,
    animalName: "Saga",
    animalBreed: "Lagotto",
    animalGender: "FEMALE",
    dateOfBirth: "2021-08-02",
    chipNumber: "752098100000000",
    veterinaryCareAmount: sek(80000),
    veterinaryCareAmountRemaining: sek(62000)
  },
  personInsurance: {
    insuranceType: "personInsurance",
    insuranceSubType: "accident",
    ...anyInsurance,
    insuredPersonName: "Anna Lindqvist",
    insuredAmounts: [{ name: "Disability", amount: sek(1000000) }]
  }
}

/** The subtypes that spec 10 list. */
const subTypes = [
  ...["car", "motorcycle", "moped", "caravan", "boat"].map((name) => ["vehicleInsurance", name] as const),
  ...["villa", "cottage", "condo", "home"].map((name) => ["houseContentInsurance", name] as const),
  ...["dog", "cat", "horse", "other"].map((name) => ["animalInsurance", name] as const),
  ...["accident", "travel", "health"].map((name) => ["personInsurance", name] as const)
]

const insuranceRecord = {
  id: "record-1",
  insurance: insurances.vehicleInsurance,
  addons: [{ addOnId: "roadside", addOnName: "Roadside assistance" }],
  deductibles: [{ deductibleId: "fire", deductibleName: "Fire", deductibleAmount: sek(1500) }],
  documents: [{ documentId: "letter", name: "Letter", contentType: "application/pdf" }],
  personalInformation: {},
  termsUrl: "https://nordhem.example/terms"
}

const anyWealth = {
  id: "record-1",
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  productName: "Pension",
  productNumber: "TP-1",
  holder: { name: "Anna Lindqvist" },
  financialInformation: { currentValue: sek(112000), totalDeposits: sek(100000), performanceSinceStart: 0.12 },
  fees: { personalized: { variable: 0.0065 } },
  documents: [{ documentId: "statement", name: "Statement", contentType: "application/pdf" }]
}

const holdings = [
  {
    name: "Norrsken Global Index",
    isin: "SE0000000001",
    type: "FUND",
    quantity: 41.5,
    value: sek(12400),
    acquisitionValue: sek(9000),
    feeVariable: 0.0025,
    marketIdentifierCode: "XSTO"
  }
]

const pension = {
  ...anyWealth,
  insuranceName: "Occupational pension",
  insuredPersonName: "Anna Lindqvist",
  otherInsuredPerson: false,
  classification: "SAF-LO",
  benefitType: "DEFINED_CONTRIBUTION",
  activePayment: true,
  activePayout: false,
  beneficiaries: [{ name: "Spouse" }],
  holdings,
  payoutDetails: [
    {
      active: false,
      amount: sek(3100),
      frequency: 12,
      lifelongPayout: false,
      period: { type: "AGE_RANGE", fromAge: 65, toAge: 75 }
    },
    { active: true, lifelongPayout: true, period: { type: "DATE_RANGE", from: "2031-07-01" } }
  ],
  movability: { movable: false, reason: "Payout has started" }
}

const investmentAccount = {
  ...anyWealth,
  accountInformation: { availableBalance: sek(1450), interestRate: 0.025, hasExclusiveOwnership: true },
  holdings,
  monthlySavingsAmount: sek(1000)
}

const publicPension = {
  ...anyWealth,
  incomePension: sek(1204000),
  premiumPension: sek(310500),
  guaranteePension: sek(0),
  updatedDate: "2025-12-31"
}

const bankAccount = {
  ...anyWealth,
  accountId: "acc-1",
  accountName: "Salary",
  iban: "SE0000000000000000000001",
  bic: "FJALSESS",
  currency: "SEK",
  bookedBalance: sek(18250.75),
  availableBalance: sek(18000),
  transactions: [
    {
      transactionId: "t-1",
      bookingDate: "2026-03-31",
      valueDate: "2026-03-31",
      amount: sek(-249),
      creditorName: "Kvarterets Bokhandel",
      debtorName: "Anna Lindqvist",
      remittanceInformation: "Books",
      status: "BOOKED"
    }
  ]
}

/** Every `type` in spec 10, with all members listed for that type. */
const wealth: ReadonlyArray<readonly [type: string, members: Readonly<Record<string, unknown>>]> = [
  ...["KF", "ISK", "CUSTODY_ACCOUNT", "UNKNOWN_INVESTMENT_TYPE"].map((type) => [type, investmentAccount] as const),
  ...[
    "IPS_PENSION",
    "PRIVATE_PENSION",
    "OCCUPATIONAL_PENSION",
    "COLLECTIVE_OCCUPATIONAL_PENSION",
    "UNKNOWN_PENSION_TYPE"
  ].map((type) => [type, pension] as const),
  ["PUBLIC_PENSION", publicPension],
  ["PER", pension],
  ["PEA", investmentAccount],
  ["LIFE_INSURANCE", pension],
  ["CTO", investmentAccount],
  ["FRENCH_PUBLIC_PENSION", publicPension],
  ...["PSD2_CHECKING_ACCOUNT", "PSD2_SAVINGS_ACCOUNT", "PSD2_CREDIT_CARD"].map((type) => [type, bankAccount] as const)
]

const decodeInsurance = Schema.decodeUnknownResult(InsuranceRecord)
const decodeWealth = Schema.decodeUnknownResult(WealthRecord)

describe("InsuranceRecord", () => {
  it.each(Object.entries(insurances))("has every member of a %s", (_, insurance) => {
    const record = { ...insuranceRecord, insurance }
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decodeInsurance(record, closed)), record)
  })

  it.each(subTypes)("of type %s can have the subtype %s", (insuranceType, insuranceSubType) => {
    const { market, insuranceCompany } = anyInsurance
    const record = { id: "1", insurance: { insuranceType, insuranceSubType, market, insuranceCompany } }
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decodeInsurance(record, closed)), record)
  })

  const house = insurances.houseContentInsurance
  const animal = insurances.animalInsurance
  const car = insurances.vehicleInsurance

  it.each<[string, unknown]>([
    ["an insurance without a type", { ...house, insuranceType: undefined }],
    ["an unknown type", { ...house, insuranceType: "pensionInsurance" }],
    ["a subtype of another type", { ...house, insuranceSubType: "dog" }],
    ["an unknown subtype", { ...animal, insuranceSubType: "parrot" }],
    ["an unknown market", { ...house, market: "de" }],
    ["an insurance without a company", { ...house, insuranceCompany: undefined }],
    ["an empty text", { ...house, insuranceName: "" }],
    ["null as a date", { ...house, endDate: null }],
    ["a day that does not exist", { ...house, startDate: "2026-02-30" }],
    ["a premium paid three times a year", { ...house, premium: { ...house.premium, paymentFrequency: 3 } }],
    ["a premium without a period", { ...house, premium: { amount: sek(1), paymentFrequency: 1 } }],
    ["a living area below zero", { ...house, livingArea: -1 }],
    ["half a bathroom", { ...house, numberOfBathrooms: 0.5 }],
    ["a bonus-malus above the maximum", { ...car, bonusMalus: { coefficient: 3.51 } }],
    ["a number of claims below zero", { ...car, claims: { numberOfClaims: -1, periodInMonths: 12 } }],
    ["an unknown coverage", { ...car, coverage: "GOLD" }]
  ])("rejects %s", (_, insurance) => {
    assert.isTrue(Result.isFailure(decodeInsurance(JSON.parse(JSON.stringify({ id: "1", insurance })))))
  })

  it.each<[string, unknown]>([
    ["without an id", { insurance: house }],
    ["without an insurance", { id: "1" }],
    [
      "with an address that a browser would run",
      { id: "1", insurance: house, termsUrl: "javascript://nordhem.example/%0Aalert(1)" }
    ]
  ])("is rejected %s", (_, record) => {
    assert.isTrue(Result.isFailure(decodeInsurance(record)))
  })

  it.each<[string, unknown]>([
    ["of the record", { ...insuranceRecord, color: "red" }],
    ["of the insurance", { ...insuranceRecord, insurance: { ...car, color: "red" } }],
    ["of another type of insurance", { ...insuranceRecord, insurance: { ...car, animalName: "Saga" } }],
    ["of the holder", { ...insuranceRecord, insurance: { ...car, holder: { name: "Anna", age: 41 } } }]
  ])("rejects an unknown member %s in strict mode, and otherwise drops it", (_, record) => {
    assert.isTrue(Result.isFailure(decodeInsurance(record, closed)))
    assert.isTrue(Result.isSuccess(decodeInsurance(record)))
  })

  it("has types that cover every subtype", () => {
    assert.deepStrictEqual(Object.keys(subTypesOf), [...InsuranceType.literals])
    assert.sameMembers([...new Set(Object.values(subTypesOf).flat())], [...InsuranceSubType.literals])
    assert.strictEqual(new Set(InsuranceSubType.literals).size, InsuranceSubType.literals.length)
  })
})

describe("WealthRecord", () => {
  it.each(wealth)("has every member of a %s", (type, members) => {
    const record = { ...members, type }
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decodeWealth(record, closed)), record)
  })

  it("has exactly the types of the table", () => {
    assert.sameMembers<string>(
      [...WealthType.literals],
      wealth.map(([type]) => type)
    )
  })

  it.each(wealth)("of type %s needs only its identity", (type) => {
    const identity = { type, id: "1", company: "se-nordhem", companyDisplayName: "Nordhem" }
    const account = type.startsWith("PSD2_") ? { accountId: "acc-1", currency: "SEK" } : {}
    assert.isTrue(Result.isSuccess(decodeWealth({ ...identity, ...account }, closed)))
  })

  const paidIn = (period: object) => ({ ...pension, type: "IPS_PENSION", payoutDetails: [{ active: true, period }] })

  it.each<[string, unknown]>([
    ["a record without a type", anyWealth],
    ["an unknown type", { ...anyWealth, type: "LOTTERY_TICKET" }],
    ["a record without an id", { type: "ISK", company: "se-nordhem", companyDisplayName: "Nordhem" }],
    ["a bank account without an accountId", { ...bankAccount, accountId: undefined, type: "PSD2_CREDIT_CARD" }],
    ["a bank account without a currency", { ...bankAccount, currency: undefined, type: "PSD2_CREDIT_CARD" }],
    ["an IBAN with spaces", { ...bankAccount, type: "PSD2_CREDIT_CARD", iban: "SE00 0000 0000 0000 0000 0001" }],
    ["an otherInsuredPerson as a string", { ...pension, type: "IPS_PENSION", otherInsuredPerson: "false" }],
    ["null as otherInsuredPerson", { ...pension, type: "IPS_PENSION", otherInsuredPerson: null }],
    ["fees in the flat form", { ...pension, type: "IPS_PENSION", fees: { feesCollected: false, feeVariable: 0.1 } }],
    ["fees without figures", { ...pension, type: "IPS_PENSION", fees: { generic: {} } }],
    ["a holding without a name", { ...pension, type: "IPS_PENSION", holdings: [{ type: "FUND" }] }],
    ["a holding of an unknown type", { ...pension, type: "IPS_PENSION", holdings: [{ name: "Gold", type: "METAL" }] }],
    ["a payout period of an unknown type", paidIn({ type: "MOON_RANGE", fromAge: 65 })],
    ["a payout period with the members of the other type", paidIn({ type: "AGE_RANGE", from: "2026-01-01" })]
  ])("rejects %s", (_, record) => {
    assert.isTrue(Result.isFailure(decodeWealth(JSON.parse(JSON.stringify(record)))))
  })

  it.each(wealth)("of type %s rejects an unknown member in strict mode, and otherwise drops it", (type, members) => {
    const record = { ...members, type, color: "red" }
    assert.isTrue(Result.isFailure(decodeWealth(record, closed)))
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decodeWealth(record)), { ...members, type })
  })
})
