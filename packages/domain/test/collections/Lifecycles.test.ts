/** The lifecycles of collections and consents as reducers: what holds for every history (decisions 4, 9). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as CollectionLifecycle from "../../src/collections/CollectionLifecycle.ts"
import * as CollectionStatus from "../../src/collections/CollectionStatus.ts"
import * as ConsentLifecycle from "../../src/consents/ConsentLifecycle.ts"
import * as ConsentStatus from "../../src/consents/ConsentStatus.ts"

const Event = Schema.Union([
  Schema.Struct({
    _tag: Schema.Literal("Reported"),
    status: CollectionStatus.CollectionStatus,
    informationChanged: Schema.Boolean
  }),
  Schema.Struct({ _tag: Schema.Literal("InputAccepted") })
])

const State = Schema.Struct({
  status: CollectionStatus.CollectionStatus,
  revision: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))
})

describe("The lifecycle of a collection", () => {
  it("begins RUNNING, with revision 1", () => {
    assert.deepStrictEqual(CollectionLifecycle.begin, { status: "RUNNING", revision: 1 })
  })

  it.prop(
    "moves exactly where the table of transitions lets it",
    { state: State, event: Event },
    ({ event, state }) => {
      const { _tag } = CollectionLifecycle.transition(state, event)
      const moves = event._tag === "Reported" && CollectionStatus.canTransition(state.status, event.status)
      assert.strictEqual(_tag === "Moved", moves)
    }
  )

  it.prop(
    "raises the revision by one when something shows, and not otherwise",
    { state: State, event: Event },
    (it) => {
      const result = CollectionLifecycle.transition(it.state, it.event)
      const shows = result._tag === "Moved" || result._tag === "Updated"
      assert.strictEqual(result.state.revision, it.state.revision + (shows ? 1 : 0))
      if (!shows) assert.strictEqual(result.state, it.state)
    }
  )

  it.prop("keeps the status unless it moves, and then takes the reported one", { state: State, event: Event }, (it) => {
    const result = CollectionLifecycle.transition(it.state, it.event)
    const expected = result._tag === "Moved" && it.event._tag === "Reported" ? it.event.status : it.state.status
    assert.strictEqual(result.state.status, expected)
  })

  it.prop("refuses everything in a final status", { state: State, event: Event }, ({ event, state }) => {
    const result = CollectionLifecycle.transition(state, event)
    const ended = result._tag === "Refused" && result.reason === "ALREADY_ENDED"
    assert.strictEqual(ended, CollectionStatus.isFinal(state.status))
  })

  it.prop("tells an update from nothing new", { state: State, informationChanged: Schema.Boolean }, (it) => {
    const { status } = it.state
    const { informationChanged } = it
    const { _tag } = CollectionLifecycle.transition(it.state, { _tag: "Reported", status, informationChanged })
    if (!CollectionStatus.isFinal(status)) assert.strictEqual(_tag, informationChanged ? "Updated" : "Unchanged")
  })

  it("shows at once that input was accepted", () => {
    const state = { status: "CONTACT_FORM_PENDING", revision: 3 } as const
    assert.deepStrictEqual(CollectionLifecycle.transition(state, { _tag: "InputAccepted" }), {
      _tag: "Updated",
      state: { status: "CONTACT_FORM_PENDING", revision: 4 }
    })
  })

  it("refuses a status that may not follow", () => {
    const state = { status: "RUNNING", revision: 1 } as const
    const event = { _tag: "Reported", status: "COMPLETED", informationChanged: true } as const
    assert.deepStrictEqual(CollectionLifecycle.transition(state, event), {
      _tag: "Refused",
      state,
      reason: "NOT_ALLOWED"
    })
  })

  it.prop("never falls back, whatever is reported", { events: Schema.Array(Event) }, ({ events }) => {
    let state = CollectionLifecycle.begin
    for (const event of events) {
      const next = CollectionLifecycle.transition(state, event).state
      assert.isAtLeast(next.revision, state.revision)
      if (CollectionStatus.isFinal(state.status)) assert.strictEqual(next, state)
      state = next
    }
  })
})

/** Spec 2.4 and decisions 9: the statuses of a consent and where each may go. */
const consents: ReadonlyArray<
  readonly [status: ConsentStatus.ConsentStatus, next: ReadonlyArray<ConsentStatus.ConsentStatus>, final: boolean]
> = [
  ["INITIATED", ["AWAITING_AUTHORIZATION", "FAILED", "REVOKED"], false],
  ["AWAITING_AUTHORIZATION", ["AUTHORIZED", "FAILED", "REVOKED"], false],
  ["AUTHORIZED", ["EXPIRED", "REVOKED"], false],
  ["REVOKED", [], true],
  ["EXPIRED", [], true],
  ["FAILED", [], true]
]

describe("The statuses of a consent", () => {
  it("are the six of the specification, and begin with INITIATED", () => {
    assert.deepStrictEqual(
      ConsentStatus.all,
      consents.map(([status]) => status)
    )
    assert.strictEqual(ConsentStatus.initial, "INITIATED")
  })

  it.each(consents)("go from %s to %s; final: %s", (status, next, final) => {
    assert.sameMembers(
      ConsentStatus.all.filter((to) => ConsentStatus.canTransition(status, to)),
      [...next]
    )
    assert.strictEqual(ConsentStatus.isFinal(status), final)
  })

  it("let accounts be read in AUTHORIZED only", () => {
    assert.deepStrictEqual(ConsentStatus.all.filter(ConsentStatus.isUsable), ["AUTHORIZED"])
  })

  it("say what kind they are, what they mean and what the client should do", () => {
    assert.deepStrictEqual(
      ConsentStatus.all.map((status) => ConsentStatus.describe(status).class),
      ["IN_PROGRESS", "WAITING_FOR_USER", "OUTCOME", "ENDED", "ENDED", "FAILURE"]
    )
    for (const status of ConsentStatus.all) {
      assert.match(ConsentStatus.describe(status).meaning, /^[A-Z].+\.$/)
      assert.match(ConsentStatus.describe(status).clientAction, /^[A-Z].+\.$/)
    }
  })
})

const ConsentState = Schema.Struct({
  status: ConsentStatus.ConsentStatus,
  revision: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))
})
const ConsentEvent = Schema.Struct({ status: ConsentStatus.ConsentStatus, instructionsChanged: Schema.Boolean })

describe("The lifecycle of a consent", () => {
  it("begins INITIATED, with revision 1", () => {
    assert.deepStrictEqual(ConsentLifecycle.begin, { status: "INITIATED", revision: 1 })
  })

  it.prop("answers every event in every state", { state: ConsentState, event: ConsentEvent }, ({ event, state }) => {
    const result = ConsentLifecycle.transition(state, event)
    const next = { status: event.status, revision: state.revision + 1 }
    if (ConsentStatus.isFinal(state.status)) {
      assert.deepStrictEqual(result, { _tag: "Refused", state, reason: "ALREADY_ENDED" })
    } else if (event.status === state.status) {
      const updated = event.instructionsChanged
      assert.deepStrictEqual(result, updated ? { _tag: "Updated", state: next } : { _tag: "Unchanged", state })
    } else if (ConsentStatus.canTransition(state.status, event.status)) {
      assert.deepStrictEqual(result, { _tag: "Moved", state: next })
    } else {
      assert.deepStrictEqual(result, { _tag: "Refused", state, reason: "NOT_ALLOWED" })
    }
  })
})
