/** All that a person has at a simulated company, and the letters about it (decisions 10, 16). */
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Product } from "@sheaf/domain/Product"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import type { Collected } from "@sheaf/ports"
import type { Company } from "../companies/Company.ts"
import { insuranceLetter } from "../letters/InsuranceLetter.ts"
import type { Letter } from "../letters/Letter.ts"
import { statement } from "../letters/Statement.ts"
import { personOf } from "../people/Person.ts"
import { insurancesOf } from "./InsuranceRecords.ts"
import type { Share } from "../scenarios/Beat.ts"
import type { Source } from "./Source.ts"
import { wealthOf } from "./WealthRecords.ts"

export interface PersonalData {
  readonly source: Source
  readonly insurance: ReadonlyArray<InsuranceRecord>
  readonly wealth: ReadonlyArray<WealthRecord>
}

/** What the person behind `identity` has at `company`. */
export const draw = (company: Company, identity: string): PersonalData => {
  const source = { company, identity, person: personOf(company.market, identity) }
  return { source, insurance: insurancesOf(source), wealth: wealthOf(source) }
}

const nothing: Collected = { insurance: [], wealth: [], missing: [] }

const all = ({ insurance, wealth }: PersonalData, products: ReadonlyArray<Product>): Collected => ({
  ...nothing,
  ...(products.includes("INSURANCE") && { insurance }),
  ...(products.includes("WEALTH") && { wealth })
})

/** Of the last product only the first record: there the company failed. */
const some = (data: PersonalData, products: ReadonlyArray<Product>): Collected => {
  const whole = all(data, products)
  const product = products.at(-1)
  if (product === undefined) return whole
  const missing: Collected["missing"] = [{ product, reason: "COMPANY_ERROR" }]
  return product === "INSURANCE"
    ? { ...whole, missing, insurance: whole.insurance.slice(0, 1) }
    : { ...whole, missing, wealth: whole.wealth.slice(0, 1) }
}

/** A share of the data of these products. */
export const share = (data: PersonalData, products: ReadonlyArray<Product>, wanted: Share): Collected => {
  switch (wanted) {
    case "ALL":
      return all(data, products)
    case "SOME":
      return some(data, products)
    case "NOTHING":
      return nothing
  }
}

const has = (documentId: string) => (record: InsuranceRecord | WealthRecord) =>
  record.documents?.some((document) => document.documentId === documentId) ?? false

/** The letter that a record refers to as `documentId`. */
export const letterOf = ({ insurance, source, wealth }: PersonalData, documentId: string): Letter | undefined => {
  const policy = insurance.find(has(documentId))
  if (policy !== undefined) return insuranceLetter(source, policy)
  const product = wealth.find(has(documentId))
  return product && statement(source, product)
}
