/**
 * Converts a connector's data to the data that clients get. Sheaf filters records, assigns its own ids, resolves
 * `otherInsuredPerson`, and fetches documents while the session is open (decisions 2, 10; spec 2.6).
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { DocumentReference } from "@sheaf/domain/Document"
import * as OtherInsuredPerson from "@sheaf/domain/OtherInsuredPerson"
import { covers } from "@sheaf/domain/Product"
import type { Product, RecordProduct } from "@sheaf/domain/Product"
import type { Wishes } from "@sheaf/domain/StartCollection"
import { isBankAccount, isOfInsuredPerson } from "@sheaf/domain/WealthRecord"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import type { Collected } from "@sheaf/ports"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { FetchDocuments } from "./DocumentFetching.ts"

const admits = (wanted: ReadonlyArray<string> | undefined, value: string): boolean =>
  wanted === undefined || wanted.includes(value)

const filterInsurance = ({ filter }: Wishes, records: Collected["insurance"]) =>
  records.filter(
    ({ insurance }) =>
      admits(filter?.insuranceTypes, insurance.insuranceType) &&
      admits(filter?.insuranceSubTypes, insurance.insuranceSubType)
  )

/** Returns the accounts in a consent's scope or, without a consent, all records except accounts (decisions 2, 10). */
const covered = (scope: Psd2AisConsentScope | undefined, records: ReadonlyArray<WealthRecord>) =>
  scope === undefined
    ? records.filter((record) => !isBankAccount(record))
    : ConsentScope.within(scope, records.filter(isBankAccount))

const filterWealth = ({ filter }: Wishes, records: ReadonlyArray<WealthRecord>) =>
  records.filter(({ type }) => admits(filter?.productTypes, type))

/** Resolves a pension's `otherInsuredPerson`. The field stays absent if the names allow no conclusion (spec 2.6). */
const withOtherInsuredPerson = ({ accountOwnerName }: Wishes, record: WealthRecord): WealthRecord => {
  if (!isOfInsuredPerson(record)) return record
  const { otherInsuredPerson: collected, ...rest } = record
  const { insuredPersonName } = rest
  const resolved = OtherInsuredPerson.resolve({
    ...(collected !== undefined && { collected }),
    ...(insuredPersonName !== undefined && { insuredPersonName }),
    ...(accountOwnerName !== undefined && { accountOwnerName })
  })
  return { ...rest, ...(resolved !== undefined && { otherInsuredPerson: resolved }) }
}

/**
 * Prepares the records of a collection that covers `products`, and fetches their documents. `order` filters the
 * records. `scope` is the scope of the consent under which the company read the records.
 */
export const prepare = Effect.fnUntraced(function* (
  fetch: FetchDocuments,
  order: Wishes,
  products: ReadonlyArray<Product>,
  collected: Collected,
  scope?: Psd2AisConsentScope
) {
  const random = yield* SecureRandom.SecureRandom

  /** Fetches a record's documents, and returns the new id and the descriptions that replace those from the company. */
  const replace = Effect.fnUntraced(function* (product: RecordProduct, references?: ReadonlyArray<DocumentReference>) {
    const { documents, missing } = yield* fetch(product, references)
    const described = documents.map(({ contentType, documentId, name }) => ({ documentId, name, contentType }))
    const fields = { id: yield* random.uuidV4(), ...(described.length > 0 && { documents: described }) }
    return { fields, documents, product, isMissing: missing > 0 }
  })

  const hasInsurance = products.includes("INSURANCE")
  const hasWealth = covers(products, "WEALTH")
  const insurance = yield* Effect.forEach(
    hasInsurance ? filterInsurance(order, collected.insurance) : [],
    ({ documents, ...record }) =>
      Effect.map(replace("INSURANCE", documents), (own) => ({ ...own, record: { ...record, ...own.fields } }))
  )
  const wealth = yield* Effect.forEach(
    hasWealth ? filterWealth(order, covered(scope, collected.wealth)) : [],
    (given) => {
      const { documents, ...record } = withOtherInsuredPerson(order, given)
      return Effect.map(replace("WEALTH", documents), (own) => ({ ...own, record: { ...record, ...own.fields } }))
    }
  )
  const entries = [...insurance, ...wealth]
  const lacking = new Set(entries.filter(({ isMissing }) => isMissing).map(({ product }) => product))
  return {
    data: {
      ...(hasInsurance && { INSURANCE: insurance.map(({ record }) => record) }),
      ...(hasWealth && { WEALTH: wealth.map(({ record }) => record) })
    },
    documents: entries.flatMap(({ documents }) => documents),
    missing: [
      ...collected.missing.filter(({ product }) => products.includes(product)),
      ...[...lacking].map((product) => ({ product, reason: "COMPANY_ERROR" as const }))
    ],
    empty: entries.length === 0
  }
})

export type Prepared = Effect.Success<ReturnType<typeof prepare>>
