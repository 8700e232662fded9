/** Limits the collections under a product's path to those that cover the product (spec 2.2). */
import { covers, includedProducts } from "@sheaf/domain/Product"
import type { RecordProduct } from "@sheaf/domain/Product"
import { CollectionNotFound } from "@sheaf/ports"
import type { Collections, CurrentCollectionStatus, ProductNotCollected } from "@sheaf/ports"
import { Effect } from "effect"

type Service = Collections["Service"]

/** A collection that does not cover the product counts as not found. */
const orNotFound = <A, E>(read: Effect.Effect<A, E | ProductNotCollected>): Effect.Effect<A, E | CollectionNotFound> =>
  Effect.catchTag(read, "ProductNotCollected", () => Effect.fail(new CollectionNotFound()))

export const coversProduct =
  (product: RecordProduct) =>
  ({ body: { products } }: CurrentCollectionStatus): boolean =>
    covers(products, product)

export const of =
  (product: RecordProduct) =>
  (collections: Service): Service => {
    const isFound = coversProduct(product)
    const status: Service["status"] = (caller, collectionId) =>
      Effect.flatMap(collections.status(caller, collectionId), (current) =>
        isFound(current) ? Effect.succeed(current) : Effect.fail(new CollectionNotFound())
      )
    return {
      ...collections,
      start: (caller, request) =>
        collections.start(caller, { ...request, products: includedProducts[product], standsAlone: true }),
      status,
      // `status` checks that the collection has the right product. The result stays valid, because a collection's products never change.
      supply: (caller, collectionId, input) =>
        Effect.andThen(status(caller, collectionId), collections.supply(caller, collectionId, input)),
      dataJson: (caller, collectionId, of) => orNotFound(collections.dataJson(caller, collectionId, of)),
      document: (caller, collectionId, of, documentId) =>
        orNotFound(collections.document(caller, collectionId, of, documentId))
    }
  }
