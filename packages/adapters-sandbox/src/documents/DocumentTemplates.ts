/**
 * Writes the documents for records: a letter for each insurance policy, and a statement for each pension or account
 * (spec 10, 12).
 */
import type { AnyInsurance, InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { marketProfiles } from "../data/Markets.ts"
import { valuationDate } from "../data/Dates.ts"
import type { RecordSource } from "../people/RecordSource.ts"
import { formatsOf } from "./NumberFormats.ts"
import type { SandboxDocument, DocumentRow } from "./SandboxDocument.ts"

const row = (label: string, value: string | undefined): ReadonlyArray<DocumentRow> =>
  value === undefined ? [] : [{ label, value }]

const documentOf = (
  { company, person }: RecordSource,
  title: string,
  rows: ReadonlyArray<DocumentRow>
): SandboxDocument => {
  const words = marketProfiles[company.market].letters
  return {
    sender: company.displayName,
    recipient: [person.name, person.streetAddress, `${person.postalCode} ${person.city}`],
    title,
    asOf: `${words.asOf} ${formatsOf(company.market).day(valuationDate)}`,
    rows,
    footer: words.invented
  }
}

const joined = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined).join(", ")

const insuredObject = (insurance: AnyInsurance): string => {
  switch (insurance.insuranceType) {
    case "vehicleInsurance":
      return joined(insurance.brand, insurance.model, insurance.registrationNo)
    case "houseContentInsurance":
      return joined(insurance.insuranceObjectStreetAddress, insurance.insuranceObjectCity)
    case "animalInsurance":
      return joined(insurance.animalName, insurance.animalBreed)
    case "personInsurance":
      return joined(insurance.insuredPersonName)
    case "generalInsurance":
      return joined(insurance.companyCategory)
  }
}

export const insuranceDocument = (
  source: RecordSource,
  { addons, deductibles, insurance }: InsuranceRecord
): SandboxDocument => {
  const { policy } = marketProfiles[source.company.market].letters
  const { day, money } = formatsOf(source.company.market)
  const { discountAmount, endDate, holder, insuranceName, insuranceNumber, premium, startDate } = insurance
  const period = startDate === undefined || endDate === undefined ? undefined : `${day(startDate)} – ${day(endDate)}`
  return documentOf(source, policy.title, [
    ...row(policy.product, insuranceName),
    ...row(policy.number, insuranceNumber),
    ...row(policy.holder, holder?.name),
    ...row(policy.object, insuredObject(insurance)),
    ...row(policy.period, period),
    ...row(policy.premium, premium && money(premium.amount)),
    ...row(policy.discount, discountAmount && money(discountAmount)),
    ...(addons ?? []).flatMap(({ addOnName }) => row(policy.addon, addOnName)),
    ...(deductibles ?? []).flatMap(({ deductibleAmount, deductibleName }) =>
      row(policy.deductible, joined(deductibleName, money(deductibleAmount)))
    )
  ])
}

export const annualStatement = (source: RecordSource, record: WealthRecord): SandboxDocument => {
  const words = marketProfiles[source.company.market].letters.statement
  const { money, number, ratio } = formatsOf(source.company.market)
  const { currentValue, performanceSinceStart, totalDeposits } = record.financialInformation ?? {}
  const { generic, personalized } = record.fees ?? {}
  const { fixed, variable } = personalized ?? generic ?? {}
  const holdings = "holdings" in record ? (record.holdings ?? []) : []
  return documentOf(source, words.title, [
    ...row(words.product, record.productName),
    ...row(words.number, record.productNumber),
    ...row(words.value, currentValue && money(currentValue)),
    ...row(words.deposits, totalDeposits && money(totalDeposits)),
    ...row(words.performance, performanceSinceStart === undefined ? undefined : ratio(performanceSinceStart)),
    ...row(words.fixedFee, fixed && money(fixed)),
    ...row(words.variableFee, variable === undefined ? undefined : ratio(variable)),
    ...row(words.feesLastYear, personalized?.previousYear && money(personalized.previousYear)),
    ...holdings.flatMap(({ name, quantity, value }) =>
      row(name, value && (quantity === undefined ? money(value) : `${money(value)} (${number(quantity)})`))
    )
  ])
}
