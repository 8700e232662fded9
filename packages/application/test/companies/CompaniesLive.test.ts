/** Company lists contain exactly the companies that match every filter (spec 4). */
import { assert, describe, it } from "@effect/vitest"
import { AccountHoldingBanks, Companies, Connectors, PublicUrl } from "@sheaf/ports"
import type { CompanyFilter } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import { CompaniesLive } from "../../src/index.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import * as Company from "../collections/ScriptedCompany.ts"

const noBanks = Layer.succeed(AccountHoldingBanks, { find: () => Effect.succeedNone })
const connectors = Company.connectors(Company.make())
const publicUrl = Layer.succeed(PublicUrl, { base: Effect.succeed("https://sheaf.example") })
const live = CompaniesLive.layer.pipe(Layer.provide(publicUrl))
const world = live.pipe(Layer.provide(connectors), Layer.provide(noBanks))

/** Only Fjällbanken supports stored consents. */
const withAccounts = live.pipe(
  Layer.provide(
    Layer.effect(
      Connectors,
      Effect.map(Connectors, (all) => ({
        ...all,
        all: Effect.map(all.all, (companies) =>
          companies.map((each) => {
            const psd2Ais = { balances: true, transactions: true }
            return { ...each, supported: { ...each.supported, psd2Ais } }
          })
        )
      }))
    ).pipe(Layer.provide(connectors))
  ),
  Layer.provide(
    Layer.succeed(AccountHoldingBanks, {
      find: (company) => Effect.succeed(company === "se-fjallbanken" ? Option.some(Bank.make()) : Option.none())
    })
  )
)

const everyCompany = [
  "se-nordhem",
  "se-fjallbanken",
  "se-kontobanken",
  Company.verifyingCompany,
  Company.withOwnPage,
  "se-fjarrbanken"
]

describe("the lists of companies", () => {
  it.effect.each<[CompanyFilter, ReadonlyArray<string>]>([
    [{}, everyCompany],
    [{ market: "se" }, everyCompany],
    [{ market: "ee" }, []],
    [{ company: "se-nordhem" }, ["se-nordhem"]],
    [{ company: "se-nowhere" }, []],
    [{ product: "WEALTH" }, ["se-nordhem", "se-fjallbanken", Company.verifyingCompany]],
    [{ company: "se-nordhem", product: "WEALTH", market: "se" }, ["se-nordhem"]],
    [{ company: "se-nordhem", product: "PSD2_AIS" }, []]
  ])("with the filter %j contain %j", ([filter, expected]) =>
    Effect.gen(function* () {
      const companies = yield* Companies
      const [available, supported] = [yield* companies.availability(filter), yield* companies.supportedProducts(filter)]
      assert.deepStrictEqual(
        available.map(({ company, products }) => [company, products]),
        expected.map((company) => [company, Company.productsByCompany[company]])
      )
      assert.deepStrictEqual(
        supported.map(({ company, wealth }) => [company, wealth]),
        expected.map((company) => [company, []])
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("say if a company does not support stored consents", () =>
    Effect.gen(function* () {
      const supported = yield* (yield* Companies).supportedProducts({})
      const stored = supported.map(({ company, psd2Ais }) => [company, psd2Ais?.storedConsents])
      assert.deepStrictEqual(
        stored,
        everyCompany.map((company) => [company, company === "se-fjallbanken" ? undefined : false])
      )
    }).pipe(Effect.provide(withAccounts))
  )
})
