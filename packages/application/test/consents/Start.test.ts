import { assert, describe, it } from "@effect/vitest"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import { Consents } from "@sheaf/ports"
import { Effect } from "effect"
import * as ConsentWorld from "./ConsentWorld.ts"
import { byElectronicId, maja, userOf } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type * as World from "../collections/World.ts"

const run = (name: string, test: (bank: Bank.ScriptedBank) => Effect.Effect<void, unknown, World.Provided>) =>
  it.effect(name, () => {
    const bank = Bank.make()
    return test(bank).pipe(ConsentWorld.world({ bank }))
  })

const [asked] = ConsentWorld.request().parameters
const person = { type: "SWEDISH_EID", personalNumber: ConsentWorld.personalNumber } as const

describe("a consent that is created", () => {
  run("is what was asked for, after the company's maximum", () =>
    Effect.gen(function* () {
      const consents = yield* Consents
      const user = yield* maja
      const { consentId, ...consent } = yield* consents.create(
        user,
        ConsentWorld.request({ accountIds: ["acc-1"], balances: false, validUntil: "9999-12-31" })
      )
      assert.deepStrictEqual(consent, {
        company: "se-fjallbanken",
        status: "INITIATED",
        scope: { type: "PSD2_AIS", accountIds: ["acc-1"], balances: false, transactions: true },
        expiresAt: "2026-09-28T23:59:59.999Z"
      })
      assert.deepStrictEqual(yield* consents.read(user, consentId), { consentId, ...consent })
    })
  )

  run("is one of its own each time, and has a way back of its own", (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const other = yield* userOf("other")
      const ids = yield* Effect.all([user, user, other].map((each) => ConsentWorld.create(each)))
      for (const [index, id] of ids.entries()) {
        yield* ConsentWorld.until(index === 2 ? other : user, id, "AWAITING_AUTHORIZATION")
      }
      assert.strictEqual(new Set(ids).size, 3)
      const ways = bank.requests.map(({ authorisation }) => JSON.stringify(authorisation))
      assert.strictEqual(new Set(ways).size, 3)
    })
  )
})

describe("a consent is refused", () => {
  const refused = (name: string, request: CreateConsent, expected: object) =>
    run(name, (bank) =>
      Effect.gen(function* () {
        const consents = yield* Consents
        const user = yield* maja
        const error = yield* Effect.flip(consents.create(user, request))
        assert.deepInclude(
          error._tag === "InvalidParameters"
            ? { violations: error.violations.map(({ code, pointer }) => `${code} ${pointer}`) }
            : { ...error },
          expected
        )
        yield* ConsentWorld.pass(5)
        assert.isEmpty(bank.calls)
        assert.isEmpty((yield* consents.list(user, { limit: 10 })).items)
      })
    )

  refused(
    "when the company is not known, whatever is wrong with the parameters",
    { company: "se-nowhere", parameters: [] },
    { _tag: "UnknownCompany" }
  )
  refused(
    "when a person comes without a login method, also where the company is not known",
    { company: "se-nowhere", parameters: [person] },
    { violations: ["MISSING_FIELD /loginMethod"] }
  )
  refused(
    "when a parameter is missing, also where the company has no accounts",
    { company: "se-nordhem", parameters: [] },
    { violations: ["MISSING_PARAMETER /parameters"] }
  )
  refused(
    "when the company has no accounts",
    { ...ConsentWorld.request(), company: "se-nordhem" },
    { _tag: "ProductNotSupported", product: "PSD2_AIS" }
  )
  refused(
    "when the company has accounts, and no bank that a consent could be made with",
    { ...ConsentWorld.request(), company: "se-fjarrbanken" },
    { _tag: "ProductNotSupported", product: "PSD2_AIS" }
  )
  refused("when it would grant nothing", ConsentWorld.request({ balances: false, transactions: false }), {
    violations: ["INVALID_FIELD /parameters/0/balances"]
  })
  refused(
    "when a person comes without a login method",
    { company: "se-fjallbanken", parameters: [...(asked === undefined ? [] : [asked]), person] },
    { violations: ["MISSING_FIELD /loginMethod"] }
  )
  refused("when the company lacks the login method", byElectronicId("SWEDISH_MOBILE_EID_SAME_DEVICE_TEST"), {
    violations: ["INVALID_FIELD /loginMethod"]
  })
})
