/**
 * Tests the reducers for the lifecycles of collections and consents, and the statuses of a consent (spec 2.4, 2.5,
 * 3.4).
 */
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { Schema } from "effect"
import * as CollectionLifecycle from "../../src/collections/CollectionLifecycle.ts"
import * as CollectionStatus from "../../src/collections/CollectionStatus.ts"
import * as ConsentLifecycle from "../../src/consents/ConsentLifecycle.ts"
import * as ConsentStatus from "../../src/consents/ConsentStatus.ts"
import type * as Lifecycle from "../../src/shared/Lifecycle.ts"

const revision = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

const expected = <Status extends string>(
  { canTransition, isFinal }: Lifecycle.StatusTable<Status>,
  state: Lifecycle.State<Status>,
  { changed, status }: Lifecycle.StatusReport<Status>
): object => {
  const next = { status, revision: state.revision + 1 }
  if (isFinal(state.status)) return { _tag: "Refused", state, reason: "ALREADY_ENDED" }
  if (status === state.status) return changed ? { _tag: "Updated", state: next } : { _tag: "Unchanged", state }
  if (canTransition(state.status, status)) return { _tag: "Moved", state: next }
  return { _tag: "Refused", state, reason: "NOT_ALLOWED" }
}

it("A status is not a decided status, so that stores accept only statuses that a lifecycle has decided", () => {
  expectTypeOf<"COMPLETED">().not.toExtend<CollectionLifecycle.State["status"]>()
  expectTypeOf<"REVOKED">().not.toExtend<ConsentLifecycle.State["status"]>()
})

const follows = <Status extends string>(
  process: string,
  first: NoInfer<Status>,
  status: Schema.Codec<Status>,
  table: Lifecycle.StatusTable<Status>,
  {
    initialState,
    transition
  }: {
    readonly initialState: Lifecycle.State<NoInfer<Status>>
    readonly transition: ReturnType<typeof Lifecycle.makeReducer<NoInfer<Status>>>
  }
) =>
  describe(`The lifecycle of a ${process}`, () => {
    it(`begins in ${first} with revision 1`, () => {
      assert.deepStrictEqual(initialState, { status: first, revision: 1 })
    })

    it.prop(
      "follows the table in every state",
      { before: status, revision, reported: status, changed: Schema.Boolean },
      ({ before, changed, reported, revision }) => {
        const state = { status: before, revision }
        for (const status of [reported, before]) {
          const report = { status, changed }
          assert.deepStrictEqual<object>(transition(state, report), expected(table, state, report))
        }
      }
    )
  })

follows("collection", "RUNNING", CollectionStatus.CollectionStatus, CollectionStatus.statusTable, CollectionLifecycle)
follows("consent", "INITIATED", ConsentStatus.ConsentStatus, ConsentStatus.statusTable, ConsentLifecycle)

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
    assert.strictEqual(ConsentStatus.initialStatus, "INITIATED")
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
    assert.strictEqual(ConsentStatus.statusAt({ status, expiresAt: 10 }, 9), status)
    assert.strictEqual(
      ConsentStatus.statusAt({ status, expiresAt: 10 }, 10),
      status === "AUTHORIZED" ? "EXPIRED" : status
    )
  })
})
