/** Generates the covers, objects, people, payments, claims and terms of insurance policies (spec 10). */
import type { Claim } from "@sheaf/domain/insurance/Claim"
import type { Coverage } from "@sheaf/domain/insurance/Coverage"
import type { InsuredObject } from "@sheaf/domain/insurance/InsuredObject"
import type { InsuredPerson } from "@sheaf/domain/insurance/InsuredPerson"
import type { PremiumPayment } from "@sheaf/domain/insurance/PremiumPayment"
import type { AnyInsurance } from "@sheaf/domain/InsuranceRecord"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import type { InsuranceProduct } from "../companies/InsuranceProduct.ts"
import { plusDays, plusMonths, valuationDate } from "../data/Dates.ts"
import { fromMajorUnits } from "./Money.ts"
import type { SeededSource } from "../people/RecordSource.ts"

const objectId = "1"

const objectsOf = (product: InsuranceProduct, insurance: AnyInsurance): ReadonlyArray<InsuredObject> => {
  switch (insurance.insuranceType) {
    case "vehicleInsurance": {
      const { brand, model, registrationNo } = insurance
      return [
        {
          objectType: "VEHICLE",
          objectId,
          ...(brand !== undefined && { brand }),
          ...(model !== undefined && { model }),
          ...(registrationNo !== undefined && { registrationNo })
        }
      ]
    }
    case "houseContentInsurance": {
      const { constructionYear, insuranceObjectCity: city, livingArea: area } = insurance
      const { insuranceObjectPostalCode: postalCode, insuranceObjectStreetAddress: streetAddress } = insurance
      const address = {
        ...(streetAddress !== undefined && { streetAddress }),
        ...(postalCode !== undefined && { postalCode }),
        ...(city !== undefined && { city })
      }
      return [
        {
          objectType: "BUILDING",
          objectId,
          address,
          ...(area !== undefined && { area }),
          ...(constructionYear !== undefined && { constructionYear })
        }
      ]
    }
    case "animalInsurance": {
      const { animalBreed: breed, animalName: name, chipNumber } = insurance
      return [
        {
          objectType: "ANIMAL",
          objectId,
          ...(name !== undefined && { name }),
          ...(breed !== undefined && { breed }),
          ...(chipNumber !== undefined && { chipNumber })
        }
      ]
    }
    case "personInsurance":
      return [{ objectType: "PERSON", objectId, personId: "insured" }]
    case "generalInsurance":
      return "item" in product && product.item !== undefined
        ? [{ objectType: "ITEM", objectId, name: product.item }]
        : []
  }
}

const personsOf = (insurance: AnyInsurance): ReadonlyArray<InsuredPerson> => {
  const { holder } = insurance
  const policyholder: ReadonlyArray<InsuredPerson> =
    holder === undefined ? [] : [{ personId: "holder", role: "POLICYHOLDER", name: holder.name }]
  return insurance.insuranceType === "personInsurance" && insurance.insuredPersonName !== undefined
    ? [...policyholder, { personId: "insured", role: "INSURED", name: insurance.insuredPersonName }]
    : policyholder
}

const coveragesOf = (
  product: InsuranceProduct,
  insurance: AnyInsurance,
  source: SeededSource
): ReadonlyArray<Coverage> => {
  const { company, random } = source
  const amountOf = (amounts: ReadonlyArray<number>) => fromMajorUnits(company.market, random.pick(amounts))
  const main: Coverage = {
    code: product.key,
    name: product.insuranceName,
    included: true,
    isMain: true,
    ...("limits" in product && { limit: { amount: amountOf(product.limits), basis: "CLAIM" } })
  }
  const damages = (product.deductibles ?? []).map(({ amounts, id, name }): Coverage => ({
    code: id,
    name,
    included: true,
    deductible: { amount: amountOf(amounts) },
    ...(objectsOf(product, insurance).length > 0 && { insuredObject: objectId })
  }))
  const added = (product.addons ?? []).map(({ addOnId, addOnName }, index): Coverage => ({
    code: addOnId,
    name: addOnName,
    included: index === 0,
    isMain: false
  }))
  const waits = random.integer(0, 1) === 1
  const insured = "insuredAmounts" in product ? product.insuredAmounts : []
  const events = insured.map(({ amounts, name }): Coverage => ({
    name,
    included: true,
    limit: { amount: amountOf(amounts), basis: "PERSON" },
    ...(waits && { waitingPeriod: { value: 30, unit: "DAY" } })
  }))
  return [main, ...damages, ...added, ...events]
}

/** Splits a year's premium into payments. The last payment includes the remainder. */
const paymentsOf = ({ premium, startDate }: AnyInsurance): ReadonlyArray<PremiumPayment> => {
  if (premium === undefined || startDate === undefined) return []
  const count = Math.max(1, premium.paymentFrequency)
  const cents = Math.round(premium.amount.amount * 100)
  const each = Math.floor(cents / count)
  return Array.from({ length: count }, (_, index): PremiumPayment => {
    const dueDate = plusMonths(startDate, (12 / count) * index)
    const isPaid = dueDate <= valuationDate
    const amount = index === count - 1 ? cents - each * (count - 1) : each
    return {
      paymentNumber: String(index + 1),
      dueDate,
      amount: { amount: amount / 100, currency: premium.amount.currency },
      status: isPaid ? "PAID" : "DUE",
      ...(isPaid && { paidDate: dueDate })
    }
  })
}

const claimsOf = ({ deductibles = [] }: InsuranceProduct, { company, random }: SeededSource): ReadonlyArray<Claim> => {
  if (random.integer(0, 2) > 0) return []
  const date = plusDays(valuationDate, -random.integer(40, 900))
  const status = random.pick(["OPEN", "PAID", "REJECTED"] as const)
  const paid: MonetaryAmount = fromMajorUnits(company.market, random.integer(80, 900))
  return deductibles.slice(0, 1).map(({ id, name }): Claim => ({
    claimNumber: `${company.numberPrefix}-S${random.digits(6)}`,
    date,
    reportedDate: plusDays(date, random.integer(0, 12)),
    type: name,
    status,
    ...(status === "PAID" && { paidAmount: paid }),
    coverages: [id]
  }))
}

export const detailsOf = (product: InsuranceProduct, insurance: AnyInsurance, source: SeededSource) => {
  const { company, random } = source
  const objects = objectsOf(product, insurance)
  const payments = paymentsOf(insurance)
  const persons = personsOf(insurance)
  const isVehicle = insurance.insuranceType === "vehicleInsurance"
  return {
    policyStatus: "ACTIVE" as const,
    coverages: coveragesOf(product, insurance, source),
    ...(objects.length > 0 && { insuredObjects: objects }),
    ...(persons.length > 0 && { insuredPersons: persons }),
    payments,
    numberOfPayments: payments.length,
    paymentMethod: random.pick(["DIRECT_DEBIT", "E_INVOICE", "CARD"] as const),
    claims: claimsOf(product, source),
    cancellation: {
      noticeDays: 30,
      ...(insurance.renewalDate !== undefined && { earliestDate: insurance.renewalDate })
    },
    ...(isVehicle && { bonus: { claimFreeYears: random.integer(0, 9) } }),
    productTerms: { url: `https://${company.id}.example/terms/${product.key}`, version: "2026:1" }
  }
}
