/** Company figures: success rates, and records whose shape changes (spec 4.1, 14.5). */
import { assert, describe, it } from "@effect/vitest"
import { periodOf, Resolution } from "@sheaf/domain/FigurePeriod"
import { Companies, CompanyFigureStore, ServiceGauges } from "@sheaf/ports"
import { Effect, Logger, Metric, References } from "effect"
import { TestClock } from "effect/testing"
import { CompanyFigures, CompanyUse, ServiceGaugesLive } from "../../src/index.ts"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"

const home = (livingArea?: number) => ({
  id: "home-1",
  insurance: {
    insuranceType: "houseContentInsurance" as const,
    insuranceSubType: "villa" as const,
    market: "se" as const,
    insuranceCompany: "Nordhem",
    insuranceNumber: "778-1203",
    ...(livingArea !== undefined && { livingArea })
  }
})

const returning = (...insurance: ReadonlyArray<ReturnType<typeof home>>) =>
  Company.steps(Company.poll("COLLECTING"), Company.end("COMPLETED", { insurance, wealth: [], missing: [] }))

const failing = Company.steps(Company.poll("COLLECTING"), Company.end("THIRD_PARTY_ERROR"))
const cancelled = Company.steps(Company.poll("LOGIN"), Company.end("AUTHENTICATION_CANCELLED"))

const collect = Effect.fnUntraced(function* (prefix: string, people: number, status: World.Status = "COMPLETED") {
  for (let index = 0; index < people; index++) {
    const parameters = [{ type: "USERNAME_PASSWORD", username: `${prefix}-${index}`, password: "any" }] as const
    yield* World.untilStatus(yield* World.start({ ...World.request, parameters }), status)
  }
  yield* TestClock.adjust("1 minute")
  yield* World.runPendingWork(50)
})

const test = (name: string, body: World.TestBody<[Company.ScriptedCompany, Array<string>]>) =>
  it.effect(name, () => {
    const scripted = Company.make()
    const lines: Array<string> = []
    const logger = Logger.make(({ fiber, message }) => {
      lines.push(`${String(message)} ${JSON.stringify(fiber.getRef(References.CurrentLogAnnotations))}`)
    })
    const run = Effect.gen(() => body(scripted, lines)).pipe(
      Effect.provide(World.layer(scripted, { figures: true })),
      Effect.provide(Logger.layer([logger]))
    )
    return Effect.andThen(TestClock.setTime(World.noon), run)
  })

const about = (lines: ReadonlyArray<string>) => lines.filter((line) => line.includes("shape"))

describe("records that change their shape", () => {
  test("are reported to the operator in the log, the metrics and the list of drifts, until they are good again", function* (scripted, lines) {
    const gauges = yield* Effect.provide(ServiceGauges, ServiceGaugesLive.layer)
    scripted.script = returning(home(143), home())
    yield* collect("good", 60)
    const { drifts } = yield* CompanyFigureStore
    assert.deepStrictEqual(yield* drifts, [])

    scripted.script = returning(home())
    yield* collect("bad", 8)
    const since = World.noon + 60_000
    const drift = { company: "se-nordhem", loginMethod: "USERNAME_AND_PASSWORD", kind: "houseContentInsurance.villa" }
    assert.deepStrictEqual(yield* drifts, [
      {
        ...drift,
        loginMethod: "USERNAME_AND_PASSWORD",
        member: "insurance.livingArea",
        found: "ABSENT",
        since,
        share: 1
      }
    ])
    const [line, ...others] = about(lines)
    assert.lengthOf(others, 0)
    assert.include(line, "100 % of houseContentInsurance.villa lack insurance.livingArea")
    assert.include(line, '"since":"2026-11-20T12:01:00.000Z"')

    const shown = Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      yield* gauges.refresh
      const found = (yield* Metric.snapshot).filter(({ id }) => id === "sheaf.records.drift")
      return found.map(({ attributes, state }) => [attributes?.["member"], state])
    })
    assert.deepStrictEqual(yield* shown, [["insurance.livingArea", { value: 1 }]])

    scripted.script = returning(home(98))
    yield* collect("repaired", 60)
    assert.deepStrictEqual(yield* drifts, [])
    assert.include(about(lines)[1], "have their shape again")
    assert.deepStrictEqual(yield* shown, [["insurance.livingArea", { value: 0 }]])
  })

  test("are the good ones once the operator accepts them", function* (scripted, lines) {
    const { drifts } = yield* CompanyFigureStore
    scripted.script = returning(home(143), home())
    yield* collect("good", 60)
    scripted.script = returning(home())
    yield* collect("changed", 8)
    const login = { company: "se-nordhem", loginMethod: "USERNAME_AND_PASSWORD" } as const
    const other = { ...login, kind: "houseContentInsurance.apartment" }
    assert.deepStrictEqual(yield* CompanyFigures.acceptDrifts(other), [])
    assert.deepStrictEqual(
      (yield* CompanyFigures.acceptDrifts(login)).map(({ member }) => member),
      ["insurance.livingArea"]
    )
    assert.deepStrictEqual(yield* drifts, [])
    yield* collect("later", 60)
    assert.deepStrictEqual(yield* drifts, [])
    assert.lengthOf(about(lines), 1)
  })

  test("are not concluded from one person who collects again and again", function* (scripted) {
    scripted.script = returning(home(143))
    yield* collect("good", 60)
    scripted.script = returning(home())
    for (let time = 0; time < 20; time++) yield* collect("maja", 1)
    assert.deepStrictEqual(yield* (yield* CompanyFigureStore).drifts, [])
  })
})

describe("the success rates in the list of companies", () => {
  const rates = Effect.gen(function* () {
    yield* TestClock.adjust("1 minute")
    const [company] = yield* (yield* Companies).availability({ company: "se-nordhem" })
    return company?.successRates
  })

  test("count results and failures, but not what a person did, for 30 days", function* (scripted) {
    scripted.script = returning(home(143))
    yield* collect("happy", 19)
    assert.deepStrictEqual((yield* rates) ?? [], [])
    scripted.script = failing
    yield* collect("unhappy", 1, "THIRD_PARTY_ERROR")
    scripted.script = cancelled
    yield* collect("undecided", 5, "AUTHENTICATION_CANCELLED")
    assert.deepStrictEqual(yield* rates, [
      { loginMethod: "USERNAME_AND_PASSWORD", successRate: 0.95, medianSeconds: 1 }
    ])
    const measured = (yield* Metric.snapshot).filter(
      ({ id }) => id.startsWith("sheaf.company.") && !id.endsWith("status")
    )
    assert.sameDeepMembers(
      measured.map(({ id, state }) => [id, state]),
      [
        ["sheaf.company.failures", { value: 1 - 0.95 }],
        ["sheaf.company.duration.median", { value: 1 }]
      ]
    )
    const { endsByPeriod } = yield* CompanyFigureStore
    for (const resolution of Resolution.literals) {
      const ends = yield* endsByPeriod(periodOf(resolution, World.noon))
      const counts = Map.groupBy(ends, ({ end }) => end)
      const countedAs = (end: "FAILED" | "OTHER" | "SUCCEEDED") =>
        (counts.get(end) ?? []).reduce((sum, { count }) => sum + count, 0)
      const found = [countedAs("SUCCEEDED"), countedAs("FAILED"), countedAs("OTHER")]
      assert.deepStrictEqual(found, [19, 1, 5], resolution)
    }
    yield* TestClock.adjust("30 days")
    assert.deepStrictEqual((yield* rates) ?? [], [])
  })
})

describe("the use of companies", () => {
  test("brings the companies first that people use most", function* (scripted) {
    scripted.script = returning(home(143))
    yield* collect("person", 3)
    yield* TestClock.adjust("1 minute")
    const uses = yield* Effect.provide(Effect.flatten(CompanyUse.CompanyUse), CompanyUse.layer)
    const companies = ["se-fjallbanken", "se-kontobanken", "se-nordhem"].map((company) => ({ company }))
    assert.deepStrictEqual(
      CompanyUse.sort(companies, uses).map(({ company }) => company),
      ["se-nordhem", "se-fjallbanken", "se-kontobanken"]
    )
  })
})
