/** All that a person has at a simulated company, and the letters about it (decisions 10, 16). */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Product } from "@sheaf/domain/Product"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { Collected } from "@sheaf/ports"
import type { Company } from "../companies/Company.ts"
import { insuranceLetter } from "../letters/InsuranceLetter.ts"
import type { Letter } from "../letters/Letter.ts"
import { statement } from "../letters/Statement.ts"
import { personOf } from "../people/Person.ts"
import type { Source } from "./Draw.ts"
import { insurancesOf } from "./InsuranceRecords.ts"
import { wealthOf } from "./WealthRecords.ts"

export interface PersonalData {
  readonly source: Source
  readonly insurance: ReadonlyArray<InsuranceRecord>
  readonly wealth: ReadonlyArray<WealthRecord>
}

/** What may be collected of it: the accounts at a bank are those that a consent lets be read. */
export interface Collectable extends PersonalData {
  readonly accounts: ReadonlyArray<BankAccount>
}

/** What the person behind `identity` has at `company`. */
export const draw = (company: Company, identity: string): PersonalData => {
  const source = { company, identity, person: personOf(company.market, identity) }
  return { source, insurance: insurancesOf(source), wealth: wealthOf(source) }
}

const nothing: Collected = { insurance: [], wealth: [], missing: [] }

/** What can be collected of a product. */
const recordsOf = ({ accounts, insurance, wealth }: Collectable, product: Product) => {
  switch (product) {
    case "INSURANCE":
      return { ...nothing, insurance }
    case "WEALTH":
      return { ...nothing, wealth }
    case "PSD2_AIS":
      return { ...nothing, wealth: accounts }
  }
}

const together = (parts: ReadonlyArray<Collected>): Collected => ({
  insurance: parts.flatMap(({ insurance }) => insurance),
  wealth: parts.flatMap(({ wealth }) => wealth),
  missing: parts.flatMap(({ missing }) => missing)
})

const all = (data: Collectable, products: ReadonlyArray<Product>): Collected =>
  together(products.map((product) => recordsOf(data, product)))

/** Of the last product only the first record: there the company failed. */
const some = (data: Collectable, products: ReadonlyArray<Product>): Collected => {
  const product = products.at(-1)
  if (product === undefined) return nothing
  const { insurance, wealth } = recordsOf(data, product)
  const rest: Collected = {
    insurance: insurance.slice(0, 1),
    wealth: wealth.slice(0, 1),
    missing: [{ product, reason: "COMPANY_ERROR" }]
  }
  return together([all(data, products.slice(0, -1)), rest])
}

/** The data of these products that a collection with this final status comes with. */
export const collectedIn = (
  status: CollectionStatus,
  data: Collectable,
  products: ReadonlyArray<Product>
): Collected => {
  switch (status) {
    case "COMPLETED":
      return all(data, products)
    case "COMPLETED_PARTIAL":
      return some(data, products)
    default:
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
