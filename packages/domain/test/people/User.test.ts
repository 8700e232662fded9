/** What clients may call their users (decisions 8): what can be told apart by looking at it. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ExternalId } from "../../src/people/User.ts"

const isExternalId = Schema.is(ExternalId)

describe("an externalId", () => {
  it.each(["a", "customer-20417", "Maja Lind", "å".repeat(255), "客户", "👩‍🌾", "a b", "a\u200bb", "#", "1"])(
    "may be %j",
    (text) => assert.isTrue(isExternalId(text))
  )

  it.each([
    "",
    " ",
    "\u00a0",
    "\u2028",
    "\u200b",
    "\ufeff",
    " a",
    "a ",
    "\u00a0a",
    "a\u3000",
    "\u200ba",
    "a\u202e",
    "a\nb",
    "\ta",
    "a\u0000",
    "a\u0085b",
    "a".repeat(256)
  ])("may not be %j", (text) => assert.isFalse(isExternalId(text)))
})
