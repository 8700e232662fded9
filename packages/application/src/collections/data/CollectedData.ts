/**
 * Turns a connector's data into what clients receive: filters records, assigns ids, resolves `otherInsuredPerson`, and
 * fetches documents while the session is open (spec 2.1, 2.6, 10).
 */
import type { CompanyAvailability } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { DocumentReference } from "@sheaf/domain/Document"
import * as OtherInsuredPerson from "@sheaf/domain/OtherInsuredPerson"
import { covers } from "@sheaf/domain/Product"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Product, RecordProduct } from "@sheaf/domain/Product"
import { assess } from "@sheaf/domain/QualityAssessment"
import { insuranceReference, wealthReference } from "@sheaf/domain/ReportedRecords"
import type { ReportedInsurance, ReportedWealth } from "@sheaf/domain/ReportedRecords"
import { permittedPartOf } from "@sheaf/domain/Sensitive"
import type { CollectionOptions } from "@sheaf/domain/StartCollection"
import { isBankAccount, hasInsuredPerson } from "@sheaf/domain/WealthRecord"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { CollectedData } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { timestampOf } from "../../views/Display.ts"
import type { FetchDocuments } from "../calls/DocumentFetcher.ts"
import type { ItemWithId, StableIds } from "./StableIds.ts"

const admits = (wanted: ReadonlyArray<string> | undefined, value: string): boolean =>
  wanted === undefined || wanted.includes(value)

const within = (scope: Psd2AisConsentScope, { item, ...assigned }: ItemWithId<BankAccount>) =>
  ConsentScope.filterAccounts(scope, [item]).map((account) => ({ ...assigned, item: account }))

type Filter = CollectionOptions["filter"]

export const admitsInsurance = (filter: Filter, { insurance }: Pick<ReportedInsurance, "insurance">): boolean =>
  admits(filter?.insuranceTypes, insurance.insuranceType) &&
  admits(filter?.insuranceSubTypes, insurance.insuranceSubType)

export const admitsWealth = (filter: Filter, { type }: Pick<ReportedWealth, "type">): boolean =>
  admits(filter?.productTypes, type)

/** Returns the part of an insurance record that the client asked for and may see, or nothing. */
const admittedInsurance = (
  order: CollectionOptions,
  policy: ItemWithId<ReportedInsurance>
): ReadonlyArray<ItemWithId<ReportedInsurance>> => {
  const item = admitsInsurance(order.filter, policy.item)
    ? permittedPartOf(policy.item, order.sensitive ?? [])
    : undefined
  return item === undefined ? [] : [{ ...policy, item }]
}

/** Sets a pension's `otherInsuredPerson`, or leaves it absent if the names allow no conclusion (spec 2.6). */
const withOtherInsuredPerson = ({ accountOwnerName }: CollectionOptions, record: ReportedWealth): ReportedWealth => {
  if (!hasInsuredPerson(record)) return record
  const { otherInsuredPerson: collected, ...rest } = record
  const { insuredPersonName } = rest
  const resolved = OtherInsuredPerson.resolve({
    ...(collected !== undefined && { collected }),
    ...(insuredPersonName !== undefined && { insuredPersonName }),
    ...(accountOwnerName !== undefined && { accountOwnerName })
  })
  return { ...rest, ...(resolved !== undefined && { otherInsuredPerson: resolved }) }
}

const replacing = (fetch: FetchDocuments, ids: StableIds) =>
  Effect.fnUntraced(function* (
    product: RecordProduct,
    record: ItemWithId<{ readonly documents?: ReadonlyArray<DocumentReference> }>
  ) {
    const references = yield* ids.ofDocuments(record, record.item.documents ?? [])
    const wanted = references.map(({ id, item: { documentId: theirs, name } }) => ({ documentId: id, theirs, name }))
    const { documents, missing } = yield* fetch(product, wanted)
    const described = documents.map(({ contentType, documentId, name }) => {
      const idStable = references.some(({ id, parts }) => id === documentId && parts !== undefined)
      return { documentId, idStable, name, contentType }
    })
    const idStable = record.parts !== undefined
    const fields = { id: record.id, idStable, ...(described.length > 0 && { documents: described }) }
    return { fields, documents, product, isMissing: missing > 0 }
  })

/**
 * Prepares a collection's records and fetches their documents. `products` are the products that the collection covers,
 * `order` contains its filter and other options, and `scope` comes from the consent under which the accounts were read.
 */
export const prepareData = Effect.fnUntraced(function* (
  fetch: FetchDocuments,
  ids: StableIds,
  order: CollectionOptions & { readonly loginMethod?: LoginMethod },
  { company, companyDisplayName }: Pick<CompanyAvailability, "company" | "companyDisplayName">,
  products: ReadonlyArray<Product>,
  collected: CollectedData,
  scope?: Psd2AisConsentScope
) {
  const collectedAt = timestampOf(yield* Clock.currentTimeMillis)
  const origin = order.loginMethod === "PDF_UPLOAD" ? "DOCUMENT" : "COMPANY"
  const replace = replacing(fetch, ids)

  const hasInsurance = products.includes("INSURANCE")
  const hasWealth = covers(products, "WEALTH")
  // Assigns ids before it filters the records, because a filter must not affect which references are unique.
  const policies = yield* ids.ofRecords("INSURANCE", collected.insurance, insuranceReference)
  const savings = yield* ids.ofRecords(
    "WEALTH",
    collected.wealth.filter((record) => !isBankAccount(record)),
    wealthReference
  )
  const accounts = yield* ids.ofRecords("PSD2_AIS", collected.wealth.filter(isBankAccount), wealthReference)

  const insurance = yield* Effect.forEach(
    hasInsurance ? policies.flatMap((policy) => admittedInsurance(order, policy)) : [],
    (policy) => {
      const { documents: _, recordKey: __, sensitive: ___, ...record } = policy.item
      return Effect.map(replace("INSURANCE", policy), (own) => {
        const whole = { ...record, ...own.fields, company, companyDisplayName }
        return { ...own, record: { ...whole, ...assess(whole, origin, collectedAt) } }
      })
    }
  )
  const kept: ReadonlyArray<ItemWithId<ReportedWealth>> = [
    ...(products.includes("WEALTH") ? savings : []),
    ...(scope === undefined ? [] : accounts.flatMap((account) => within(scope, account)))
  ]
  const wealth = yield* Effect.forEach(
    kept.filter(({ item }) => admitsWealth(order.filter, item)),
    (given) => {
      const { documents: _, recordKey: __, ...record } = withOtherInsuredPerson(order, given.item)
      return Effect.map(replace("WEALTH", given), (own) => {
        const whole = { ...record, ...own.fields }
        const source = isBankAccount(given.item) ? "BANK" : origin
        return { ...own, record: { ...whole, ...assess(whole, source, collectedAt) } }
      })
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

export type PreparedData = Effect.Success<ReturnType<typeof prepareData>>
