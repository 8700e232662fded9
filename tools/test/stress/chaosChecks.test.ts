/** Tests the checker of `npm run chaos` on planted violations, because a check that never fails proves nothing. */
import { assert, describe, it } from "vitest"
import type {
  AcceptedCollection,
  CollectionRow,
  CompanyCall,
  ConsentStatusEntry,
  Evidence,
  ObservedEvent
} from "../../src/chaos/checker/Evidence.ts"
import * as Rules from "../../src/chaos/checker/Rules.ts"

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

const accepted: AcceptedCollection = {
  id: "a",
  mayBe: ["COMPLETED"],
  seen: ["RUNNING", "COLLECTING", "COMPLETED"],
  timesOut: "never",
  documents: ["d"]
}

const consentStep = (revision: number, status: string, since = revision): ConsentStatusEntry => ({
  id: "c",
  status,
  revision,
  since
})

const event = (
  eventId: string,
  type: string,
  subject: ObservedEvent["subject"],
  data: ObservedEvent["data"] = {}
): ObservedEvent => ({ eventId, type, subject, data })

const completed = event("1", "collection.completed", { collectionId: "a" }, { status: "COMPLETED" })
const authorized = event("2", "consent.authorized", { consentId: "c" })

const sound: Evidence = {
  collections: [row],
  consents: [consentStep(1, "INITIATED"), consentStep(2, "AWAITING_AUTHORIZATION"), consentStep(4, "AUTHORIZED")],
  readings: [{ id: "a", consentId: "c", readAt: 1, revokedAt: 2 }],
  calls: [call(0, "LOGIN"), call(1, "COLLECTING"), call(1, "COLLECTING"), end],
  accepted: [accepted],
  acceptedConsents: [{ id: "c", mayBe: ["AUTHORIZED"], seen: ["INITIATED", "AUTHORIZED"], status: "AUTHORIZED" }],
  banks: ["valid", "terminatedByTpp", "rejected"],
  events: [completed, authorized],
  delivered: new Set(["1", "2"])
}

const withRow = (more: Partial<CollectionRow>): Evidence => ({ ...sound, collections: [{ ...row, ...more }] })

const entry = (revision: number, status: string, at = revision - 1) => ({ revision, status, at })

const withConsent = (more: object): Evidence => ({
  ...sound,
  acceptedConsents: sound.acceptedConsents.map((each) => ({ ...each, ...more }))
})
const withEvents = (...events: ReadonlyArray<ObservedEvent>): Evidence => ({ ...sound, events })
const asked = { pendingInput: { inputId: "q" } }

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
  ["a status that the history lacks", { ...sound, accepted: [{ ...accepted, seen: ["KYC_FORM"] }] }, "KYC_FORM"],
  ["another end", { ...sound, accepted: [{ ...accepted, mayBe: ["FAILED"] }] }, "ends in COMPLETED, not in FAILED"],
  [
    "a collection that read data after the revocation of its consent",
    { ...sound, readings: [{ id: "a", consentId: "c", readAt: 2, revokedAt: 1 }] },
    "collection a read data after the revocation of consent c"
  ],
  ["a consent that goes backwards", { ...sound, consents: sound.consents.toReversed() }, "begins with AUTHORIZED"],
  ["a consent's repeated revision", { ...sound, consents: [...sound.consents, consentStep(4, "REVOKED")] }, "repeats"],
  ["a missing revision", withRow({ history: row.history.toSpliced(1, 1) }), "has revision 3 at place 2"],
  ["a history that does not begin", withRow({ history: row.history.slice(1) }), "begins with LOGIN"],
  ["no history", withRow({ history: [] }), "begins with undefined"],
  ["a history without the status", withRow({ history: row.history.slice(0, 3) }), "its history ends in another status"],
  [
    "a status that the client saw in another order",
    { ...sound, accepted: [{ ...accepted, seen: ["COLLECTING", "LOGIN"] }] },
    "was seen in LOGIN"
  ],
  [
    "a document that is referred to twice",
    { ...sound, accepted: [{ ...accepted, documents: ["d", "d"] }] },
    "refers to the document d more than once"
  ],
  [
    "a stored document without a record",
    { ...sound, accepted: [{ ...accepted, documents: [] }] },
    "stores 1 documents, but its records refer to 0"
  ],
  ["a lost consent", { ...sound, consents: [] }, "consent c is lost"],
  ["a consent that was created twice", { ...sound, acceptedConsents: [] }, "consent c is unknown to the client"],
  [
    "a consent's time that decreases",
    { ...sound, consents: sound.consents.with(2, consentStep(4, "AUTHORIZED", 0)) },
    "consent c goes back in time at revision 4"
  ],
  [
    "a consent's invalid transition",
    { ...sound, consents: sound.consents.toSpliced(1, 1) },
    "consent c goes from INITIATED to AUTHORIZED"
  ],
  [
    "a consent's status that the client saw but the history lacks",
    withConsent({ seen: ["AUTHORIZED", "INITIATED"] }),
    "was seen in INITIATED"
  ],
  ["a consent's unexpected end", withConsent({ mayBe: ["REVOKED"] }), "ends in AUTHORIZED, not in REVOKED"],
  [
    "a consent's history that lacks the returned status",
    withConsent({ status: "EXPIRED", mayBe: ["EXPIRED"] }),
    "has the status EXPIRED, but its history ends in AUTHORIZED"
  ],
  [
    "a consent that is not revoked at the bank",
    { ...sound, banks: ["valid", "valid"] },
    "2 consents are valid at the banks, but 1 at the service"
  ],
  ["a consent that the bank does not know", { ...sound, banks: [] }, "0 consents are valid at the banks, but 1"],
  [
    "a consent that the service forgot",
    { ...sound, banks: ["valid", "received"] },
    "1 consents are pending at the banks"
  ],
  ["an event that appears twice", withEvents(completed, completed, authorized), "the event 1 appears twice"],
  ["a second event about an end", withEvents(completed, { ...completed, eventId: "3" }, authorized), "instead of"],
  ["a missing event about an end", withEvents(authorized), "has the events  instead of collection.completed"],
  [
    "an event about another end",
    withEvents({ ...completed, data: { status: "FAILED" } }, authorized),
    "ends in COMPLETED, but its last event does not"
  ],
  [
    "two events for a question",
    withEvents(
      ...["3", "4"].map((id) => event(id, "collection.input_required", { collectionId: "a" }, asked)),
      completed
    ),
    "has two events for the question q"
  ],
  [
    "a repeated event about a consent",
    withEvents(completed, authorized, { ...authorized, eventId: "3" }),
    "two events of"
  ],
  [
    "an event about the end of a running consent",
    withEvents(completed, event("3", "consent.ended", { consentId: "c" })),
    "consent c is AUTHORIZED, and its events are consent.ended"
  ],
  [
    "an event about nothing",
    withEvents(completed, event("3", "consent.ended", { consentId: "x" })),
    "is about x, which"
  ],
  [
    "an event that was not delivered",
    { ...sound, delivered: new Set(["1"]) },
    "2 (consent.authorized) was never delivered"
  ],
  ["a delivery without an event", { ...sound, delivered: new Set(["1", "2", "3"]) }, "named the unknown event 3"]
]

describe("the checker", () => {
  it("accepts sound evidence, and a company's status that cannot follow", () => {
    assert.deepStrictEqual(Rules.violationsOf(sound), [])
    const history = [entry(1, "RUNNING"), entry(2, "LOGIN"), entry(3, "FAILED")]
    const calls = [call(0, "LOGIN"), call(1, "COMPLETED", { type: "END", documents: 1 })]
    const failed = { ...row, status: "FAILED", step: 2, documents: 0, history }
    const failure = event("1", "collection.failed", { collectionId: "a" }, { status: "FAILED" })
    assert.deepStrictEqual(
      Rules.violationsOf({
        ...withEvents(failure, authorized),
        collections: [failed],
        calls,
        accepted: [{ ...accepted, mayBe: ["FAILED"], seen: [], documents: [] }]
      }),
      []
    )
  })

  it("accepts two entries at the same time", () => {
    assert.deepStrictEqual(
      Rules.violationsOf(withRow({ history: row.history.map((each) => ({ ...each, at: 7 })) })),
      []
    )
  })

  const status = "AUTHENTICATION_TIMEOUT"

  const timedOut = (millis: number, timesOut: AcceptedCollection["timesOut"], step = 2): Evidence => ({
    ...withEvents(event("1", "collection.failed", { collectionId: "a" }, { status }), authorized),
    collections: [
      {
        ...row,
        status,
        step,
        documents: 0,
        history: [entry(1, "RUNNING"), entry(2, "LOGIN"), entry(3, "LOGIN"), entry(4, status, 1 + millis)]
      }
    ],
    calls: [call(0, "LOGIN", { type: "ASK" })],
    accepted: [{ ...accepted, seen: [], timesOut, documents: [] }]
  })

  it("accepts a step without the company only from a collection that timed out", () => {
    assert.deepStrictEqual(Rules.violationsOf(timedOut(60_000, "possibly")), [])
    const violations = Rules.violationsOf(timedOut(60_000, "possibly", 3))
    assert.include(violations.join("; "), "records 3 steps, but asked the company for 1")
  })

  it.each([
    ["a timeout that no client caused", timedOut(60_000, "never"), "ends in AUTHENTICATION_TIMEOUT, not in COMPLETED"],
    ["a timeout before the limit", timedOut(59_999, "possibly"), "times out after 59999 ms, before the limit"],
    ["a timeout long after the limit", timedOut(120_000, "always"), "times out after 120000 ms, long after the limit"],
    [
      "a collection that ended without its client's answer",
      { ...sound, accepted: [{ ...accepted, timesOut: "always" }] } as const,
      "ends in COMPLETED, but was never answered"
    ]
  ])("reports %s", (_, evidence, says) => {
    assert.include(Rules.violationsOf(evidence).join("; "), says)
  })

  it.each(planted)("reports %s", (_, evidence, says) => {
    assert.include(Rules.violationsOf(evidence).join("; "), says)
  })
})
