/** The client's identifiers for users. Two identifiers must differ visibly (spec 5). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ExternalId } from "../../src/users/User.ts"

const isExternalId = Schema.is(ExternalId)

describe("An externalId", () => {
  it.each(["a", "customer-20417", "Maja Lind", "å".repeat(255), "客户", "👩‍🌾", "a b", "a\u200bb", "#", "1"])(
    "can be %j",
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
  ])("cannot be %j", (text) => assert.isFalse(isExternalId(text)))
})
