/** Finding the word that a misspelled word was probably meant to be (spec 7). */
import { assert, it } from "vitest"
import * as Spelling from "../../src/shared/Spelling.ts"

const known = ["se-nordhem", "se-nordlys", "ee-saare"]

it.each([
  ["se-nordhm", "se-nordhem"],
  ["se-nordhemm", "se-nordhem"],
  ["se-nrodlys", "se-nordlys"],
  ["ee-sare", "ee-saare"],
  ["ee-nordhem", "se-nordhem"],
  ["se-nowhere", undefined],
  ["fr-lumiere", undefined],
  ["", undefined]
])("the nearest of the companies to %s is %s", (asked, nearest) => {
  assert.strictEqual(Spelling.nearest(asked, known), nearest)
})

it("nothing is near if nothing is known", () => {
  assert.isUndefined(Spelling.nearest("se-nordhem", []))
})
