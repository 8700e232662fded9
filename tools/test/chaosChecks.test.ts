/** What the chaos run looks for, found in histories that are made up: a check that finds nothing would prove nothing. */
import { assert, describe, it } from "vitest"
import * as Documents from "../src/chaos/Documents.ts"
import * as History from "../src/chaos/History.ts"
import type { Entry } from "../src/chaos/History.ts"

const entry = (revision: number, status: Entry["status"], at = 1_000 + revision): Entry => ({ revision, status, at })

/** Information changes at revision 3, while the status stays. */
const sound: ReadonlyArray<Entry> = [
  entry(1, "RUNNING"),
  entry(2, "LOGIN"),
  entry(3, "LOGIN"),
  entry(4, "COLLECTING"),
  entry(5, "COMPLETED")
]
const expected: History.Expected = { finalStatus: "COMPLETED", seen: ["RUNNING", "LOGIN", "COMPLETED"] }

describe("the check of a history", () => {
  it("finds nothing in one that is sound", () => {
    assert.deepStrictEqual(History.violationsOf(sound, expected), [])
  })

  const histories: ReadonlyArray<[what: string, history: ReadonlyArray<Entry>, says: ReadonlyArray<string>]> = [
    [
      "an end that is written twice",
      [...sound, entry(6, "COMPLETED")],
      ["ends 2 times", "goes on after its end at revision 5"]
    ],
    [
      "an end of another kind after the end",
      [...sound, entry(6, "FAILED")],
      [
        "goes from COMPLETED to FAILED",
        "ends 2 times",
        "goes on after its end at revision 5",
        "ends in FAILED, not in COMPLETED"
      ]
    ],
    [
      "something after the end",
      [...sound, entry(6, "COLLECTING")],
      [
        "goes from COMPLETED to COLLECTING",
        "goes on after its end at revision 5",
        "ends in COLLECTING, not in COMPLETED"
      ]
    ],
    [
      "no end",
      sound.slice(0, 4),
      [
        "ends 0 times",
        "ends in COLLECTING, not in COMPLETED",
        "was seen in COMPLETED where its history has no such status"
      ]
    ],
    [
      "no history",
      [],
      [
        "does not begin with RUNNING",
        "ends 0 times",
        "ends in undefined, not in COMPLETED",
        "was seen in RUNNING where its history has no such status",
        "was seen in LOGIN where its history has no such status",
        "was seen in COMPLETED where its history has no such status"
      ]
    ],
    [
      "a revision that is missing",
      [...sound.slice(0, 2), entry(4, "COLLECTING"), entry(5, "COMPLETED")],
      ["has revision 4 at place 3", "has revision 5 at place 4"]
    ],
    [
      "a revision that is there twice",
      [...sound.slice(0, 3), entry(3, "LOGIN"), entry(4, "COLLECTING"), entry(5, "COMPLETED")],
      ["has revision 3 at place 4", "has revision 4 at place 5", "has revision 5 at place 6"]
    ],
    ["a time that goes back", sound.with(3, entry(4, "COLLECTING", 1_002)), ["goes back in time at revision 4"]],
    [
      "another beginning",
      sound.with(0, entry(1, "LOGIN")),
      ["does not begin with RUNNING", "was seen in RUNNING where its history has no such status"]
    ],
    [
      "a status that may not follow",
      sound.with(3, entry(4, "RUNNING")),
      ["goes from LOGIN to RUNNING", "goes from RUNNING to COMPLETED"]
    ]
  ]
  it.each(histories)("finds %s", (_, history, says) => {
    assert.sameMembers([...History.violationsOf(history, expected)], [...says])
  })

  it("finds an end that is not the scenario's", () => {
    const violations = History.violationsOf(sound, { ...expected, finalStatus: "COMPLETED_EMPTY" })
    assert.deepStrictEqual(violations, ["ends in COMPLETED, not in COMPLETED_EMPTY"])
  })

  it("finds a status that was seen and is not in the history, or is there before what was seen earlier", () => {
    for (const seen of [
      ["RUNNING", "TWO_FACTOR_PENDING"],
      ["COLLECTING", "LOGIN"]
    ]) {
      const violations = History.violationsOf(sound, { ...expected, seen })
      assert.deepStrictEqual(violations, [`was seen in ${String(seen[1])} where its history has no such status`])
    }
  })

  it("takes two entries of the same moment", () => {
    const atOnce = sound.map(({ revision, status }) => entry(revision, status, 1_000))
    assert.deepStrictEqual(History.violationsOf(atOnce, expected), [])
  })
})

describe("the check of documents", () => {
  const rows: ReadonlyArray<[what: string, stored: Array<string>, referenced: Array<string>, says: Array<string>]> = [
    ["nothing amiss", ["a", "b"], ["b", "a"], []],
    ["one that is stored beside", ["a", "b"], ["a"], ["stores the document b, to which no record refers"]],
    ["one that is referred to twice", ["a"], ["a", "a"], ["refers to the document a more than once"]],
    ["one that is lost", [], ["a"], ["refers to the document a, which is not stored"]]
  ]
  it.each(rows)("finds %s", (_, stored, referenced, says) => {
    assert.deepStrictEqual(Documents.violationsOf(stored, referenced), says)
  })
})
