/** The lifecycles of collections and consents as reducers, and the statuses of a consent (spec 2.4; decisions 4, 9). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as CollectionLifecycle from "../../src/collections/CollectionLifecycle.ts"
import * as CollectionStatus from "../../src/collections/CollectionStatus.ts"
import * as ConsentLifecycle from "../../src/consents/ConsentLifecycle.ts"
import * as ConsentStatus from "../../src/consents/ConsentStatus.ts"
import type * as Lifecycle from "../../src/Lifecycle.ts"
import type { StatusTable } from "../../src/StatusTable.ts"

const revision = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/** The transition that the table requires for a reported status. */
const expected = <Status extends string>(
  { canTransition, isFinal }: StatusTable<Status>,
  state: Lifecycle.State<Status>,
  { changed, status }: Lifecycle.Report<Status>
): Lifecycle.Transition<Status> => {
  const next = { status, revision: state.revision + 1 }
  if (isFinal(state.status)) return { _tag: "Refused", state, reason: "ALREADY_ENDED" }
  if (status === state.status) return changed ? { _tag: "Updated", state: next } : { _tag: "Unchanged", state }
  if (canTransition(state.status, status)) return { _tag: "Moved", state: next }
  return { _tag: "Refused", state, reason: "NOT_ALLOWED" }
}

describe("The lifecycle of a collection", () => {
  const status = CollectionStatus.CollectionStatus
  const states = Schema.Struct({ status, revision })
  const { begin, transition } = CollectionLifecycle

  it("begins in RUNNING with revision 1", () => {
    assert.deepStrictEqual(begin, { status: "RUNNING", revision: 1 })
  })

  it.prop(
    "follows the table in every state",
    { state: states, reported: status, informationChanged: Schema.Boolean },
    ({ informationChanged, reported, state }) => {
      // A random pair seldom repeats a status.
      for (const status of [reported, state.status]) {
        assert.deepStrictEqual(
          transition(state, { _tag: "Reported", status, informationChanged }),
          expected(CollectionStatus.table, state, { status, changed: informationChanged })
        )
      }
    }
  )

  it.prop("raises the revision for accepted input, except after the end", { state: states }, ({ state }) => {
    assert.deepStrictEqual(
      transition(state, { _tag: "InputAccepted" }),
      expected(CollectionStatus.table, state, { status: state.status, changed: true })
    )
  })
})

describe("The lifecycle of a consent", () => {
  const status = ConsentStatus.ConsentStatus
  const { begin, transition } = ConsentLifecycle

  it("begins in INITIATED with revision 1", () => {
    assert.deepStrictEqual(begin, { status: "INITIATED", revision: 1 })
  })

  it.prop(
    "follows the table in every state",
    { state: Schema.Struct({ status, revision }), reported: status, instructionsChanged: Schema.Boolean },
    ({ instructionsChanged, reported, state }) => {
      for (const status of [reported, state.status]) {
        assert.deepStrictEqual(
          transition(state, { status, instructionsChanged }),
          expected(ConsentStatus.table, state, { status, changed: instructionsChanged })
        )
      }
    }
  )
})

/** The statuses of a consent and the transitions between them, from spec 2.4 and decisions 9. */
const consents: ReadonlyArray<
  readonly [status: ConsentStatus.ConsentStatus, kind: string, next: ReadonlyArray<ConsentStatus.ConsentStatus>]
> = [
  ["INITIATED", "IN_PROGRESS", ["AWAITING_AUTHORIZATION", "FAILED", "REVOKED"]],
  ["AWAITING_AUTHORIZATION", "WAITING_FOR_USER", ["AUTHORIZED", "FAILED", "REVOKED"]],
  ["AUTHORIZED", "OUTCOME", ["EXPIRED", "REVOKED"]],
  ["REVOKED", "ENDED", []],
  ["EXPIRED", "ENDED", []],
  ["FAILED", "FAILURE", []]
]

describe("The statuses of a consent", () => {
  it("are the specification's six statuses, in order", () => {
    assert.deepStrictEqual(
      ConsentStatus.all,
      consents.map(([status]) => status)
    )
    assert.strictEqual(ConsentStatus.initial, "INITIATED")
  })

  it.each(consents)("include %s of the class %s, followed by %s", (status, kind, next) => {
    const { clientAction, class: found, meaning } = ConsentStatus.describe(status)
    assert.strictEqual(found, kind)
    assert.match(meaning, /^[A-Z].+\.$/)
    assert.match(clientAction, /^[A-Z].+\.$/)
    assert.sameMembers(
      ConsentStatus.all.filter((to) => ConsentStatus.canTransition(status, to)),
      [...next]
    )
    assert.strictEqual(ConsentStatus.isFinal(status), next.length === 0)
    assert.strictEqual(ConsentStatus.isUsable(status), status === "AUTHORIZED")
  })
})
