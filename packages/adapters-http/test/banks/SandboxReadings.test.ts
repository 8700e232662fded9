/** The sandbox's accounts under one-time consents, which the adapter for real banks reads (spec 2.1, 16). */
import { assert, describe, it } from "@effect/vitest"
import { BankReadings } from "@sheaf/adapters-sandbox"
import { Banks, consentTo, sandboxWith } from "@sheaf/adapters-sandbox/testing"
import { AccountHoldingBanks } from "@sheaf/ports"
import type { Collected, ConnectorOrder } from "@sheaf/ports"
import { take } from "@sheaf/ports/testing"
import { Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import * as RemoteBanks from "../../src/banks/RemoteBanks.ts"
import { banksIn, temporaryFolder, validUntil } from "./SimulatedBanks.ts"

const company = "se-fjallbanken"
const everybody = "199001012385"

type Part = Parameters<typeof consentTo>[0]

const orderOf = (personalNumber: string, part: Part = {}, at = company): ConnectorOrder => ({
  company: at,
  products: ["PSD2_AIS"],
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK",
  login: Redacted.make({ type: "SWEDISH_EID", personalNumber }),
  consent: { ...consentTo(part), validUntil }
})

/** Collects with an empty folder for the banks' consents. Returns all steps. */
const collect = Effect.fnUntraced(function* (order: ConnectorOrder) {
  const folder = yield* temporaryFolder
  const readings = Layer.effect(
    BankReadings,
    Effect.map(AccountHoldingBanks, (banks) => RemoteBanks.oneTimeConnectors(banks, Effect.die("no page")))
  ).pipe(Layer.provide(banksIn(folder)))
  const { last, steps } = yield* Effect.provide(take({ name: "a person", order, answers: [] }), sandboxWith(readings))
  return { steps, end: last._tag === "End" ? last : assert.fail("the collection does not end") }
})

const accountsIn = ({ collected }: { readonly collected?: Collected }) =>
  (collected?.wealth ?? []).flatMap((record) => ("accountId" in record ? [record] : []))

const idsIn = (end: { readonly collected?: Collected }) => accountsIn(end).map(({ accountId }) => accountId)

describe("a collection under a one-time consent at a simulated bank", () => {
  const test = (name: string, body: () => Effect.fn.Return<void, unknown, Scope.Scope>) =>
    it.effect(name, () => Effect.gen(body))

  test("returns the accounts that the bank reports", function* () {
    const { end, steps } = yield* collect(orderOf(everybody))
    assert.deepStrictEqual([...new Set(steps.map(({ status }) => status))].slice(-2), ["COLLECTING", "COMPLETED"])
    assert.includeMembers(idsIn(end), [...Banks.ibansOf(company, everybody)])
    assert.lengthOf(accountsIn(end), 4)
  })

  for (const [why, order] of [
    ["the bank rejects the consent", orderOf("199002012392")],
    ["the consent identifies an account by something other than its number", orderOf(everybody, { accountIds: ["1"] })],
    ["the company holds no accounts", orderOf(everybody, {}, "se-nordhem")]
  ] as const) {
    test(`ends in AUTHENTICATION_ERROR if ${why}`, function* () {
      const { end } = yield* collect(order)
      assert.strictEqual(end.status, "AUTHENTICATION_ERROR")
      assert.strictEqual(end.reason?.code, "CONSENT_REFUSED")
      assert.isUndefined(end.collected)
    })
  }
})
