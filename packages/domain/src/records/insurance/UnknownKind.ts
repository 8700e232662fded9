/** Policies of unknown kinds. Sheaf delivers them instead of rejecting them (spec 1). */
import { Predicate } from "effect"
import { InsuranceType, subTypesByType } from "../InsuranceType.ts"
import { sensitiveCategoryByName } from "./Sensitive.ts"

type Members = Readonly<Record<string, unknown>>

const isType = (type: string): type is InsuranceType => InsuranceType.literals.some((known) => known === type)

const nonEmpty = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined

const maxCategory = 200

const unknownNameOf = ({ insuranceSubType, insuranceType }: Members): string | undefined => {
  const [type, subType] = [nonEmpty(insuranceType), nonEmpty(insuranceSubType)]
  if (type === undefined) return undefined
  if (!isType(type)) return subType === undefined ? type : `${type}/${subType}`
  return subTypesByType[type].some((known) => known === subType) ? undefined : subType
}

/**
 * For each kind of insured object: the policy's members that identify the object, and the names that these members have
 * within the object.
 */
const objects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  VEHICLE: { brand: "brand", model: "model", registrationNo: "registrationNo" },
  ANIMAL: { animalName: "name", animalBreed: "breed", dateOfBirth: "dateOfBirth", chipNumber: "chipNumber" },
  PERSON: { insuredPersonName: "name" }
}

const objectsOf = (insurance: Members): ReadonlyArray<Members> =>
  Object.entries(objects).flatMap(([objectType, names]) => {
    const found = Object.entries(names).flatMap(([member, name]) =>
      Object.hasOwn(insurance, member) ? [[name, insurance[member]]] : []
    )
    return found.length === 0 ? [] : [{ objectType, ...Object.fromEntries(found) }]
  })

/**
 * Turns a policy of an unknown kind into `generalInsurance`/`other`. The company's name for the kind moves to
 * `companyCategory`, and what identifies a vehicle, an animal or a person moves to `insuredObjects`. The company's own
 * names for the policy (its type, subtype, category and product name) decide whether the record is sensitive.
 *
 * @example
 * asOtherInsurance({ insurance: { insuranceType: "drone" } }) // { insurance: { insuranceType: "generalInsurance", insuranceSubType: "other", companyCategory: "drone" } }
 */
export const asOtherInsurance = (record: unknown): unknown => {
  if (!Predicate.isObject(record) || !Predicate.hasProperty(record, "insurance")) return record
  const { insurance } = record
  if (!Predicate.isObject(insurance)) return record
  const members: Members = { ...insurance }
  const name = unknownNameOf(members)
  if (name === undefined) return record
  const sensitive = sensitiveCategoryByName({
    type: nonEmpty(members["insuranceType"]),
    subType: nonEmpty(members["insuranceSubType"]),
    text: [members["companyCategory"], members["insuranceName"]].map((each) => nonEmpty(each) ?? "").join(" ")
  })
  const moved = Object.hasOwn(record, "insuredObjects") ? [] : objectsOf(members)
  return {
    ...record,
    insurance: {
      ...members,
      insuranceType: "generalInsurance",
      insuranceSubType: "other",
      companyCategory: nonEmpty(members["companyCategory"]) ?? name.slice(0, maxCategory)
    },
    ...(sensitive !== undefined && !Object.hasOwn(record, "sensitive") && { sensitive }),
    ...(moved.length > 0 && { insuredObjects: moved })
  }
}
