/** The rows that a status table rejects. */
import { assert, describe, it } from "@effect/vitest"
import * as Lifecycle from "../../src/shared/Lifecycle.ts"

const words = { meaning: "A meaning.", clientAction: "An action." }

describe("A status table", () => {
  it("rejects rows that name an unknown class, status or advice", () => {
    const open = { class: "RUNNING", ...words, next: ["CLOSED"] }
    assert.throws(() => Lifecycle.makeTable({ OPEN: open }, ["RUNNING"]), /names CLOSED/)
    assert.throws(() => Lifecycle.makeTable({ OPEN: { ...open, next: [] } }, ["ENDED"]), /names RUNNING/)
    const ended = { class: "ENDED", ...words }
    assert.throws(() => Lifecycle.makeTable({ LOST: { ...ended, advice: "HOPE" } }, ["ENDED"]), /names HOPE/)
    assert.strictEqual(
      Lifecycle.makeTable({ LOST: { ...ended, advice: "WAIT" } }, ["ENDED"]).describe("LOST").advice,
      "WAIT"
    )
  })
})
