/**
 * How far each account under a consent has been read, so a collection can ask only for new transactions (spec 10). A
 * reading does not count until its collection has completed, because only then does the client have the transactions.
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import { CollectionStore, ConsentStore } from "@sheaf/ports"
import type { ConsentView, TransactionReadPosition } from "@sheaf/ports"
import { Effect, Option } from "effect"

type ConsentKey = Pick<ConsentView, "clientId" | "consentId">

const statusOf = Effect.fnUntraced(function* (clientId: string, collectionId: string) {
  const found = yield* (yield* CollectionStore).status(clientId, collectionId)
  return Option.getOrUndefined(Option.map(found, ({ status }): CollectionStatus => status))
})

/**
 * Returns where a collection starts to read new transactions. A repeated step starts from the same positions. So does
 * the next collection if the previous one failed or its outcome is unknown.
 */
export const transactionReadPositionsOf = Effect.fnUntraced(function* (consent: ConsentKey, collectionId: string) {
  const known = yield* (yield* ConsentStore).positions(consent)
  if (known === undefined) return []
  if (known.collectionId === collectionId) return known.from
  const status = yield* statusOf(consent.clientId, known.collectionId)
  return status !== undefined && isOutcome(status) ? known.to : known.from
})

/**
 * Records how far each account has been read. `read` omits accounts that were not read to the end or whose data the
 * client does not receive. These accounts keep their positions in `from`.
 */
export const recordPositions = Effect.fnUntraced(function* (
  consent: ConsentKey,
  collectionId: string,
  from: ReadonlyArray<TransactionReadPosition>,
  read: ReadonlyArray<TransactionReadPosition>
) {
  if (from.length === 0 && read.length === 0) return
  const kept = from.filter(({ accountId }) => !read.some((each) => each.accountId === accountId))
  yield* (yield* ConsentStore).setPositions(consent, { collectionId, from, to: [...kept, ...read] })
})

export const copyPositionsToRenewal = Effect.fnUntraced(function* (renewed: ConsentKey, consent: ConsentKey) {
  const store = yield* ConsentStore
  const known = yield* store.positions(renewed)
  if (known !== undefined && (yield* store.positions(consent)) === undefined) {
    yield* store.setPositions(consent, known)
  }
})
