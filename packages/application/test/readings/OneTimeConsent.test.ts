/** Collections with a one-time consent. They cover only accounts (spec 2.4). */
import { assert, describe } from "@effect/vitest"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import { Collections, CollectionStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as Consent from "../consents/ConsentWorld.ts"
import { test } from "../consents/ConsentWorld.ts"
import { collectUntilEnd, accountsScript, startError, oneTimeConsentRequest } from "./ConsentRequests.ts"
import * as World from "../collections/World.ts"

const collecting = Consent.testWith({ script: accountsScript })

describe("a collection with a one-time consent", () => {
  collecting(
    "passes the terms with their defaults to the company, and asks only for accounts",
    function* ({ company }) {
      yield* collectUntilEnd(World.caller, oneTimeConsentRequest({ validUntil: "9999-12-31", transactions: false }))
      const consent = {
        scope: { type: "PSD2_AIS", balances: true, transactions: false },
        psuIpAddress: "192.0.2.17",
        psuLocale: "sv-se",
        validUntil: "2026-09-28"
      }
      const asked = company.orders.map((order) => ({ consent: order.consent, products: order.products }))
      assert.deepStrictEqual<unknown>(asked, [{ products: ["PSD2_AIS"], consent }])
    }
  )

  collecting("covers only accounts, and deletes the consent when it ends", function* () {
    const collections = yield* Collections
    const id = yield* collectUntilEnd(World.caller, oneTimeConsentRequest())
    assert.strictEqual((yield* Effect.flip(collections.insuranceData(World.caller, id)))._tag, "ProductNotCollected")
    assert.deepStrictEqual((yield* collections.status(World.caller, id)).body.products, ["PSD2_AIS"])
    assert.notProperty(Option.getOrThrow(yield* (yield* CollectionStore).loadState(id)), "order")
  })

  collecting("covers the products that its filter selects, and limits only the accounts", function* ({ company }) {
    const { parameters, ...asked } = oneTimeConsentRequest({ accountIds: ["ac c2"], balances: false })
    const filter = { type: "COLLECTION_FILTER", products: ["PSD2_AIS", "WEALTH"] } as const
    const id = yield* collectUntilEnd(World.caller, { ...asked, parameters: [...parameters, filter] })
    const collections = yield* Collections
    const { body } = yield* collections.status(World.caller, id)
    assert.deepStrictEqual(body.products, ["WEALTH", "PSD2_AIS"])
    const [pension, account, ...others] = yield* collections.wealthData(World.caller, id)
    assert.isEmpty(others)
    assert.property(pension, "financialInformation")
    assert.propertyVal(account, "accountId", "acc2")
    assert.notProperty(account, "bookedBalance")
    assert.deepStrictEqual(
      company.orders.map((order) => [order.products, order.filter]),
      [[["WEALTH", "PSD2_AIS"], undefined]]
    )
  })

  collecting("is possible at a company that offers only accounts", function* () {
    const id = yield* collectUntilEnd(World.caller, oneTimeConsentRequest({}, "se-kontobanken"))
    assert.lengthOf(yield* (yield* Collections).wealthData(World.caller, id), 2)
  })
})

const rows: ReadonlyArray<readonly [name: string, asked: StartCommand, words: string]> = [
  ["by a company without accounts", oneTimeConsentRequest({}, "se-nordhem"), "ProductNotSupported PSD2_AIS"],
  [
    "for an account without a number",
    oneTimeConsentRequest({ accountIds: ["SE45 5000 0000 0583 9825 7466", "resource-1"] }),
    "INVALID_FIELD /parameters/1/accountIds/1"
  ],
  [
    "if it ended yesterday",
    oneTimeConsentRequest({ validUntil: "2026-03-31" }),
    "INVALID_FIELD /parameters/1/validUntil"
  ]
]

describe("a start with a one-time consent is rejected", () => {
  for (const [name, asked, words] of rows) {
    test(name, function* () {
      assert.strictEqual(Consent.describeError(yield* startError(World.caller, asked)), words)
    })
  }
})

describe("a collection without a consent", () => {
  collecting("returns no account, even if the company does", function* ({ company }) {
    const id = yield* collectUntilEnd(World.caller, { ...World.request, company: "se-fjallbanken" })
    const records = yield* (yield* Collections).wealthData(World.caller, id)
    assert.deepStrictEqual(
      records.map(({ type }) => type),
      ["OCCUPATIONAL_PENSION"]
    )
    assert.deepStrictEqual(
      company.orders.map(({ products }) => products),
      [["WEALTH"]]
    )
    assert.notProperty(company.orders[0], "consent")
  })

  test("is not possible at a company that offers only accounts", function* () {
    const asked = { ...World.request, company: "se-kontobanken" }
    assert.strictEqual(Consent.describeError(yield* startError(World.caller, asked)), "MISSING_PARAMETER /parameters")
    const limited = { ...asked, products: ["WEALTH", "PSD2_AIS"] } as const
    assert.strictEqual(Consent.describeError(yield* startError(World.caller, limited)), "ProductNotSupported WEALTH")
  })
})
