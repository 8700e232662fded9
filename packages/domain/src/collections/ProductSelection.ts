/** The products that a start request selects, and the rules for the selection (spec 2.1). */
import type { Product } from "../companies/Product.ts"
import * as Parameter from "./Parameter.ts"
import type { StartCommand } from "./StartCollection.ts"
import type { Violation } from "../shared/Violation.ts"

/** Returns the products in COLLECTION_FILTER, or `undefined` if the filter does not restrict products. */
export const selectedProducts = ({ parameters }: StartCommand): ReadonlyArray<Product> | undefined =>
  Parameter.find(parameters, "COLLECTION_FILTER")?.products

/** Returns true if neither the path nor the filter excludes a product. */
export const includesProduct = (request: StartCommand, product: Product): boolean =>
  [request.products, selectedProducts(request)].every((wanted) => wanted === undefined || wanted.includes(product))

const isConsent = ({ type }: Parameter.Parameter): boolean => type === "PSD2_AIS_CONSENT" || type === "STORED_CONSENT"

/** Returns the rules that the filter's products violate, given the products that the company offers. */
export const filterViolations = (request: StartCommand, offered: ReadonlyArray<Product>): ReadonlyArray<Violation> => {
  const { parameters } = request
  const wanted = selectedProducts(request)
  if (wanted === undefined) return []
  const filter = parameters.findIndex(({ type }) => type === "COLLECTION_FILTER")
  const consent = parameters.findIndex(isConsent)
  const unsupported = wanted.flatMap((product, index): ReadonlyArray<Violation> => {
    const pointer = `/parameters/${filter}/products/${index}`
    const detail = `The company does not offer ${product}.`
    return offered.includes(product) ? [] : [{ pointer, code: "PRODUCT_NOT_SUPPORTED", detail }]
  })
  if (unsupported.length > 0) return unsupported
  if (wanted.includes("PSD2_AIS") === consent >= 0) return []
  return consent < 0
    ? [
        {
          pointer: "/parameters",
          code: "MISSING_PARAMETER",
          detail: "PSD2_AIS needs a parameter of type PSD2_AIS_CONSENT or STORED_CONSENT."
        }
      ]
    : [
        {
          pointer: `/parameters/${consent}`,
          code: "UNEXPECTED_PARAMETER",
          detail: "The consent is for reading accounts. Add PSD2_AIS to the filter's products, or omit the consent."
        }
      ]
}
