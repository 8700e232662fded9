/** Start requests that are rejected because of their attributes or their selection of products (spec 2.1). */
import { invalidFields, badRequestProblem, badRequest } from "./BadRequest.ts"
import type { BadRequest, TestObjects } from "./BadRequest.ts"

const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }
const attributes = "/parameters/1/attributes"

export const selections = ({ company }: TestObjects): ReadonlyArray<BadRequest> => {
  const post = (body: string) => ({ method: "POST", path: "/collections", body })
  const start = (at: string, ...parameters: ReadonlyArray<object>) =>
    post(JSON.stringify({ company: at, loginMethod: "USERNAME_AND_PASSWORD", parameters: [login, ...parameters] }))
  const metadata = (given: object) => start(company, { type: "SESSION_METADATA", attributes: given })
  const select = (at: string, products: ReadonlyArray<unknown>, ...others: ReadonlyArray<object>) =>
    start(at, { type: "COLLECTION_FILTER", products }, ...others)
  return [
    invalidFields(
      "names of attributes that break the rules",
      metadata({ "": "v", lower: "v", "7UP": "v", _A: "v", "A-B": "v", Ä: "v", ["A".repeat(65)]: "v" }),
      ...["", "lower", "7UP", "_A", "A-B", "Ä", `${"A".repeat(64)}…`].map((name) => `${attributes}/${name}`)
    ),
    badRequest(
      "products that the company does not offer",
      select("se-granskog", ["INSURANCE", "WEALTH"]),
      badRequestProblem("PRODUCT_NOT_SUPPORTED", "/parameters/1/products/1")
    )
  ]
}
