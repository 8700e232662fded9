/**
 * What a connector collected, made into what clients get: filtered, with ids of our own, with the question answered
 * whose pensions these are, and with the documents fetched while there is still a session (decisions 2, 10; spec 2.6).
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Missing } from "@sheaf/domain/FailureReason"
import * as OtherInsuredPerson from "@sheaf/domain/OtherInsuredPerson"
import { covers } from "@sheaf/domain/Product"
import type { Product } from "@sheaf/domain/Product"
import type { Wishes } from "@sheaf/domain/StartCollection"
import { isBankAccount, isOfInsuredPerson } from "@sheaf/domain/WealthRecord"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import type { Collected, StoredData, StoredDocument } from "@sheaf/ports"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import * as DocumentFetching from "./DocumentFetching.ts"
import type { FetchDocuments } from "./DocumentFetching.ts"

export interface Prepared {
  readonly data: StoredData
  readonly documents: ReadonlyArray<StoredDocument>
  readonly missing: ReadonlyArray<Missing>
  /** Whether there is any record at all. */
  readonly empty: boolean
}

const admits = (wanted: ReadonlyArray<string> | undefined, value: string): boolean =>
  wanted === undefined || wanted.includes(value)

const filterInsurance = (order: Wishes, records: ReadonlyArray<InsuranceRecord>): ReadonlyArray<InsuranceRecord> =>
  records.filter(
    ({ insurance }) =>
      admits(order.filter?.insuranceTypes, insurance.insuranceType) &&
      admits(order.filter?.insuranceSubTypes, insurance.insuranceSubType)
  )

/**
 * Accounts are collected under a consent, and then nothing but what it covers, whatever the company gave; otherwise none
 * is passed on (decisions 2, 10).
 */
const covered = (scope: Psd2AisConsentScope | undefined, records: ReadonlyArray<WealthRecord>) =>
  scope === undefined
    ? records.filter((record) => !isBankAccount(record))
    : ConsentScope.within(scope, records.filter(isBankAccount))

const filterWealth = (order: Wishes, records: ReadonlyArray<WealthRecord>): ReadonlyArray<WealthRecord> =>
  records.filter(({ type }) => admits(order.filter?.productTypes, type))

/** Whether the insured person is someone else than the owner of the account; absent when nothing can be concluded. */
const withOtherInsuredPerson = (order: Wishes, record: WealthRecord): WealthRecord => {
  if (!isOfInsuredPerson(record)) return record
  const { otherInsuredPerson: collected, ...rest } = record
  const resolved = OtherInsuredPerson.resolve({
    ...(collected !== undefined && { collected }),
    ...(rest.insuredPersonName !== undefined && { insuredPersonName: rest.insuredPersonName }),
    ...(order.accountOwnerName !== undefined && { accountOwnerName: order.accountOwnerName })
  })
  return { ...rest, ...(resolved !== undefined && { otherInsuredPerson: resolved }) }
}

/** The documents of a record that it is served with; a record without any says nothing of documents. */
const described = ({ documents }: DocumentFetching.Fetched) =>
  documents.length === 0
    ? {}
    : { documents: documents.map(({ contentType, documentId, name }) => ({ documentId, name, contentType })) }

const prepareInsurance = Effect.fnUntraced(function* (fetch: FetchDocuments, record: InsuranceRecord) {
  const random = yield* SecureRandom.SecureRandom
  const { documents, ...rest } = record
  const fetched = yield* fetch("INSURANCE", documents)
  const prepared: InsuranceRecord = { ...rest, id: yield* random.uuidV4(), ...described(fetched) }
  return { prepared, ...fetched }
})

const prepareWealth = Effect.fnUntraced(function* (fetch: FetchDocuments, record: WealthRecord) {
  const random = yield* SecureRandom.SecureRandom
  const { documents, ...rest } = record
  const fetched = yield* fetch("WEALTH", documents)
  const prepared: WealthRecord = { ...rest, id: yield* random.uuidV4(), ...described(fetched) }
  return { prepared, ...fetched }
})

const missingDocuments = (product: Product, entries: ReadonlyArray<{ readonly missing: number }>) =>
  entries.some(({ missing }) => missing > 0) ? [{ product, reason: "COMPANY_ERROR" as const }] : []

/**
 * Prepares what was collected under `order` for the products that the collection covers; under a consent, what `scope`
 * covers.
 */
export const prepare = Effect.fnUntraced(function* (
  source: DocumentFetching.DocumentSource,
  order: Wishes,
  products: ReadonlyArray<Product>,
  collected: Collected,
  scope?: Psd2AisConsentScope
) {
  const ofInsurance = products.includes("INSURANCE") ? filterInsurance(order, collected.insurance) : []
  const hasWealth = covers(products, "WEALTH")
  const ofWealth = hasWealth ? filterWealth(order, covered(scope, collected.wealth)) : []
  const fetch = yield* DocumentFetching.make(source)
  const insurance = yield* Effect.forEach(ofInsurance, (record) => prepareInsurance(fetch, record))
  const wealth = yield* Effect.forEach(ofWealth, (record) =>
    prepareWealth(fetch, withOtherInsuredPerson(order, record))
  )
  const prepared: Prepared = {
    data: {
      ...(products.includes("INSURANCE") && { INSURANCE: insurance.map((entry) => entry.prepared) }),
      ...(hasWealth && { WEALTH: wealth.map((entry) => entry.prepared) })
    },
    documents: [...insurance, ...wealth].flatMap((entry) => entry.documents),
    missing: [
      ...collected.missing.filter(({ product }) => products.includes(product)),
      ...missingDocuments("INSURANCE", insurance),
      ...missingDocuments("WEALTH", wealth)
    ],
    empty: insurance.length + wealth.length === 0
  }
  return prepared
})
