/** Rejected attributes and selections of products in start requests (spec 2.1). */
import { invalid, refusal, rejected, unexpectedParameter } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }
const consent = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
const attributes = "/parameters/1/attributes"

/** Returns `count` attributes with the same value. */
const flood = (count: number, value = "v") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`ATTRIBUTE_${index}`, value]))

export const selections = ({ company }: Facts): ReadonlyArray<BadRequest> => {
  const post = (body: string) => ({ method: "POST", path: "/collections", body })
  const start = (at: string, ...parameters: ReadonlyArray<object>) =>
    post(JSON.stringify({ company: at, loginMethod: "USERNAME_AND_PASSWORD", parameters: [login, ...parameters] }))
  const metadata = (given: object) => start(company, { type: "SESSION_METADATA", attributes: given })
  const select = (at: string, products: ReadonlyArray<unknown>, ...others: ReadonlyArray<object>) =>
    start(at, { type: "COLLECTION_FILTER", products }, ...others)
  return [
    invalid("21 attributes", metadata(flood(21)), attributes),
    invalid(
      "names of attributes that break the rules",
      metadata({ "": "v", lower: "v", "7UP": "v", _A: "v", "A-B": "v", Ä: "v", ["A".repeat(65)]: "v" }),
      ...["", "lower", "7UP", "_A", "A-B", "Ä", `${"A".repeat(64)}…`].map((name) => `${attributes}/${name}`)
    ),
    invalid(
      "values of attributes that break the rules",
      metadata({
        EMPTY: "",
        LONG: "x".repeat(256),
        LINES: "a\nb",
        NUMBER: 7,
        NOTHING: null,
        LIST: ["v"],
        SESSION_ID: {}
      }),
      ...["EMPTY", "LONG", "LINES", "NUMBER", "NOTHING", "LIST", "SESSION_ID"].map((name) => `${attributes}/${name}`)
    ),
    rejected(
      "products that the company does not offer",
      select("se-granskog", ["INSURANCE", "WEALTH"]),
      refusal("PRODUCT_NOT_SUPPORTED", "/parameters/1/products/1")
    ),
    rejected(
      "accounts without a consent",
      select("se-fjallbanken", ["PSD2_AIS"]),
      refusal("MISSING_PARAMETER", "/parameters")
    ),
    unexpectedParameter(
      "a consent for other products than accounts",
      select("se-klarvik", ["WEALTH"], consent),
      "/parameters/2"
    )
  ]
}
