/** All data that Sheaf keeps about a user, for the person or another service (GDPR, articles 15 and 20; decisions 8). */
import { head } from "@sheaf/domain/ApiVersion"
import { subjectOf } from "@sheaf/domain/EventContent"
import type { RecordProduct } from "@sheaf/domain/Product"
import { CollectionStore, ConsentStore, EventStore, firstPosition } from "@sheaf/ports"
import type {
  ConnectSessionStore,
  ConsentView,
  EventPosition,
  ListedCollection,
  Position,
  StoredEvent,
  StoredUser,
  StoreError,
  UnreadableEvent
} from "@sheaf/ports"
import { Clock, Effect, Option, Schema } from "effect"
import * as SessionConfirmation from "../connect/SessionConfirmation.ts"
import * as ConsentPresenter from "../consents/Presenter.ts"
import { timestampOf } from "../Day.ts"
import * as EventRendering from "../events/EventRendering.ts"

const pageSize = 100

const toBase64 = Schema.encodeSync(Schema.Uint8ArrayFromBase64)

interface ListPage {
  readonly after?: Position
  readonly latest: false
  readonly limit: number
}

/** Reads all pages of a list. */
const pagesOf = Effect.fnUntraced(function* <A extends { readonly createdAt: number }, E, R>(
  read: (page: ListPage) => Effect.Effect<ReadonlyArray<A>, E, R>,
  idOf: (entry: A) => string
) {
  const all: Array<A> = []
  for (;;) {
    const last = all.at(-1)
    const after = last && { createdAt: last.createdAt, id: idOf(last) }
    const page = yield* read({ latest: false, limit: pageSize, ...(after && { after }) })
    all.push(...page)
    if (page.length < pageSize) return all
  }
})

interface Documented {
  readonly documents?: ReadonlyArray<{ readonly documentId: string }> | undefined
}

/** Returns the documents of records, with their content in base64. */
const documentsOf = Effect.fnUntraced(function* (
  collectionId: string,
  product: RecordProduct,
  records: ReadonlyArray<Documented>
) {
  const store = yield* CollectionStore
  const ids = records.flatMap(({ documents = [] }) => documents.map(({ documentId }) => documentId))
  const found = yield* Effect.forEach(ids, (id) => store.document(collectionId, product, id))
  return found.flatMap(Option.toArray).map(({ bytes, contentType, documentId, name }) => ({
    documentId,
    product,
    name,
    contentType,
    content: toBase64(bytes)
  }))
})

const collectionOf = Effect.fnUntraced(function* ({ clientId: _, userId: __, ...collection }: ListedCollection) {
  const store = yield* CollectionStore
  const { collectionId, createdAt, statusChangedAt } = collection
  const [insurance, wealth] = [yield* store.insuranceData(collectionId), yield* store.wealthData(collectionId)]
  const history = yield* store.history(collectionId)
  return {
    ...collection,
    createdAt: timestampOf(createdAt),
    statusChangedAt: timestampOf(statusChangedAt),
    history: history.map(({ at, status }) => ({ status, at: timestampOf(at) })),
    ...(Option.isSome(insurance) && { insurance: insurance.value }),
    ...(Option.isSome(wealth) && { wealth: wealth.value }),
    documents: [
      ...(yield* documentsOf(
        collectionId,
        "INSURANCE",
        Option.getOrElse(insurance, () => [])
      )),
      ...(yield* documentsOf(
        collectionId,
        "WEALTH",
        Option.getOrElse(wealth, () => [])
      ))
    ]
  }
})

/** Returns all events of a user. */
const eventsOf = Effect.fnUntraced(function* ({ clientId, userId }: StoredUser) {
  const store = yield* EventStore
  const all: { readonly events: Array<StoredEvent>; readonly unreadable: Array<UnreadableEvent> } = {
    events: [],
    unreadable: []
  }
  let position: EventPosition = firstPosition
  for (;;) {
    const found = yield* store.after(clientId, position, { userId, limit: pageSize })
    all.events.push(...found.events)
    all.unreadable.push(...found.unreadable)
    if (found.events.length + found.unreadable.length < pageSize) return all
    position = found.next
  }
})

/** Returns each event with the Connect session that it is about, or that started its collection or consent. */
const withSessions = (
  events: ReadonlyArray<StoredEvent>,
  collections: ReadonlyArray<ListedCollection>,
  consents: ReadonlyArray<ConsentView>
) => {
  const sessions = new Map([
    ...collections.map(({ collectionId, connectSessionId }) => [collectionId, connectSessionId] as const),
    ...consents.map(({ connectSessionId, consentId }) => [consentId, connectSessionId] as const)
  ])
  return events.map((event) => {
    const {
      collectionId,
      consentId,
      connectSessionId = sessions.get(collectionId ?? consentId ?? "")
    } = subjectOf(event)
    return { event, ...(connectSessionId !== undefined && { connectSessionId }) }
  })
}

/**
 * Returns a user's data as a JSON value: the user, consents, collections with their data and documents, and events. Expired
 * data is missing, because Sheaf has erased it. The objects of a Connect session are missing until the client has confirmed
 * the session, because they can be another person's.
 */
export const of = (
  user: StoredUser
): Effect.Effect<object, StoreError, CollectionStore | ConnectSessionStore | ConsentStore | EventStore> =>
  Effect.gen(function* () {
    const { clientId, createdAt, externalId, sessionsEndedAt, userId } = user
    const [collections, consents] = [yield* CollectionStore, yield* ConsentStore]
    const ofUser = { clientId, userId }
    // Events first, so that the lists have the object of every event.
    const found = yield* eventsOf(user)
    const listedConsents = yield* pagesOf(
      (page) => consents.list({ ...ofUser, ...page }),
      ({ consentId }) => consentId
    )
    const listed = yield* pagesOf(
      (page) => collections.list({ ...ofUser, ...page }),
      ({ collectionId }) => collectionId
    )
    const events = yield* SessionConfirmation.usable(user, withSessions(found.events, listed, listedConsents))
    return {
      exportedAt: timestampOf(yield* Clock.currentTimeMillis),
      user: {
        userId,
        externalId,
        createdAt: timestampOf(createdAt),
        ...(sessionsEndedAt !== undefined && { sessionsEndedAt: timestampOf(sessionsEndedAt) })
      },
      consents: (yield* SessionConfirmation.usable(user, listedConsents)).map((consent) =>
        ConsentPresenter.bodyOf(consent)
      ),
      collections: yield* Effect.forEach(yield* SessionConfirmation.usable(user, listed), collectionOf),
      events: yield* EventRendering.all(head, { ...found, events: events.map(({ event }) => event) })
    }
  })
