/** Tests companies with connectors over HTTP, alone and together with other companies (spec 4.1; ADR 0014). */
import { assert, describe, it } from "@effect/vitest"
import { RemoteConnectors } from "@sheaf/adapters-http"
import { Connectors } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Layer, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { connectedCompany } from "../ConnectedCompany.ts"
import { poll, step } from "./ScriptedAnswers.ts"
import * as ScriptedConnector from "./ScriptedConnector.ts"
import { bank, companiesAt, company, findOf, order, reasonOf } from "./ScriptedConnector.ts"

const live = testsOf({ effect: it.live }, Effect.void)
const test = testsOf(it, Effect.void)

describe("A company behind HTTP", () => {
  test("has its operator's description, completed by market, products and status", function* () {
    yield* TestClock.setTime(Date.parse("2026-05-04T08:00:00.000Z"))
    const connectors = yield* companiesAt({ baseUrl: "https://connector.example", companies: [company, bank] })
    const tamme = { company: "ee-tammekindlustus", companyDisplayName: "Tamme Kindlustus", market: "ee" }
    const banque = { company: "fr-banque", companyDisplayName: "Banque", market: "fr" }
    const functional = { functional: true, status: "OPERATIONAL", updatedAt: "2026-05-04T08:00:00.000Z" }
    const described = (yield* connectors.all).map(({ availability, supported }) => ({ availability, supported }))
    assert.deepStrictEqual<unknown>(described, [
      {
        availability: {
          ...tamme,
          ...functional,
          loginMethods: ["USERNAME_AND_PASSWORD"],
          products: ["INSURANCE"]
        },
        supported: {
          ...tamme,
          insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }],
          wealth: []
        }
      },
      {
        availability: {
          ...banque,
          ...functional,
          loginMethods: ["USERNAME_AND_PASSWORD", "EMAIL"],
          products: ["WEALTH", "PSD2_AIS"],
          maximumConsentValidityDays: 90
        },
        supported: { ...banque, insurance: [], wealth: ["PEA"], psd2Ais: { balances: true, transactions: false } }
      }
    ])
  })

  test("is not created without a market", function* () {
    const stray = { ...company, company: "xx-nowhere" }
    const made = yield* Effect.result(
      companiesAt({ baseUrl: "https://connector.example", companies: [company, stray] })
    )
    assert.strictEqual(Result.isFailure(made) && made.failure.message, "xx-nowhere has no market prefix")
  })
})

describe("Companies behind HTTP among others", () => {
  const known = ["ee-tammekindlustus", "ee-others"].map((id) =>
    connectedCompany(id, { companyDisplayName: "of others" })
  )
  const others = Layer.succeed(Connectors, {
    all: Effect.succeed(known),
    find: (id) => Effect.succeed(Option.fromUndefinedOr(known.find((one) => one.availability.company === id))),
    findTest: () => Effect.succeedNone
  })
  const remote = { baseUrl: "https://connector.example", timeoutMillis: 1000, companies: [company, bank] } as const

  it.effect("replace companies with the same id, and leave all others unchanged", () =>
    Effect.gen(function* () {
      const connectors = yield* Connectors
      const all = yield* connectors.all
      assert.deepStrictEqual(
        all.map(({ availability }) => [availability.company, availability.companyDisplayName]),
        [
          ["ee-tammekindlustus", "Tamme Kindlustus"],
          ["fr-banque", "Banque"],
          ["ee-others", "of others"]
        ]
      )
      for (const one of all) assert.strictEqual(yield* findOf(connectors, one.availability.company), one)
      assert.isTrue(Option.isNone(yield* connectors.find("se-nobody")))
    }).pipe(Effect.provide(RemoteConnectors.mergeInto([remote])(others)))
  )

  it.effect("leave the other companies unchanged if there are none", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* Connectors).all, known)
    }).pipe(Effect.provide(RemoteConnectors.mergeInto([])(others)))
  )

  live("are found through this machine's DNS", function* () {
    const { server } = yield* ScriptedConnector.make([step(poll)])
    const layerOf = (allowPrivateAddresses: boolean, scheme: string) =>
      RemoteConnectors.mergeInto([
        { ...remote, timeoutMillis: 10_000, baseUrl: `${scheme}://localhost:${server.port}`, allowPrivateAddresses }
      ])(others)
    const begun = Effect.gen(function* () {
      const { connector } = yield* findOf(yield* Connectors)
      return yield* connector.begin(order, "collection-1/0")
    })
    const unreached = Effect.provide(begun, Layer.orDie(layerOf(false, "https")))
    assert.strictEqual(yield* reasonOf(unreached), "UNREACHABLE")
    assert.strictEqual(server.connections(), 0)
    assert.strictEqual((yield* Effect.provide(begun, layerOf(true, "http"))).status, "LOGIN")
  })
})
