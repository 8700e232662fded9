/** The checker of `npm run chaos -- nodes`, applied to planted violations, because a check that never fails proves nothing. */
import { assert, describe, it } from "vitest"
import type { CollectionRow, CompanyCall, Evidence } from "../../src/chaos/checker/Evidence.ts"
import * as Rules from "../../src/chaos/checker/Rules.ts"
import * as CommandLine from "../../src/chaos/nodes/CommandLine.ts"
import * as Faults from "../../src/chaos/nodes/Faults.ts"
import { Pace } from "../../src/chaos/nodes/Pace.ts"

const row: CollectionRow = {
  id: "a",
  status: "COMPLETED",
  step: 3,
  hasEnded: true,
  isUnderConsent: false,
  history: ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED"].map((status, at) => ({ revision: at + 1, status, at })),
  documents: 1
}
const call = (step: number, status: string, more: Partial<CompanyCall> = {}): CompanyCall => ({
  call: step === 0 ? "begin" : "resume",
  key: `a/${step}`,
  body: `body ${step}`,
  type: "POLL",
  status,
  ...more
})
const end = call(2, "COMPLETED", { type: "END", documents: 1 })

const sound: Evidence = {
  collections: [row],
  consents: [
    { id: "c", status: "INITIATED", revision: 1 },
    { id: "c", status: "AWAITING_AUTHORIZATION", revision: 2 },
    { id: "c", status: "AUTHORIZED", revision: 4 }
  ],
  readings: [{ id: "a", consentId: "c", readAt: 1, revokedAt: 2 }],
  calls: [call(0, "LOGIN"), call(1, "COLLECTING"), call(1, "COLLECTING"), end],
  accepted: [{ id: "a", mayBe: ["COMPLETED"], seen: ["RUNNING", "COLLECTING", "COMPLETED"] }]
}

const withRow = (more: Partial<CollectionRow>): Evidence => ({ ...sound, collections: [{ ...row, ...more }] })

const entry = (revision: number, status: string, at = revision - 1) => ({ revision, status, at })

const planted: ReadonlyArray<[title: string, evidence: Evidence, says: string]> = [
  ["a lost collection", { ...sound, collections: [] }, "collection a is lost"],
  [
    "a collection that the company alone knows",
    { ...sound, calls: [call(0, "LOGIN", { key: "b/0" })] },
    "lost collection b"
  ],
  ["a request that was accepted twice", { ...sound, accepted: [] }, "a request was accepted twice"],
  ["a collection that has not ended", withRow({ hasEnded: false }), "has not ended"],
  ["two ends", withRow({ history: [...row.history, entry(5, "COMPLETED")] }), "ends 2 times"],
  [
    "a step after the end",
    withRow({ history: [...row.history, entry(5, "COLLECTING")] }),
    "from COMPLETED to COLLECTING"
  ],
  ["a step backwards", withRow({ history: row.history.with(2, entry(3, "RUNNING")) }), "goes from LOGIN to RUNNING"],
  ["a time that decreases", withRow({ history: row.history.with(2, entry(3, "COLLECTING", 0)) }), "goes back 1 ms"],
  [
    "a repeated revision",
    withRow({ history: row.history.with(2, entry(2, "COLLECTING")) }),
    "has revision 2 at place 3"
  ],
  ["a step that was recorded twice", withRow({ step: 4 }), "records 4 steps, but asked the company for 3"],
  ["an effect that was not recorded", withRow({ history: row.history.toSpliced(1, 1) }), "instead of RUNNING, LOGIN"],
  ["documents that were stored twice", withRow({ documents: 2 }), "stores 2 documents instead of 1"],
  [
    "another request with the same key",
    { ...sound, calls: [...sound.calls, call(2, "COMPLETED", { body: "x" })] },
    "different"
  ],
  [
    "a repeat with a new key",
    { ...sound, calls: [...sound.calls.slice(0, 3), { ...end, key: "a/3" }] },
    "skips step 2"
  ],
  [
    "steps in another order",
    { ...sound, calls: [call(1, "COLLECTING"), call(0, "LOGIN"), end] },
    "asks for step 0 for the first time after step 1"
  ],
  [
    "a status that the history lacks",
    { ...sound, accepted: [{ id: "a", mayBe: ["COMPLETED"], seen: ["KYC_FORM"] }] },
    "KYC_FORM"
  ],
  [
    "another end",
    { ...sound, accepted: [{ id: "a", mayBe: ["FAILED"], seen: [] }] },
    "ends in COMPLETED, not in FAILED"
  ],
  [
    "a collection that read data after the revocation of its consent",
    { ...sound, readings: [{ id: "a", consentId: "c", readAt: 2, revokedAt: 1 }] },
    "collection a read data after the revocation of consent c"
  ],
  ["a consent that goes backwards", { ...sound, consents: sound.consents.toReversed() }, "begins with AUTHORIZED"],
  [
    "a consent's repeated revision",
    { ...sound, consents: [...sound.consents, { id: "c", status: "REVOKED", revision: 4 }] },
    "repeats"
  ]
]

describe("the checker", () => {
  it("accepts sound evidence, and a company's status that cannot follow", () => {
    assert.deepStrictEqual(Rules.violationsOf(sound), [])
    const history = [entry(1, "RUNNING"), entry(2, "LOGIN"), entry(3, "FAILED")]
    const calls = [call(0, "LOGIN"), call(1, "COMPLETED", { type: "END", documents: 1 })]
    const failed = { ...row, status: "FAILED", step: 2, documents: 0, history }
    const accepted = [{ id: "a", mayBe: ["FAILED"], seen: [] }]
    assert.deepStrictEqual(Rules.violationsOf({ ...sound, collections: [failed], calls, accepted }), [])
  })

  it("accepts a step without the company only from a collection that timed out", () => {
    const { history } = row
    const timedOut = {
      ...row,
      status: "AUTHENTICATION_TIMEOUT",
      step: 2,
      history: [...history.slice(0, 2), entry(3, "AUTHENTICATION_TIMEOUT")]
    }
    const evidence = (step: number): Evidence => ({
      ...sound,
      collections: [{ ...timedOut, step }],
      calls: [call(0, "LOGIN", { type: "ASK" })],
      accepted: [{ id: "a", mayBe: ["AUTHENTICATION_TIMEOUT"], seen: [] }]
    })
    assert.deepStrictEqual(Rules.violationsOf(evidence(2)), [])
    assert.include(Rules.violationsOf(evidence(3)).join("; "), "records 3 steps, but asked the company for 1")
  })

  it.each(planted)("reports %s", (_, evidence, says) => {
    assert.include(Rules.violationsOf(evidence).join("; "), says)
  })
})

describe("the pace of the clients", () => {
  it("opens more objects while polls are fast, and fewer once they are slow", () => {
    const pace = new Pace()
    const first = pace.open
    for (let round = 0; round < 10; round++) pace.polled(pace.open, 100)
    const fast = pace.open
    assert.isAbove(fast, first)
    pace.polled(fast, 10_000)
    assert.isBelow(pace.open, fast)
    for (let round = 0; round < 20; round++) pace.polled(1, 60_000)
    assert.strictEqual(pace.open, first)
  })

  it("does not change while fewer objects are open than the limit allows", () => {
    const pace = new Pace()
    const first = pace.open
    pace.polled(1, 100)
    assert.strictEqual(pace.open, first)
  })
})

describe("the command line", () => {
  it("runs three nodes, 2,000 collections, 500 consents and all faults by default", () => {
    const command = CommandLine.parse([], Faults.all)
    assert(command._tag === "Run")
    const { collections, consents, faults, nodes } = command.plan
    assert.deepStrictEqual(
      { collections, consents, faults, nodes },
      { collections: 2000, consents: 500, faults: Faults.all, nodes: 3 }
    )
  })

  it("takes faults by name, and rejects others", () => {
    const command = CommandLine.parse(["--faults", "kill", "--seed", "7", "--collections", "20"], Faults.all)
    assert(command._tag === "Run")
    assert.deepStrictEqual(
      [command.seed, command.plan.collections, command.plan.faults.map(({ name }) => name)],
      [7, 20, ["kill"]]
    )
    for (const words of [
      ["--faults", "flood"],
      ["--seed", "x"],
      ["--rate", "1"]
    ]) {
      assert.strictEqual(CommandLine.parse(words, Faults.all)._tag, "Refused")
    }
    const list = CommandLine.parse(["--list"], Faults.all)
    assert(list._tag === "Print")
    for (const { name } of Faults.all) assert.include(list.text, name)
  })
})
