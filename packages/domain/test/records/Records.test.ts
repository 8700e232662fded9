/** The records of a collection: insurances, pensions, investments and bank accounts (spec 10). */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import { InsuranceSubType, InsuranceType, subTypesByType } from "../../src/records/InsuranceType.ts"
import * as ReportedRecords from "../../src/collections/ReportedRecords.ts"
import { WealthRecord } from "../../src/records/wealth/WealthRecord.ts"
import { WealthType } from "../../src/records/WealthType.ts"

const sek = (amount: number) => ({ amount, currency: "SEK" })
const closed = { onExcessProperty: "error" } as const

const insurer = { market: "se", insuranceCompany: "Nordhem Försäkring" }
const premium = { amount: sek(4800), paymentFrequency: 12, period: "YEAR" }
const house = { insuranceType: "houseContentInsurance", insuranceSubType: "villa", ...insurer, premium }
const animal = { insuranceType: "animalInsurance", insuranceSubType: "dog", ...insurer }
const car = { insuranceType: "vehicleInsurance", insuranceSubType: "car", ...insurer }
const insuranceRecord = { id: "record-1", insurance: car }

const anyWealth = { id: "record-1", company: "se-nordhem", companyDisplayName: "Nordhem" }
const pension = { ...anyWealth, type: "IPS_PENSION" }
const bankAccount = { ...anyWealth, type: "PSD2_CREDIT_CARD", accountId: "acc-1", currency: "SEK" }

const decodeInsurance = Schema.decodeUnknownResult(InsuranceRecord)
const decodeWealth = Schema.decodeUnknownResult(WealthRecord)

describe("InsuranceRecord", () => {
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

  it.each([
    ["SE", true],
    ["XX", false],
    ["se", false],
    ["SWE", false]
  ])("has addresses with countries of ISO 3166-1, so %s is accepted: %s", (country, isAccepted) => {
    const record = { ...insuranceRecord, insuredPersons: [{ role: "INSURED", address: { country } }] }
    assert.strictEqual(Result.isSuccess(decodeInsurance(record)), isAccepted)
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
    assert.deepStrictEqual(Object.keys(subTypesByType), [...InsuranceType.literals])
    assert.sameMembers([...new Set(Object.values(subTypesByType).flat())], [...InsuranceSubType.literals])
    assert.strictEqual(new Set(InsuranceSubType.literals).size, InsuranceSubType.literals.length)
  })
})

describe("WealthRecord", () => {
  const paidIn = (period: object) => ({ ...pension, payoutDetails: [{ active: true, period }] })

  it.each<[string, unknown]>([
    ["a record without a type", anyWealth],
    ["an unknown type", { ...anyWealth, type: "LOTTERY_TICKET" }],
    ["a record without an id", { type: "ISK", company: "se-nordhem", companyDisplayName: "Nordhem" }],
    ["a bank account without an accountId", { ...bankAccount, accountId: undefined }],
    ["a bank account without a currency", { ...bankAccount, currency: undefined }],
    ["an IBAN with spaces", { ...bankAccount, iban: "SE00 0000 0000 0000 0000 0001" }],
    ["an otherInsuredPerson as a string", { ...pension, otherInsuredPerson: "false" }],
    ["null as otherInsuredPerson", { ...pension, otherInsuredPerson: null }],
    ["fees in the flat form", { ...pension, fees: { feesCollected: false, feeVariable: 0.1 } }],
    ["fees without figures", { ...pension, fees: { generic: {} } }],
    ["a holding without a name", { ...pension, holdings: [{ type: "FUND" }] }],
    ["a holding of an unknown type", { ...pension, holdings: [{ name: "Gold", type: "METAL" }] }],
    ["a payout period of an unknown type", paidIn({ type: "MOON_RANGE", fromAge: 65 })],
    ["a payout period with the members of the other type", paidIn({ type: "AGE_RANGE", from: "2026-01-01" })]
  ])("rejects %s", (_, record) => {
    assert.isTrue(Result.isFailure(decodeWealth(JSON.parse(JSON.stringify(record)))))
  })

  it.each(WealthType.literals)(
    "of type %s rejects an unknown member in strict mode, and otherwise drops it",
    (type) => {
      const account = type.startsWith("PSD2_") ? { accountId: "acc-1", currency: "SEK" } : {}
      const record = { ...anyWealth, ...account, type }
      assert.isTrue(Result.isFailure(decodeWealth({ ...record, color: "red" }, closed)))
      assert.deepStrictEqual<unknown>(Result.getOrThrow(decodeWealth({ ...record, color: "red" })), record)
    }
  )
})

it("A reported record is named by its key, or else by its number", () => {
  const insurance = { id: "1", insurance: { ...car, insuranceNumber: "i-1" } }
  const insurances = [insurance, { ...insurance, recordKey: "key" }, insuranceRecord]
  const read = Schema.decodeUnknownSync(ReportedRecords.ReportedInsurance)
  const named = insurances.map((record) => ReportedRecords.insuranceReference(read(record)))
  assert.deepStrictEqual(named, ["i-1", "key", undefined])
  const wealth = [bankAccount, { ...pension, productNumber: "p-1" }, { ...pension, recordKey: "key" }, pension]
  const readWealth = Schema.decodeUnknownSync(ReportedRecords.ReportedWealth)
  const references = wealth.map((record) => ReportedRecords.wealthReference(readWealth(record)))
  assert.deepStrictEqual(references, ["acc-1", "p-1", "key", undefined])
})
