/** The contract of {@link CompanyFigureStore}. */
import { assert, layer } from "@effect/vitest"
import { periodOf } from "@sheaf/domain/FigurePeriod"
import { observe, personNumbers } from "@sheaf/domain/RecordDrift"
import type { ShapeHistory } from "@sheaf/domain/RecordDrift"
import type { ValueClass } from "@sheaf/domain/RecordShape"
import { Effect, Option } from "effect"
import type { Layer } from "effect"
import { CompanyFigureStore } from "../../companies/CompanyFigureStore.ts"
import type { CompanyEnds, RecordKind } from "../../companies/CompanyFigureStore.ts"
import * as Fixture from "../samples/Fixture.ts"

const at = Fixture.startTime

/** Returns a history in which the first records have all members, and the later ones lack one. */
const historyOf = (good: number, bad: number): ShapeHistory => {
  let history: ShapeHistory = {}
  for (let index = 0; index < good + bad; index++) {
    const shape = new Map<string, ValueClass>([["type", "TEXT"]])
    if (index < good) shape.set("livingArea", "NUMBER")
    history = observe(history, { shape, at: at + index, person: index % personNumbers })
  }
  return history
}

const newKind = Effect.map(Fixture.newId, (id): RecordKind => ({
  company: `se-${id}`,
  loginMethod: "EMAIL",
  kind: "houseContentInsurance.villa"
}))

export const companyFigureStoreContract = <E>(name: string, adapter: Layer.Layer<CompanyFigureStore, E>) =>
  layer(adapter)(`the company figure store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, CompanyFigureStore)

    test("adds up the ends of each company and login method since a day, also of several nodes", function* ({
      addEnds,
      endsByPeriod,
      endsSince,
      erase
    }) {
      const { company } = yield* newKind
      const ends = (end: CompanyEnds["end"], seconds: number, count: number): CompanyEnds => ({
        company,
        loginMethod: "EMAIL",
        end,
        seconds,
        count
      })
      const ofDay = (day: string) => periodOf("DAY", Date.parse(day))
      const since = (day: string) =>
        Effect.map(endsSince(ofDay(day)), (all) => all.filter((found) => found.company === company))
      yield* addEnds(ofDay("2026-03-01"), [ends("FAILED", 3, 100)])
      yield* Fixture.runConcurrently([
        addEnds(ofDay("2026-04-01"), [ends("SUCCEEDED", 20, 2), ends("FAILED", 3, 1)]),
        addEnds(ofDay("2026-04-01"), [ends("SUCCEEDED", 20, 5)])
      ])
      yield* addEnds(ofDay("2026-04-02"), [ends("SUCCEEDED", 20, 1), ends("SUCCEEDED", 9, 1)])
      const expected = [ends("FAILED", 3, 1), ends("SUCCEEDED", 9, 1), ends("SUCCEEDED", 20, 8)]
      assert.deepStrictEqual(yield* since("2026-04-01"), expected)
      yield* addEnds(periodOf("HOUR", Date.parse("2026-04-01")), [ends("OTHER", 7, 1)])
      const [first] = (yield* endsByPeriod(ofDay("2026-04-02"))).filter((found) => found.company === company)
      assert.deepStrictEqual(first, { ...ends("SUCCEEDED", 9, 1), start: Date.parse("2026-04-02") })
      assert.deepStrictEqual(yield* since("2026-04-01"), expected)
      yield* erase([ofDay("2026-03-31")], 0)
      assert.deepStrictEqual(yield* since("2026-01-01"), expected)
    })

    test("lets one of two nodes replace a history", function* ({ replaceShapes, shapes }) {
      const kind = yield* newKind
      assert.isTrue(Option.isNone(yield* shapes(kind)))
      for (const revision of [0, 1, 2]) {
        const stored = { history: historyOf(3 + revision, 0), revision }
        const written = yield* Fixture.runConcurrently([
          replaceShapes(kind, stored, at),
          replaceShapes(kind, stored, at)
        ])
        assert.deepStrictEqual(written.filter(Boolean), [true])
        const expected = { history: stored.history, revision: revision + 1 }
        assert.deepStrictEqual(yield* shapes(kind), Option.some(expected))
      }
      assert.isTrue(Option.isNone(yield* shapes({ ...kind, kind: "houseContentInsurance.condo" })))
      assert.isTrue(Option.isNone(yield* shapes({ ...kind, loginMethod: "USERNAME_AND_PASSWORD" })))
    })

    test("lists drifts until they end, or until nobody has written the history for long", function* ({
      drifts,
      erase,
      replaceShapes
    }) {
      const kind = yield* newKind
      const own = Effect.map(drifts, (all) => all.filter(({ company }) => company === kind.company))
      yield* replaceShapes(kind, { history: historyOf(60, 10), revision: 0 }, at)
      const drift = { ...kind, member: "livingArea", found: "ABSENT", since: at + 60, share: 1 }
      assert.deepStrictEqual(yield* own, [drift])
      yield* replaceShapes(kind, { history: historyOf(60, 0), revision: 1 }, at)
      assert.deepStrictEqual(yield* own, [])
      yield* replaceShapes(kind, { history: historyOf(60, 10), revision: 2 }, at)
      yield* erase([], at)
      assert.lengthOf(yield* own, 1)
      yield* erase([], at + 1)
      assert.deepStrictEqual(yield* own, [])
    })
  })
