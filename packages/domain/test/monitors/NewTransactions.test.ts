/** Transactions are new once, whatever a bank omits. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { newTransactions } from "../../src/monitors/NewTransactions.ts"
import type { KnownTransactions } from "../../src/monitors/NewTransactions.ts"

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
        // What the complete reading before omitted is there, and so is what is new.
        const seen = all.filter((id, index) => omitted.has(id) || index === day || (keeps[index] ?? true))
        const result = newTransactions(known, seen, isComplete)
        known = result.known
        told.push(...result.added)
        if (isComplete) omitted = new Set(all.filter((id) => !seen.includes(id)))
      })
      assert.deepStrictEqual(
        told,
        readings.map((_, day) => `t${day}`)
      )
    }
  )

  it("are forgotten after two complete readings without them", () => {
    const first = newTransactions(undefined, ["a"], true).known
    const second = newTransactions(first, ["b"], true).known
    assert.deepStrictEqual(second, { seen: ["b"], earlier: ["a"] })
    assert.deepStrictEqual(newTransactions(second, ["b"], true).known, { seen: ["b"], earlier: [] })
  })
})
