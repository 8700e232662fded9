import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ConnectorStep } from "../../src/connector/ConnectorStep.ts"
import * as StepMisfit from "../../src/connector/StepMisfit.ts"

const poll = { type: "POLL", status: "LOGIN", session: "s", afterMillis: 10 }
const car = {
  id: "1",
  insurance: { market: "ee", insuranceType: "vehicleInsurance", insuranceSubType: "car", insuranceCompany: "Hiiepuu" }
}
const end = (...insurance: ReadonlyArray<unknown>) => ({
  type: "END",
  status: "COMPLETED",
  session: "s",
  collected: { insurance, wealth: [], missing: [] }
})
const { afterMillis: _, ...withoutPause } = poll

/** What only the person's own data could say. */
const personal = "maja-lind"

const table: ReadonlyArray<readonly [what: string, answer: unknown, place: string, rule: RegExp]> = [
  ["no object", personal, "/", /object/],
  ["no known type", { ...poll, type: "poll" }, "/type", /POLL, ASK, END/],
  ["a missing member", withoutPause, "/afterMillis", /required/],
  ["a text for a number", { ...poll, afterMillis: "300" }, "/afterMillis", /number|integer/],
  ["an unknown status", { ...poll, status: personal }, "/status", /LOGIN/],
  ["a missing list", { ...end(), collected: { insurance: [], missing: [] } }, "/collected/wealth", /required/],
  [
    "another form of a date",
    end(car, { ...car, insurance: { ...car.insurance, startDate: personal } }),
    "/collected/insurance/1/insurance/startDate",
    /date|YYYY/
  ],
  ["null", end({ ...car, termsUrl: null }), "/collected/insurance/0/termsUrl", /string/],
  [
    "a name of the answer's own",
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

describe("an answer that is no step", () => {
  it.effect.each(table)("is told by its place and the rule: %s", ([, answer, place, rule]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Schema.decodeUnknownEffect(ConnectorStep)(answer))
      const told = StepMisfit.describe(error, answer)
      assert.strictEqual(told.slice(0, told.indexOf(": ")), place)
      assert.match(told, rule)
      assert.notInclude(told, personal)
    })
  )

  it.effect.prop("is told without a word of its own", [Schema.Json], ([answer]) =>
    Effect.gen(function* () {
      const decoded = yield* Effect.exit(Schema.decodeUnknownEffect(ConnectorStep)({ ...poll, information: answer }))
      if (decoded._tag === "Success") return
      const error = yield* Effect.flip(Schema.decodeUnknownEffect(ConnectorStep)({ ...poll, information: answer }))
      const told = StepMisfit.describe(error, { ...poll, information: answer })
      assert.match(told, /^\/(?:information|…)(?:\/(?:[A-Za-z_]+|[0-9]+|…))*: [A-Z]/)
    })
  )
})
