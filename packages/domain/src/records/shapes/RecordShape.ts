/**
 * A record's shape: its members and the class of each value, but not the values. Companies change their pages without
 * notice, and a changed shape reveals such a change (spec 14.5).
 */
import { qualityFields } from "../RecordQuality.ts"
import type { InsuranceRecord } from "../insurance/InsuranceRecord.ts"

export type ValueClass =
  | "OBJECT"
  | "LIST"
  | "EMPTY_LIST"
  | "BOOLEAN"
  | "ZERO"
  | "NEGATIVE"
  | "NUMBER"
  | "DATE"
  | "DIGITS"
  | "TEXT"

/** The class of each member by its path, such as `premium.amount` or `coverages[].name`. */
export type RecordShape = ReadonlyMap<string, ValueClass>

/**
 * Members that Sheaf sets, or that depend on the client's rights or request. Such members say nothing about a company.
 */
const omitted = new Set([
  ...Object.keys(qualityFields),
  "id",
  "idStable",
  "company",
  "companyDisplayName",
  "bonus",
  "claims",
  "availableBalance",
  "balances",
  "bookedBalance",
  "transactions"
])

const date = /^\d{4}-\d{2}-\d{2}(?:T.*)?$/u
const digits = /^[\d\s.,:/+-]+$/u

const classOf = (value: unknown): ValueClass => {
  if (Array.isArray(value)) return value.length === 0 ? "EMPTY_LIST" : "LIST"
  if (typeof value === "object") return "OBJECT"
  if (typeof value === "boolean") return "BOOLEAN"
  if (typeof value === "number") return value === 0 ? "ZERO" : value < 0 ? "NEGATIVE" : "NUMBER"
  const text = String(value)
  return date.test(text) ? "DATE" : digits.test(text) ? "DIGITS" : "TEXT"
}

const add = (shape: Map<string, ValueClass>, path: string, value: unknown): void => {
  const found = classOf(value)
  shape.set(path, found)
  if (found === "OBJECT") addMembers(shape, `${path}.`, value as object)
  // Only the first entry counts, because a long list must not have more weight than a short one.
  if (Array.isArray(value) && typeof value[0] === "object") addMembers(shape, `${path}[].`, value[0])
}

const addMembers = (shape: Map<string, ValueClass>, prefix: string, members: object): void => {
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined && !omitted.has(name)) add(shape, `${prefix}${name}`, value)
  }
}

/** Also accepts records that do not conform to their schema. */
export const shapeOf = (record: object): RecordShape => {
  const shape = new Map<string, ValueClass>()
  addMembers(shape, "", record)
  return shape
}

/**
 * Returns the path of the parent member, such as `coverages` for `coverages[].name`. Returns `undefined` at the top
 * level.
 */
export const parentOf = (path: string): string | undefined => {
  const end = path.lastIndexOf(".")
  return end === -1 ? undefined : path.slice(0, end).replace(/\[\]$/u, "")
}

/** Returns a policy's kind, such as `houseContentInsurance.villa`. Records of one kind have similar shapes. */
export const kindOf = ({ insurance: { insuranceSubType, insuranceType } }: InsuranceRecord): string =>
  `${insuranceType}.${insuranceSubType}`
