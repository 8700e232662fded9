/** The login methods that the page offers in a sandbox. */
import { assert, it } from "vitest"
import { withoutVariants } from "../src/connect/models/MethodTexts.ts"
import { testMethods } from "../src/gallery/ExampleData.ts"

const namesOf = (offered: typeof testMethods) => offered.map(({ loginMethod }) => loginMethod)

it("omits variants for tests if the method itself is on offer", () => {
  const [variant] = testMethods
  const method = variant && { ...variant, loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE" as const }
  const offered = method === undefined ? [] : [...testMethods, method]
  assert.deepStrictEqual(namesOf(withoutVariants(offered)), ["SWEDISH_MOBILE_EID_ANY_DEVICE"])
})

it("keeps variants that a session offers without the method", () => {
  assert.deepStrictEqual(namesOf(withoutVariants(testMethods)), namesOf(testMethods))
})
