/** Products whose data includes records of another product. */
import { assert, describe, it } from "@effect/vitest"
import { covers } from "../../src/companies/Product.ts"

describe("Products", () => {
  it.each([
    [["INSURANCE"], "INSURANCE", true],
    [["INSURANCE"], "WEALTH", false],
    [["WEALTH"], "WEALTH", true],
    [["WEALTH"], "INSURANCE", false],
    [["PSD2_AIS"], "WEALTH", true],
    [["PSD2_AIS"], "INSURANCE", false],
    [["INSURANCE", "WEALTH"], "INSURANCE", true],
    [[], "WEALTH", false]
  ] as const)("%j have records of %s: %s", (products, product, expected) => {
    assert.strictEqual(covers(products, product), expected)
  })
})
