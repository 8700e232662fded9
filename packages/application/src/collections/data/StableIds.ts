/**
 * The ids of a collection's records and documents: stable if both the person and the contract are known, otherwise
 * random (spec 10).
 */
import type { DocumentReference } from "@sheaf/domain/Document"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import type { Product } from "@sheaf/domain/Product"
import { RecordIds } from "@sheaf/ports"
import type { CollectionRequest, CollectionState } from "@sheaf/ports"
import { Effect, Equal } from "effect"
import { SecureRandom } from "effect/crypto"

/** A record or document with its id and, if the id is stable, what the id was derived from. */
export interface ItemWithId<A> {
  readonly item: A
  readonly id: string
  readonly parts?: ReadonlyArray<string>
}

const personOf = (userId: string | undefined, order: CollectionRequest): ReadonlyArray<string> | undefined => {
  if (userId !== undefined) return ["USER", userId]
  return order._tag === "Login" ? LoginIdentity.identityOf(order.login) : undefined
}

/**
 * Drops records that equal another record in every member except `id`. The connector can choose any text as `id`, so
 * different ids do not make two records different.
 */
const withoutRepetitions = <A extends { readonly id: string }>(
  records: ReadonlyArray<A>,
  referenceOf: (record: A) => string | undefined
): ReadonlyArray<A> => {
  const seen = new Map<string, Array<A>>()
  return records.filter((record) => {
    const reference = referenceOf(record)
    if (reference === undefined) return true
    const others = seen.get(reference) ?? []
    if (others.some((other) => Equal.equals({ ...other, id: "" }, { ...record, id: "" }))) return false
    seen.set(reference, [...others, record])
    return true
  })
}

export const make = Effect.fnUntraced(function* (
  { clientId, company, userId }: Pick<CollectionState, "clientId" | "company" | "userId">,
  order: CollectionRequest
) {
  const random = yield* SecureRandom.SecureRandom
  const ids = yield* RecordIds
  const person = personOf(userId, order)

  /** Assigns ids to items that belong to `parent`. If several items share a reference, it identifies none of them. */
  const each = <A>(
    parent: ReadonlyArray<string> | undefined,
    items: ReadonlyArray<A>,
    referenceOf: (item: A) => string | undefined
  ) => {
    const seen = new Set<string>()
    const repeated = new Set<string>()
    for (const reference of items.map(referenceOf)) {
      if (reference === undefined) continue
      if (seen.has(reference)) repeated.add(reference)
      seen.add(reference)
    }
    return Effect.forEach(items, (item): Effect.Effect<ItemWithId<A>> => {
      const reference = referenceOf(item)
      if (parent === undefined || reference === undefined || repeated.has(reference)) {
        return Effect.map(random.uuidV4(), (id) => ({ item, id }))
      }
      const parts = [...parent, reference]
      return Effect.succeed({ item, id: ids.of(parts), parts })
    })
  }

  return {
    /**
     * Assigns ids to a product's records. `referenceOf` returns the company's own reference to the contract. If the
     * company lists a contract twice with the same data, only one record remains.
     */
    ofRecords: <A extends { readonly id: string }>(
      product: Product,
      records: ReadonlyArray<A>,
      referenceOf: (record: A) => string | undefined
    ) => each(person && [clientId, ...person, company, product], withoutRepetitions(records, referenceOf), referenceOf),
    ofDocuments: ({ parts }: ItemWithId<unknown>, documents: ReadonlyArray<DocumentReference>) =>
      each(parts, documents, ({ documentId }) => documentId)
  }
})

export type StableIds = Effect.Success<ReturnType<typeof make>>
