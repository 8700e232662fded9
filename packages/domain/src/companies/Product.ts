/** The products that a company offers for collection (spec 4.1). */
import * as Annotations from "../shared/Annotations.ts"

export const Product = Annotations.literals("A product that can be collected from a company.", {
  INSURANCE: "Insurance. The person logs in to the company.",
  WEALTH: "Pensions and investments. The person logs in to the company.",
  PSD2_AIS: "Bank accounts, under a consent at the account-holding bank."
}).annotate({ identifier: "Product" })
export type Product = typeof Product.Type

/**
 * A product with its own kind of records. Accounts (PSD2_AIS) have none, because they are wealth records (spec 2.1,
 * 2.2).
 */
export type RecordProduct = Exclude<Product, "PSD2_AIS">

/** For each kind of record, the products whose collections include records of this kind. */
export const includedProducts: Readonly<Record<RecordProduct, ReadonlyArray<Product>>> = {
  INSURANCE: ["INSURANCE"],
  WEALTH: ["WEALTH", "PSD2_AIS"]
}

export const covers = (products: ReadonlyArray<Product>, product: RecordProduct): boolean =>
  includedProducts[product].some((served) => products.includes(served))
