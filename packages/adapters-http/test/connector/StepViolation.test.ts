/** Tests the error message for the first rule that a connector's response breaks. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { ConnectorStep } from "../../src/connector/ConnectorStep.ts"
import * as StepViolation from "../../src/connector/StepViolation.ts"

const poll = { type: "POLL", status: "LOGIN", session: "s", afterMillis: 10 }
const car = {
  id: "1",
  insurance: { market: "ee", insuranceType: "vehicleInsurance", insuranceSubType: "car", insuranceCompany: "Hiiepuu" }
}
const account = {
  type: "PSD2_CHECKING_ACCOUNT",
  id: "1",
  company: "se-fjallbanken",
  companyDisplayName: "Fjällbanken",
  accountId: "1",
  currency: "SEK"
}
const { id: __, ...withoutId } = account
const { type: ___, ...untyped } = account
const ending = (collected: object) => ({
  type: "END",
  status: "COMPLETED",
  session: "s",
  collected: { insurance: [], wealth: [], missing: [], ...collected }
})
const end = (...insurance: ReadonlyArray<unknown>) => ending({ insurance })
const endWealth = (...wealth: ReadonlyArray<unknown>) => ending({ wealth })
const { afterMillis: _, ...withoutPause } = poll

/** Error messages must not repeat this personal data. */
const personal = "maja-lind"

const table: ReadonlyArray<readonly [what: string, answer: unknown, place: string, rule: RegExp]> = [
  ["not an object", personal, "/", /object/],
  ["an unknown type", { ...poll, type: "poll" }, "/type", /POLL, ASK, END/],
  ["a missing member", withoutPause, "/afterMillis", /required/],
  ["a string for a number", { ...poll, afterMillis: "300" }, "/afterMillis", /number|integer/],
  ["an unknown status", { ...poll, status: personal }, "/status", /LOGIN/],
  ["a missing list", { ...end(), collected: { insurance: [], missing: [] } }, "/collected/wealth", /required/],
  [
    "a malformed date",
    end(car, { ...car, insurance: { ...car.insurance, startDate: personal } }),
    "/collected/insurance/1/insurance/startDate",
    /date|YYYY/
  ],
  ["null", end({ ...car, termsUrl: null }), "/collected/insurance/0/termsUrl", /string/],
  ["an account without an id", endWealth(account, withoutId), "/collected/wealth/1/id", /required/],
  ["an account with null", endWealth({ ...account, iban: null }), "/collected/wealth/0/iban", /string/],
  [
    "an account with a string for an amount",
    endWealth({ ...account, bookedBalance: { amount: "1,5", currency: "SEK" } }),
    "/collected/wealth/0/bookedBalance/amount",
    /number/
  ],
  ["a null record", endWealth(null), "/collected/wealth/0", /object/],
  ["a record without a type", endWealth(untyped), "/collected/wealth/0/type", /required/],
  [
    "a record of an unknown type",
    endWealth({ ...account, type: personal }),
    "/collected/wealth/0/type",
    /IPS_PENSION.*PSD2_CREDIT_CARD/
  ],
  [
    "a name that the protocol does not have",
    {
      ...poll,
      information: {
        INSTRUCTIONS: [{ id: "1", etag: "e", url: "https://a.example", method: "GET", headers: { [personal]: 1 } }]
      }
    },
    "/information/INSTRUCTIONS/0/headers/…",
    /string/
  ]
]

describe("A response that is not a step", () => {
  it.effect.each(table)("is described by place and rule: %s", ([, answer, place, rule]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Schema.decodeUnknownEffect(ConnectorStep)(answer))
      const told = StepViolation.describe(error, answer)
      assert.strictEqual(told.slice(0, told.indexOf(": ")), place)
      assert.match(told, rule)
      assert.notInclude(told, personal)
    })
  )

  it.effect.prop("is described without quoting it", [Schema.Json], ([answer]) =>
    Effect.gen(function* () {
      const step = { ...poll, information: answer }
      const decoded = yield* Effect.result(Schema.decodeUnknownEffect(ConnectorStep)(step))
      if (Result.isSuccess(decoded)) return
      const told = StepViolation.describe(decoded.failure, step)
      assert.match(told, /^\/(?:information|…)(?:\/(?:[A-Za-z_]+|[0-9]+|…))*: [A-Z]/)
    })
  )
})
