/** What the chaos run looks for, found in histories that are made up: a check that finds nothing would prove nothing. */
import { assert, describe, it } from "vitest"
import * as Consents from "../src/chaos/Consents.ts"
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

describe("the check of a consent", () => {
  const step = (revision: number, status: string, since = 1_000 + revision): Consents.Entry => ({
    revision,
    status,
    since
  })
  const history = [step(1, "INITIATED"), step(2, "AWAITING_AUTHORIZATION"), step(3, "AUTHORIZED"), step(5, "REVOKED")]
  const revokedAt = "2026-04-01T12:00:00.000Z"
  const known: Consents.Known = {
    mayBe: ["REVOKED"],
    status: "REVOKED",
    seen: ["INITIATED", "AUTHORIZED", "REVOKED"],
    revokedAt,
    collections: [
      { status: "COMPLETED", statusChangedAt: revokedAt },
      { status: "AUTHENTICATION_ERROR", statusChangedAt: "2026-04-01T12:00:01.000Z" }
    ]
  }

  it("finds nothing in one that is sound", () => {
    assert.deepStrictEqual(Consents.violationsOf(history, known), [])
  })

  const histories: ReadonlyArray<[what: string, history: ReadonlyArray<Consents.Entry>, says: string]> = [
    ["another beginning", history.slice(1), "does not begin with INITIATED"],
    ["a status that may not follow", history.toSpliced(2, 0, step(2, "EXPIRED")), "goes from EXPIRED to AUTHORIZED"],
    ["a revision that is there twice", history.with(2, step(2, "AUTHORIZED")), "does not count on from revision 2"],
    ["a time that goes back", history.with(2, step(3, "AUTHORIZED", 7)), "goes back in time at revision 3"],
    ["something after what is told", [...history, step(6, "EXPIRED")], "goes from REVOKED to EXPIRED"],
    ["an end that is not told", history.slice(0, 3), "is in REVOKED, and not at the end of its history"]
  ]
  it.each(histories)("finds %s", (_, found, says) => {
    assert.include(Consents.violationsOf(found, known), says)
  })

  it("finds an end that was not to be, and a status that was never taken", () => {
    assert.deepStrictEqual(Consents.violationsOf(history, { ...known, mayBe: ["AUTHORIZED"] }), [
      "ends in REVOKED, not in AUTHORIZED"
    ])
    assert.deepStrictEqual(Consents.violationsOf(history, { ...known, seen: ["AUTHORIZED", "INITIATED"] }), [
      "was seen in INITIATED where its history has no such status"
    ])
  })

  it("finds what was read under it after it was revoked", () => {
    const collections = [{ status: "COMPLETED", statusChangedAt: "2026-04-01T12:00:00.001Z" }]
    assert.deepStrictEqual(Consents.violationsOf(history, { ...known, collections }), [
      "was revoked at 2026-04-01T12:00:00.000Z, and read at 2026-04-01T12:00:00.001Z"
    ])
  })

  const banks: ReadonlyArray<[what: string, here: Array<string>, there: Array<string>, says: Array<string>]> = [
    ["nothing amiss", ["AUTHORIZED", "REVOKED", "FAILED"], ["valid", "terminatedByTpp", "rejected"], []],
    [
      "one that is not revoked at the bank",
      ["REVOKED"],
      ["valid"],
      ["1 consents are in force at the banks, and 0 at the service"]
    ],
    ["one that was made and forgotten", [], ["received"], ["1 consents wait at the banks for nobody"]],
    [
      "one that the bank does not know",
      ["AUTHORIZED"],
      [],
      ["0 consents are in force at the banks, and 1 at the service"]
    ]
  ]
  it.each(banks)("finds at the banks %s", (_, here, there, says) => {
    assert.deepStrictEqual(Consents.bankViolations(here, there), says)
  })
})
