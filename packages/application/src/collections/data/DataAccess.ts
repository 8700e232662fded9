/** Reads collected data, with checks in the order of spec 4. */
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { covers } from "@sheaf/domain/Product"
import type { RecordProduct } from "@sheaf/domain/Product"
import {
  AuditLog,
  CollectionNotCompleted,
  CollectionNotFound,
  CollectionStore,
  ConnectSessionStore,
  ConsentStore,
  DataExpiredError,
  owns,
  ProductNotCollected
} from "@sheaf/ports"
import type { Caller, DataAccessState, DataConsent, StoreError } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import * as SessionConfirmation from "../../sessions/SessionConfirmation.ts"
import { Retention } from "../../settings/Retention.ts"

export const emptyJsonArray = Uint8Array.of(0x5b, 0x5d)

export const make = Effect.gen(function* () {
  const store = yield* CollectionStore
  const consents = yield* ConsentStore
  const retention = yield* Retention
  const audit = yield* AuditLog
  const sessions = yield* ConnectSessionStore

  /** Records the access in the audit log before the reader gets any data. */
  const audited = ({ clientId, userId }: Caller, collectionId: string, product: RecordProduct, documentId?: string) => {
    const subject = {
      clientId,
      collectionId,
      product,
      ...(userId !== undefined && { userId }),
      ...(documentId !== undefined && { documentId })
    }
    return Effect.orDie(audit.append({ action: "DATA_READ", subject }))
  }

  const hasEnded = Effect.fnUntraced(function* (clientId: string, under: DataConsent, now: number) {
    if (under._tag === "OneTimeConsent") return under.until <= now
    const consent = yield* Effect.orDie(consents.find(clientId, under.consentId))
    return Option.isNone(consent) || !ConsentStatus.isUsable(ConsentStatus.statusAt(consent.value, now))
  })

  /** Returns true if the data has expired, whether or not it has been erased yet. */
  const hasExpired = Effect.fnUntraced(function* (clientId: string, { endedAt, expired, under }: DataAccessState) {
    const now = yield* Clock.currentTimeMillis
    if (expired || (endedAt !== undefined && now - endedAt >= retention.data)) return true
    return retention.eraseWithConsent && under !== undefined && (yield* hasEnded(clientId, under, now))
  })

  const authorize = Effect.fnUntraced(function* (caller: Caller, collectionId: string, product: RecordProduct) {
    const found = yield* Effect.orDie(store.dataFacts(caller.clientId, collectionId))
    if (Option.isNone(found) || !owns(caller, { ...found.value, clientId: caller.clientId })) {
      return yield* new CollectionNotFound()
    }
    const { company, products, status: outcome } = found.value
    if (!covers(products, product)) return yield* new ProductNotCollected({ product })
    yield* Effect.provideService(
      SessionConfirmation.requireConfirmedSession(caller, found.value),
      ConnectSessionStore,
      sessions
    )
    if (!isOutcome(outcome)) return yield* new CollectionNotCompleted({ company, status: outcome })
    if (yield* hasExpired(caller.clientId, found.value)) return yield* new DataExpiredError()
    return outcome
  })

  /**
   * Reads records. If `authorize` allowed the access and the records are gone now, they have expired in the meantime.
   */
  const records = Effect.fnUntraced(function* <A>(
    caller: Caller,
    collectionId: string,
    product: RecordProduct,
    read: (collectionId: string) => Effect.Effect<Option.Option<A>, StoreError>,
    none: A
  ) {
    const outcome = yield* authorize(caller, collectionId, product)
    const found = yield* Effect.orDie(read(collectionId))
    if (Option.isNone(found) && outcome !== "COMPLETED_EMPTY") return yield* new DataExpiredError()
    yield* audited(caller, collectionId, product)
    return Option.getOrElse(found, () => none)
  })

  return { audited, authorize, records }
})
