/** The rows of status tables that are rejected. */
import { assert, describe, it } from "@effect/vitest"
import * as StatusTable from "../../src/shared/StatusTable.ts"

const words = { meaning: "A meaning.", clientAction: "An action." }

describe("A status table", () => {
  it("rejects rows that name an unknown class, status or advice", () => {
    const open = { class: "RUNNING", ...words, next: ["CLOSED"] }
    assert.throws(() => StatusTable.make({ OPEN: open }, ["RUNNING"]), /names CLOSED/)
    assert.throws(() => StatusTable.make({ OPEN: { ...open, next: [] } }, ["ENDED"]), /names RUNNING/)
    const ended = { class: "ENDED", ...words }
    assert.throws(() => StatusTable.make({ LOST: { ...ended, advice: "HOPE" } }, ["ENDED"]), /names HOPE/)
    assert.strictEqual(
      StatusTable.make({ LOST: { ...ended, advice: "WAIT" } }, ["ENDED"]).describe("LOST").advice,
      "WAIT"
    )
  })
})
