/** The lists of companies contain exactly the companies that fit every filter (spec 4). */
import { assert, describe, it } from "@effect/vitest"
import { Companies } from "@sheaf/ports"
import type { CompanyFilter } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { CompaniesLive } from "../../src/index.ts"
import * as Company from "../collections/ScriptedCompany.ts"

const world = CompaniesLive.layer.pipe(Layer.provide(Company.connectors(Company.make())))

const everyCompany = ["se-nordhem", "se-fjallbanken", "se-kontobanken", "se-fjarrbanken"]

describe("the lists of companies", () => {
  it.effect.each<[CompanyFilter, ReadonlyArray<string>]>([
    [{}, everyCompany],
    [{ market: "se" }, everyCompany],
    [{ market: "ee" }, []],
    [{ company: "se-nordhem" }, ["se-nordhem"]],
    [{ company: "se-nowhere" }, []],
    [{ product: "WEALTH" }, ["se-nordhem", "se-fjallbanken"]],
    [{ company: "se-nordhem", product: "WEALTH", market: "se" }, ["se-nordhem"]],
    [{ company: "se-nordhem", product: "PSD2_AIS" }, []]
  ])("with the filter %j contain %j", ([filter, expected]) =>
    Effect.gen(function* () {
      const companies = yield* Companies
      const [available, supported] = [yield* companies.availability(filter), yield* companies.supportedProducts(filter)]
      assert.deepStrictEqual(
        available.map(({ company, products }) => [company, products]),
        expected.map((company) => [company, Company.offers[company]])
      )
      assert.deepStrictEqual(
        supported.map(({ company, wealth }) => [company, wealth]),
        expected.map((company) => [company, []])
      )
    }).pipe(Effect.provide(world))
  )
})
