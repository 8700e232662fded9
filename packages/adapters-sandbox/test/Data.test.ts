/**
 * Tests that the sandbox's data is the same on every run, consistent for each person, and complete for each company.
 */
import { assert, describe, it } from "@effect/vitest"
import { GeneralSubType, subTypesByType } from "@sheaf/domain/InsuranceType"
import { Market } from "@sheaf/domain/Market"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { ReportedInsurance, ReportedWealth } from "@sheaf/domain/ReportedRecords"
import { Holding } from "@sheaf/domain/wealth/Holding"
import { BankAccountType, LoanType, SavingsAccountType, WealthType } from "@sheaf/domain/WealthType"
import { Schema } from "effect"
import { companies, supportedProductsOf } from "../src/companies/SandboxCompanies.ts"
import { collectData, generate } from "../src/records/PersonalData.ts"
import type { PersonalData } from "../src/records/PersonalData.ts"

const identities = [
  ...Array.from({ length: 60 }, (_, index) => `person-${index}`),
  "maja.lind@example.com",
  "199001012385",
  "198506152399"
]

const data: ReadonlyArray<PersonalData> = companies.flatMap((company) =>
  identities.map((identity) => generate(company, identity))
)
const insurances = data.flatMap(({ insurance }) => insurance)
const wealth = data.flatMap((each) => each.wealth)
const holdings = wealth.flatMap((record) => ("holdings" in record ? (record.holdings ?? []) : []))
const pensions = wealth.flatMap((record) => ("payoutDetails" in record ? [record] : []))

const cents = (amount: MonetaryAmount | undefined): number => Math.round((amount?.amount ?? Number.NaN) * 100)
const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

const of = (company: string, identity: string): PersonalData => {
  const found = data.find(({ source }) => source.company.id === company && source.identity === identity)
  if (found === undefined) throw new Error(`no data of ${identity} at ${company}`)
  return found
}

describe("the data", () => {
  it("matches the schemas and survives JSON", () => {
    const json: unknown = JSON.parse(JSON.stringify({ insurances, wealth }))
    const decoded = Schema.decodeUnknownSync(
      Schema.Struct({ insurances: Schema.Array(ReportedInsurance), wealth: Schema.Array(ReportedWealth) })
    )(json, { onExcessProperty: "error" })
    assert.deepStrictEqual(decoded, { insurances, wealth })
  })

  it("is the same each time for one person and different for another", () => {
    for (const company of companies) {
      const again = generate(company, "person-7")
      assert.deepStrictEqual(again, of(company.id, "person-7"))
      if (again.insurance.length + again.wealth.length === 0) continue
      const numbers = ({ insurance, wealth: records }: PersonalData) => [
        ...insurance.map((record) => record.insurance.insuranceNumber),
        ...records.map((record) => record.productNumber)
      ]
      assert.notDeepEqual(numbers(again), numbers(of(company.id, "person-8")))
    }
  })

  it("gives each record of a product its own reference", () => {
    for (const { insurance, source, wealth: records } of data) {
      for (const product of [insurance, records]) {
        const references = new Set(product.map(({ recordKey }) => recordKey ?? assert.fail("no reference")))
        assert.strictEqual(references.size, product.length, source.company.id)
      }
    }
  })

  it("belongs to one person at every company in a market", () => {
    const [first, second] = [of("se-nordhem", "person-3"), of("se-klarvik", "person-3")]
    assert.deepStrictEqual(first.source.person, second.source.person)
  })

  it("takes the date of birth from the personal number and the email address from the login", () => {
    assert.strictEqual(of("se-klarvik", "198506152399").source.person.dateOfBirth, "1985-06-15")
    assert.strictEqual(of("fr-rivage", "maja.lind@example.com").source.person.email, "maja.lind@example.com")
    assert.match(of("lv-kapas", "person-1").source.person.email, /^[a-z.]+@example\.com$/)
  })

  it("has at least two records and one document for each offered product", () => {
    for (const { insurance, source, wealth: records } of data) {
      for (const product of [insurance, records]) {
        if (product.length === 0) continue
        assert.isAtLeast(product.length, 2, source.company.id)
        assert.isNotEmpty(
          product.flatMap(({ documents }) => documents ?? []),
          source.company.id
        )
      }
      const isBankOnly = supportedProductsOf(source.company).insurance.length + source.company.wealth.length === 0
      assert.strictEqual(insurance.length + records.length === 0, isBankOnly, source.company.id)
    }
  })

  it("covers exactly the kinds that each company supports", () => {
    for (const company of companies) {
      const drawn = data.filter(({ source }) => source.company === company)
      const supported = supportedProductsOf(company)
      const kinds = drawn.flatMap(({ insurance }) =>
        insurance.map((record) => `${record.insurance.insuranceType} ${record.insurance.insuranceSubType}`)
      )
      const promised = supported.insurance.flatMap(({ insuranceSubTypes, insuranceType }) =>
        insuranceSubTypes.map((subType) => `${insuranceType} ${subType}`)
      )
      assert.sameMembers([...new Set(kinds)], promised, company.id)
      const types = drawn.flatMap((each) => each.wealth.map(({ type }) => type))
      assert.sameMembers([...new Set<string>(types)], [...supported.wealth], company.id)
    }
  })

  it("covers every kind of insurance, and every kind of wealth except bank accounts", () => {
    for (const [type, subTypes] of Object.entries(subTypesByType)) {
      const seen = insurances.filter(({ insurance }) => insurance.insuranceType === type)
      assert.sameMembers([...new Set<string>(seen.map(({ insurance }) => insurance.insuranceSubType))], [...subTypes])
    }
    const byLogin = WealthType.literals.filter((type) => !Schema.is(BankAccountType)(type))
    assert.sameMembers([...new Set<string>(wealth.map(({ type }) => type))], [...byLogin])
  })
})

describe.each(Market.literals)("the market %s", (market) => {
  it("has at least six kinds of records that version 2025-01-01 lacks", () => {
    const here = data.filter(({ source }) => source.company.market === market)
    const kinds = [
      ...here.flatMap(({ insurance }) => insurance).map(({ insurance }) => insurance.insuranceSubType),
      ...here.flatMap((each) => each.wealth).map(({ type }) => type)
    ]
    const isNew = Schema.is(Schema.Union([GeneralSubType, Schema.Literal("illness"), LoanType, SavingsAccountType]))
    assert.isAtLeast(new Set(kinds.filter(isNew)).size, 6)
  })

  it("has covers with limits, payments and insured objects", () => {
    const here = data.filter(({ source }) => source.company.market === market).flatMap(({ insurance }) => insurance)
    const covers = here.flatMap(({ coverages = [] }) => coverages)
    assert.isNotEmpty(covers.filter(({ limit }) => limit?.amount !== undefined))
    assert.isNotEmpty(covers.filter(({ deductible }) => deductible !== undefined))
    assert.isNotEmpty(here.flatMap(({ payments = [] }) => payments))
    assert.isNotEmpty(here.flatMap(({ insuredObjects = [] }) => insuredObjects))
  })
})

describe("collected data", () => {
  it.each([
    ["se", [true, false, undefined]],
    ["fr", [true, false, undefined]]
  ] as const)("includes pensions in %s whose otherInsuredPerson is %s", (market, expected) => {
    const told = data
      .filter(({ source }) => source.company.market === market)
      .flatMap((each) => each.wealth)
      .flatMap((record) => ("payoutDetails" in record ? [record.otherInsuredPerson] : []))
    assert.sameMembers([...new Set(told)], [...expected])
  })

  it.each([
    [["INSURANCE", "WEALTH"], 5, 1, "WEALTH"],
    [["INSURANCE"], 1, 0, "INSURANCE"],
    [["WEALTH"], 0, 1, "WEALTH"]
  ] as const)(
    "is partial for %s after a failure: %i insurances, %i records, missing %s",
    (products, insured, kept, product) => {
      const shared = collectData("COMPLETED_PARTIAL", { ...of("se-nordhem", "person-1"), accounts: [] }, products)
      assert.deepStrictEqual([shared.insurance.length, shared.wealth.length], [insured, kept])
      assert.deepStrictEqual(shared.missing, [{ product, reason: "COMPANY_ERROR" }])
    }
  )
})

describe("an insurance", () => {
  it("runs for a year and renews the day after", () => {
    for (const { insurance } of insurances) {
      const { endDate = "", renewalDate = "", startDate = "" } = insurance
      assert.isTrue(startDate < endDate && endDate < renewalDate, `${startDate} ${endDate} ${renewalDate}`)
      assert.strictEqual(Date.parse(renewalDate) - Date.parse(endDate), 86_400_000)
      assert.strictEqual(Number(renewalDate.slice(0, 4)) - Number(startDate.slice(0, 4)), 1)
    }
  })

  it("costs more than its discount, in the currency of its market", () => {
    for (const { insurance } of insurances) {
      const { discountAmount, market, premium } = insurance
      assert.isAbove(premium?.amount.amount ?? 0, discountAmount?.amount ?? 0)
      assert.strictEqual(premium?.amount.currency, market === "se" ? "SEK" : "EUR")
    }
  })

  it("has French fields only in France", () => {
    const cars = insurances.flatMap(({ insurance }) =>
      insurance.insuranceType === "vehicleInsurance" && insurance.insuranceSubType === "car" ? [insurance] : []
    )
    for (const car of cars) {
      assert.strictEqual(car.bonusMalus !== undefined, car.market === "fr")
      assert.strictEqual(car.claims !== undefined, car.market === "fr")
      assert.isDefined(car.coverage)
      const { coefficient = 1 } = car.bonusMalus ?? {}
      assert.isTrue(coefficient >= 0.5 && coefficient <= 3.5)
      const { dateOfBirth = "", drivingLicenceDate = "9999" } = car.primaryDriver ?? {}
      assert.isBelow(Number(dateOfBirth.slice(0, 4)) + 17, Number(drivingLicenceDate.slice(0, 4)))
    }
  })

  it("of an animal has no more veterinary care left than at the start", () => {
    const animals = insurances.flatMap(({ insurance }) =>
      insurance.insuranceType === "animalInsurance" ? [insurance] : []
    )
    assert.isNotEmpty(animals)
    for (const { veterinaryCareAmount, veterinaryCareAmountRemaining } of animals) {
      assert.isAtMost(cents(veterinaryCareAmountRemaining), cents(veterinaryCareAmount))
    }
  })

  it("names the person, another person or nobody as its holder", () => {
    const told = new Set(insurances.map(({ insurance }) => insurance.holder?.otherInsuranceHolder))
    assert.sameMembers([...told], [true, false, undefined])
    for (const { insurance, personalInformation } of insurances) {
      if (insurance.holder?.otherInsuranceHolder === undefined) continue
      const own = insurance.holder.name === personalInformation?.name
      assert.strictEqual(own, !insurance.holder.otherInsuranceHolder)
    }
  })
})

describe("a pension or an account", () => {
  it("has a value equal to its holdings plus its balance", () => {
    for (const record of wealth) {
      if (!("holdings" in record) || record.holdings === undefined) continue
      const balance = "accountInformation" in record ? cents(record.accountInformation?.availableBalance) : 0
      const parts = sum(record.holdings.map(({ value }) => cents(value)))
      assert.strictEqual(cents(record.financialInformation?.currentValue), parts + balance, record.productName)
    }
  })

  it("has the performance that its value and deposits imply", () => {
    for (const { financialInformation, productName } of wealth.filter((record) => !("principal" in record))) {
      const { currentValue, performanceSinceStart = Number.NaN, totalDeposits } = financialInformation ?? {}
      const expected = cents(currentValue) / cents(totalDeposits) - 1
      assert.closeTo(performanceSinceStart, expected, 0.0001, productName)
    }
  })

  it("has personalized, generic or no fees, and last year's fees match its value", () => {
    const kinds = wealth.map(({ fees }) => (fees === undefined ? "none" : Object.keys(fees).join()))
    assert.sameMembers([...new Set(kinds)], ["personalized", "generic", "none"])
    for (const { fees, financialInformation } of wealth) {
      if (fees?.personalized === undefined) continue
      const { fixed, previousYear, variable = Number.NaN } = fees.personalized
      const expected = Math.round(cents(financialInformation?.currentValue) * variable) + cents(fixed)
      assert.strictEqual(cents(previousYear), expected)
    }
  })

  it("includes every kind of fees and insured person for each person at Nordhem", () => {
    for (const identity of identities) {
      const { wealth: records } = of("se-nordhem", identity)
      const fees = records.map((record) => (record.fees === undefined ? "none" : Object.keys(record.fees).join()))
      assert.includeMembers(fees, ["personalized", "generic", "none"])
      const own = records.flatMap((record) => ("payoutDetails" in record ? [record] : []))
      const told = own.map(({ insuredPersonName, otherInsuredPerson }) => [
        insuredPersonName !== undefined,
        otherInsuredPerson
      ])
      assert.deepStrictEqual(told, [
        [true, false],
        [true, undefined],
        [false, undefined],
        [true, true]
      ])
    }
  })

  it("pays out in a possible period, to beneficiaries whose shares add up to one", () => {
    assert.isNotEmpty(pensions)
    for (const { activePayout, beneficiaries = [], payoutDetails = [] } of pensions) {
      for (const { active, period } of payoutDetails) {
        assert.strictEqual(active, activePayout)
        if (period?.type === "AGE_RANGE") assert.isAbove(period.toAge ?? 150, period.fromAge)
        if (period?.type === "DATE_RANGE") assert.isTrue(period.from < (period.to ?? "9999-12-31"))
        if (period?.type === "DATE_RANGE") assert.strictEqual(period.from <= "2026-03-31", active)
      }
      if (beneficiaries.length > 0) assert.closeTo(sum(beneficiaries.map(({ share = 0 }) => share)), 1, 1e-9)
    }
  })

  it("holds each security at one price, and traded securities in whole units", () => {
    assert.isNotEmpty(holdings)
    const prices = new Map<string, number>()
    for (const holding of holdings) {
      const { name, quantity = Number.NaN, type, value } = holding
      assert.isTrue(Schema.is(Holding)(holding), name)
      if (type === "EQUITY" || type === "ETF") assert.isTrue(Number.isInteger(quantity), name)
      const price = prices.get(name) ?? cents(value) / quantity
      prices.set(name, price)
      assert.closeTo(cents(value) / quantity / price, 1, 0.01, name)
    }
  })
})
