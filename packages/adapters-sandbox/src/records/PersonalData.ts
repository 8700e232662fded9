/** A person's records at a simulated company, and the documents for them (spec 10, 12). */
import type { ReportedInsurance, ReportedWealth } from "@sheaf/domain/ReportedRecords"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { Product } from "@sheaf/domain/Product"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { CollectedData, ConnectorRequest } from "@sheaf/ports"
import type { Company } from "../companies/Company.ts"
import { insuranceDocument, annualStatement } from "../documents/DocumentTemplates.ts"
import type { SandboxDocument } from "../documents/SandboxDocument.ts"
import { personOf } from "../people/Person.ts"
import type { RecordSource } from "../people/RecordSource.ts"
import { policiesOf } from "./InsuranceRecords.ts"
import { wealthOf } from "./WealthRecords.ts"

export interface PersonalData {
  readonly source: RecordSource
  readonly insurance: ReadonlyArray<ReportedInsurance>
  readonly wealth: ReadonlyArray<ReportedWealth>
}

/** `accounts` contains only accounts that a consent covers. */
export interface CollectableData extends PersonalData {
  readonly accounts: ReadonlyArray<BankAccount>
}

export const generate = (company: Company, identity: string): PersonalData => {
  const source = { company, identity, person: personOf(company.market, identity) }
  return { source, insurance: policiesOf(source), wealth: wealthOf(source) }
}

const admits = (wanted: ReadonlyArray<string> | undefined, value: string): boolean =>
  wanted === undefined || wanted.includes(value)

/** Returns only the data that the client requested, as if the company had been asked for nothing else. */
export const selectData = (data: CollectableData, filter: ConnectorRequest["filter"] = {}): CollectableData => ({
  ...data,
  insurance: data.insurance.filter(
    ({ insurance }) =>
      admits(filter.insuranceTypes, insurance.insuranceType) &&
      admits(filter.insuranceSubTypes, insurance.insuranceSubType)
  ),
  wealth: data.wealth.filter(({ type }) => admits(filter.productTypes, type)),
  accounts: data.accounts.filter(({ type }) => admits(filter.productTypes, type))
})

/**
 * Returns the data with which a collection of `products` ends. Partial data contains only the first record of the last
 * product, as if the company had failed there.
 */
export const collectData = (
  status: CollectionStatus,
  data: CollectableData,
  products: ReadonlyArray<Product>
): CollectedData => {
  if (status !== "COMPLETED" && status !== "COMPLETED_PARTIAL") return { insurance: [], wealth: [], missing: [] }
  const lacking = status === "COMPLETED_PARTIAL" ? products.at(-1) : undefined
  const share = <A>(product: Product, records: ReadonlyArray<A>) =>
    records.slice(0, product === lacking ? 1 : undefined)
  return {
    insurance: products.includes("INSURANCE") ? share("INSURANCE", data.insurance) : [],
    wealth: products.flatMap((product): ReadonlyArray<ReportedWealth> => {
      if (product === "INSURANCE") return []
      return share<ReportedWealth>(product, product === "WEALTH" ? data.wealth : data.accounts)
    }),
    missing: lacking === undefined ? [] : [{ product: lacking, reason: "COMPANY_ERROR" }]
  }
}

const has = (documentId: string) => (record: ReportedInsurance | ReportedWealth) =>
  record.documents?.some((document) => document.documentId === documentId) ?? false

const drawDocument = ({ insurance, source, wealth }: PersonalData, documentId: string): SandboxDocument | undefined => {
  const policy = insurance.find(has(documentId))
  if (policy !== undefined) return insuranceDocument(source, policy)
  const product = wealth.find(has(documentId))
  return product && annualStatement(source, product)
}

const documents = new WeakMap<PersonalData, Map<string, SandboxDocument>>()

/** Always returns the same object for the same document, because caches compare by identity. */
export const documentOf = (data: PersonalData, documentId: string): SandboxDocument | undefined => {
  const known = documents.get(data) ?? new Map<string, SandboxDocument>()
  const document = known.get(documentId) ?? drawDocument(data, documentId)
  if (document !== undefined) documents.set(data, known.set(documentId, document))
  return document
}
