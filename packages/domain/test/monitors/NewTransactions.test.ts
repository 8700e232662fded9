/** Each transaction is reported as new only once, whatever a bank omits. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { newTransactions } from "../../src/monitors/NewTransactions.ts"
import type { KnownTransactions, SeenTransaction } from "../../src/monitors/NewTransactions.ts"

const seen = (...hashes: ReadonlyArray<string>): ReadonlyArray<SeenTransaction> =>
  hashes.map((hash) => ({ current: hash, hashes: [hash], date: "2026-04-01" }))

const complete = (...hashes: ReadonlyArray<string>) => ({ seen: seen(...hashes), isComplete: true })

const reading = Schema.Struct({ keeps: Schema.Array(Schema.Boolean), isComplete: Schema.Boolean })

describe("the transactions of an account", () => {
  it.prop(
    "are new exactly once, if no two complete readings in a row omit them",
    { readings: Schema.Array(reading).check(Schema.isMaxLength(30)) },
    ({ readings }) => {
      let known: KnownTransactions | undefined
      const told: Array<string> = []
      let omitted = new Set<string>()
      readings.forEach(({ isComplete, keeps }, day) => {
        const all = Array.from({ length: day + 1 }, (_, index) => `t${index}`)
        // Each reading shows at least the new transaction and those that the previous complete reading omitted.
        const shown = all.filter((id, index) => omitted.has(id) || index === day || (keeps[index] ?? true))
        const result = newTransactions(known, { seen: seen(...shown), isComplete })
        known = result.known
        told.push(...result.added.map(({ current }) => current))
        if (isComplete) omitted = new Set(all.filter((id) => !shown.includes(id)))
      })
      assert.deepStrictEqual(
        told,
        readings.map((_, day) => `t${day}`)
      )
    }
  )

  it("are forgotten after two complete readings without them", () => {
    const first = newTransactions(undefined, complete("a")).known
    const second = newTransactions(first, complete("b")).known
    assert.deepStrictEqual(second, { seen: ["b"], earlier: ["a"] })
    assert.deepStrictEqual(newTransactions(second, complete("b")).known, { seen: ["b"], earlier: [] })
  })

  it("are not new if they are from before the period that the last complete reading covered", () => {
    const now = (date: string) => [{ current: date, hashes: [date], date }]
    const { known } = newTransactions(undefined, { ...complete("a"), from: "2026-01-01" })
    const incomplete = newTransactions(known, { seen: now("2026-01-01"), from: "2025-04-01", isComplete: false })
    assert.lengthOf(incomplete.added, 1)
    const older = newTransactions(incomplete.known, { ...complete(), seen: now("2025-12-31"), from: "2025-04-01" })
    assert.isEmpty(older.added)
    assert.isEmpty(newTransactions(older.known, { ...complete(), seen: now("2025-12-31") }).added)
    assert.lengthOf(newTransactions(older.known, { ...complete(), seen: now("2025-12-30") }).added, 1)
    const first = newTransactions(undefined, { seen: [], from: "2026-01-01", isComplete: false })
    assert.isEmpty(newTransactions(first.known, { ...complete(), seen: now("2025-12-31"), from: "2025-04-01" }).added)
  })

  it("are known under each pepper, and from then on under the current one", () => {
    const both = { current: "new", hashes: ["new", "old"], date: "2026-04-01" }
    const { known } = newTransactions(undefined, complete("old"))
    for (const isComplete of [true, false]) {
      const { added, known: after } = newTransactions(known, { seen: [both], isComplete })
      assert.isEmpty(added)
      assert.deepStrictEqual(after, { seen: ["new"], earlier: [] })
    }
  })
})
