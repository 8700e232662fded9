import { assert, describe, it } from "@effect/vitest"
import type { LimitedStart, StartCollection } from "@sheaf/domain/StartCollection"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Collections, CollectionStore } from "@sheaf/ports"
import type { Collected, ConnectorOrder } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { account } from "../consents/BankAccounts.ts"
import * as ConsentWorld from "../consents/ConsentWorld.ts"
import { collect, refusal, start } from "./UnderStoredConsent.ts"
import * as World from "../collections/World.ts"
import type { Script } from "../collections/World.ts"

const savings = account("acc-2", "PSD2_SAVINGS_ACCOUNT")
const pension: WealthRecord = {
  id: "pension",
  type: "OCCUPATIONAL_PENSION",
  company: "se-fjallbanken",
  companyDisplayName: "Fjällbanken"
}
const everything: Collected = { ...World.nothing, wealth: [pension, account("acc-1"), savings] }

/** A company that gives all that it has, and keeps what it was asked for. */
const giving =
  (orders: Array<ConnectorOrder> = [], collected: Collected = everything): Script =>
  (step, signal, key, order) => {
    if (order !== undefined) orders.push(order)
    return World.steps(World.poll("COLLECTING"), World.end("COMPLETED", collected))(step, signal, key)
  }

const run = (name: string, script: Script, test: Effect.Effect<void, unknown, World.Provided>) =>
  it.effect(name, () => test.pipe(ConsentWorld.world({}, script)))

type OneTime = Extract<StartCollection["parameters"][number], { readonly type: "PSD2_AIS_CONSENT" }>

const withConsent = (
  asked: Partial<OneTime> = {},
  company = "se-fjallbanken",
  ...more: StartCollection["parameters"]
): StartCollection => ({
  ...World.request,
  company,
  parameters: [...World.request.parameters, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", ...asked }, ...more]
})

const recordsOf = Effect.fnUntraced(function* (asked: StartCollection) {
  const id = yield* collect(World.caller, asked)
  return yield* (yield* Collections).wealthData(World.caller, id)
})

describe("a collection with a one-time consent", () => {
  const orders: Array<ConnectorOrder> = []
  run(
    "gives the company its terms, with all that was left open, and asks for nothing but accounts",
    giving(orders),
    Effect.gen(function* () {
      yield* collect(World.caller, withConsent({ validUntil: "9999-12-31", transactions: false }))
      assert.deepStrictEqual(
        orders.map(({ consent, products }) => ({ consent, products })),
        [
          {
            products: ["PSD2_AIS"],
            consent: {
              scope: { type: "PSD2_AIS", balances: true, transactions: false },
              psuIpAddress: "192.0.2.17",
              psuLocale: "sv-se",
              validUntil: "2026-09-28"
            }
          }
        ]
      )
    })
  )

  run(
    "serves the accounts as wealth, and nothing else that the company gave",
    giving(),
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* collect(World.caller, withConsent())
      const records = yield* collections.wealthData(World.caller, id)
      assert.deepStrictEqual(
        records.map(({ type }) => type),
        ["PSD2_CHECKING_ACCOUNT", "PSD2_SAVINGS_ACCOUNT"]
      )
      assert.strictEqual((yield* Effect.flip(collections.insuranceData(World.caller, id)))._tag, "ProductNotCollected")
      const found = yield* collections.status(World.caller, id)
      assert.strictEqual(found.body.status, "COMPLETED")
      assert.deepStrictEqual(found.products, ["PSD2_AIS"])
    })
  )

  run(
    "gives no account, balance or transaction beyond the consent",
    giving(),
    Effect.gen(function* () {
      const [only, ...others] = yield* recordsOf(withConsent({ accountIds: ["acc-2", "acc-3"], balances: false }))
      assert.isEmpty(others)
      assert.strictEqual(only?.type, "PSD2_SAVINGS_ACCOUNT")
      assert.doesNotHaveAnyKeys(only, ["bookedBalance", "availableBalance", "financialInformation"])
      for (const record of yield* recordsOf(withConsent({ transactions: false }))) {
        assert.notProperty(record, "transactions")
        assert.property(record, "bookedBalance")
      }
    })
  )

  const letter = { documentId: "letter", name: "letter.pdf", contentType: "application/pdf" } as const
  run(
    "gives no document: a consent covers none",
    giving([], { ...World.nothing, wealth: [{ ...account("acc-1"), documents: [letter] }] }),
    Effect.gen(function* () {
      const [record] = yield* recordsOf(withConsent())
      assert.strictEqual(record?.type, "PSD2_CHECKING_ACCOUNT")
      assert.notProperty(record, "documents")
    })
  )

  run(
    "gives the types of account that were asked for",
    giving(),
    Effect.gen(function* () {
      const filter = { type: "COLLECTION_FILTER", productTypes: ["PSD2_SAVINGS_ACCOUNT"] } as const
      const records = yield* recordsOf(withConsent({}, "se-fjallbanken", filter))
      assert.deepStrictEqual(
        records.map(({ type }) => type),
        ["PSD2_SAVINGS_ACCOUNT"]
      )
    })
  )

  run(
    "is empty when no account is covered",
    giving(),
    collect(World.caller, withConsent({ accountIds: ["acc-9"] }), "COMPLETED_EMPTY").pipe(Effect.asVoid)
  )

  run(
    "forgets the consent once it has ended",
    giving(),
    Effect.gen(function* () {
      const id = yield* collect(World.caller, withConsent())
      assert.notProperty(Option.getOrThrow(yield* (yield* CollectionStore).work(id)), "order")
    })
  )

  run(
    "is possible with a company that has accounts only",
    giving(),
    Effect.gen(function* () {
      assert.lengthOf(yield* recordsOf(withConsent({}, "se-kontobanken")), 2)
    })
  )
})

describe("a start with a one-time consent is refused", () => {
  const refused = (name: string, asked: LimitedStart, expected: object) =>
    run(
      name,
      () => Effect.die("the company was asked"),
      Effect.gen(function* () {
        const error = yield* refusal(World.caller, asked)
        assert.deepInclude(
          error._tag === "InvalidParameters"
            ? { pointers: error.violations.map(({ code, pointer }) => `${code} ${pointer}`) }
            : { ...error },
          expected
        )
      })
    )

  refused("by a company that has no accounts", withConsent({}, "se-nordhem"), {
    _tag: "ProductNotSupported",
    product: "PSD2_AIS"
  })
  refused("when it would grant nothing", withConsent({ balances: false, transactions: false }), {
    pointers: ["INVALID_FIELD /parameters/1/balances"]
  })
  refused("when it would end today", withConsent({ validUntil: "2026-04-01" }), {
    pointers: ["INVALID_FIELD /parameters/1/validUntil"]
  })
  refused(
    "among insurances",
    { ...withConsent(), products: ["INSURANCE"] },
    { pointers: ["UNEXPECTED_PARAMETER /parameters/1"] }
  )
  refused(
    "without a login",
    { ...withConsent(), parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "::1" }] },
    {
      pointers: ["MISSING_PARAMETER /parameters"]
    }
  )
})

describe("a collection without a consent", () => {
  const orders: Array<ConnectorOrder> = []
  run(
    "gets no account, whatever the company gives",
    giving(orders),
    Effect.gen(function* () {
      const records = yield* recordsOf({ ...World.request, company: "se-fjallbanken" })
      assert.deepStrictEqual(
        records.map(({ type }) => type),
        ["OCCUPATIONAL_PENSION"]
      )
      assert.deepStrictEqual(
        orders.map(({ products }) => products),
        [["WEALTH"]]
      )
      assert.notProperty(orders[0], "consent")
    })
  )

  run(
    "is not possible with a company that has accounts only, and is told what is missing",
    giving(),
    Effect.gen(function* () {
      const error = yield* refusal(World.caller, { ...World.request, company: "se-kontobanken" })
      assert.isTrue(error._tag === "InvalidParameters")
      assert.deepStrictEqual(
        error._tag === "InvalidParameters" && error.violations.map(({ code, pointer }) => [code, pointer]),
        [["MISSING_PARAMETER", "/parameters"]]
      )
      const limited = { ...World.request, company: "se-kontobanken", products: ["WEALTH", "PSD2_AIS"] } as const
      const unsupported = yield* refusal(World.caller, limited)
      assert.strictEqual(unsupported._tag === "ProductNotSupported" && unsupported.product, "WEALTH")
    })
  )

  run(
    "is started without the token of a user",
    giving(),
    Effect.gen(function* () {
      const id = yield* start(World.caller, World.request)
      const work = Option.getOrThrow(yield* (yield* CollectionStore).work(id))
      assert.notProperty(work, "userId")
    })
  )
})
