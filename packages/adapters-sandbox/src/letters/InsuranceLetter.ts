/** The insurance letter: what is insured, from when to when, and for how much (decisions 10, 16). */
import type { AnyInsurance, InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { markets } from "../data/Markets.ts"
import type { Source } from "../records/Draw.ts"
import { figuresOf } from "./Figures.ts"
import { row } from "./Letter.ts"
import type { Letter } from "./Letter.ts"
import { letterhead } from "./Letterhead.ts"

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
  }
}

export const insuranceLetter = (source: Source, { addons, deductibles, insurance }: InsuranceRecord): Letter => {
  const { policy } = markets[source.company.market].letters
  const { day, money } = figuresOf[source.company.market]
  const { discountAmount, endDate, holder, insuranceName, insuranceNumber, premium, startDate } = insurance
  const period = startDate === undefined || endDate === undefined ? undefined : `${day(startDate)} – ${day(endDate)}`
  return {
    ...letterhead(source),
    title: policy.title,
    rows: [
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
    ]
  }
}
