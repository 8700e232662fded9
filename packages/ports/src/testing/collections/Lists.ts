/** Contract tests for the collection list, in addition to the tests for all lists (spec 11). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { CollectionIdentity, CollectionListQuery } from "../../collections/CollectionStore.ts"
import type { ListPosition } from "../../stores/ListQuery.ts"
import { listContract } from "../samples/ListContract.ts"
import { testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"

const idsOf = (identities: ReadonlyArray<CollectionIdentity>) => identities.map(({ collectionId }) => collectionId)

const positionOf = ({ collectionId, createdAt }: CollectionIdentity): ListPosition => ({ createdAt, id: collectionId })

const accept = (clientId: string, identity: Sample.IdentityOverrides) =>
  Effect.map(Sample.acceptCollection(clientId, identity), Sample.listItemOf)

const withReferences = (clientId: string, references: ReadonlyArray<string | undefined>) =>
  Effect.forEach(references, (EXTERNAL_REFERENCE, index) => {
    const createdAt = Sample.startTime + index * 1000
    return accept(clientId, {
      createdAt,
      ...(EXTERNAL_REFERENCE !== undefined && { attributes: { EXTERNAL_REFERENCE } })
    })
  })

export const listTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  listContract(it, {
    companies: ["se-nordhem", "se-solgard", "se-tallbo"],
    statuses: { initial: "RUNNING", one: "LOGIN", another: "FAILED", third: "COMPLETED_EMPTY", unused: "COMPLETED" },
    start: Sample.startTime,
    newOwner: Sample.newClient,
    add: Effect.fnUntraced(function* (clientId, entry, status) {
      const identity = yield* accept(clientId, entry)
      if (status !== undefined) {
        const store = yield* CollectionStore
        yield* store.advance(Sample.precondition(identity.collectionId, 0, 1), [Sample.changeToStatus(status, 2)])
      }
      return identity
    }),
    list: Sample.listCollections,
    positionOf
  })

  test("shows the current state of each collection", function* (store) {
    const clientId = yield* Sample.newClient
    const identity = yield* accept(clientId, {})
    const change = Sample.changeToStatus("LOGIN", 2)
    yield* store.advance(Sample.precondition(identity.collectionId, 0, 1), [change])
    const { revision, status, statusChangedAt } = change
    assert.deepStrictEqual(yield* Sample.listCollections(clientId), [
      { ...identity, status, revision, statusChangedAt }
    ])
  })

  test.each<{ readonly filter: Partial<CollectionListQuery>; readonly left: ReadonlyArray<number> }>([
    { filter: { externalReference: "case 1" }, left: [3, 2, 0] },
    { filter: { externalReference: "case 10" }, left: [1] },
    { filter: { externalReference: "CASE 1" }, left: [] },
    { filter: { externalReference: "" }, left: [] },
    { filter: { externalReference: "case 1", latest: true }, left: [3] }
  ])("filters by $filter", function* (_, { filter, left }) {
    const clientId = yield* Sample.newClient
    const ids = idsOf(yield* withReferences(clientId, ["case 1", "case 10", "case 1", "case 1", undefined]))
    assert.deepStrictEqual(
      idsOf(yield* Sample.listCollections(clientId, filter)),
      left.map((index) => ids[index])
    )
  })

  test("finds only the client's own collections by reference", function* () {
    const [clientId, stranger] = [yield* Sample.newClient, yield* Sample.newClient]
    const mine = yield* accept(clientId, { attributes: { EXTERNAL_REFERENCE: "shared" } })
    yield* accept(stranger, { attributes: { EXTERNAL_REFERENCE: "shared" } })
    assert.deepStrictEqual(yield* Sample.listCollections(clientId, { externalReference: "shared" }), [mine])
  })

  test("continues after an erased entry", function* (store) {
    const clientId = yield* Sample.newClient
    const identities = yield* Effect.forEach([0, 1, 2, 3], (seconds) =>
      accept(clientId, { createdAt: Sample.startTime + seconds * 1000 })
    )
    const [oldest, older, newer, newest] = identities
    if (oldest === undefined || older === undefined || newer === undefined || newest === undefined) return assert.fail()
    yield* store.advance(Sample.precondition(newer.collectionId, 0, 1), [
      Sample.changeToStatus("FAILED", 2, { at: Sample.startTime + 1 })
    ])
    yield* store.eraseRows(Sample.startTime + 2)
    const next = yield* Sample.listCollections(clientId, { asOf: positionOf(newest), after: positionOf(newer) })
    assert.deepStrictEqual(next, [older, oldest])
  })
}
