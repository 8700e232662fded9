/**
 * Exports everything that Sheaf stores about a user, as JSON text in small pieces (GDPR, articles 15 and 20; spec 5).
 * At most one document or one product's records are in memory at a time.
 */
import { head } from "@sheaf/domain/ApiVersion"
import { subjectOf } from "@sheaf/domain/EventContent"
import type { RecordProduct } from "@sheaf/domain/Product"
import { CollectionStore, ConsentStore, EventStore, MonitorStore, startPosition } from "@sheaf/ports"
import type {
  ConnectSessionStore,
  ConsentView,
  EventPosition,
  CollectionStatusView,
  ListPosition,
  StoredDocument,
  StoredEvent,
  StoredUser,
  StoreError
} from "@sheaf/ports"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"
import * as MonitorPresenter from "../monitors/Presenter.ts"
import * as ConsentPresenter from "../consents/Presenter.ts"
import { timestampOf } from "../views/Display.ts"
import * as EventRendering from "../events/EventRendering.ts"

const pageSize = 100

/** Bytes per chunk of a document. A multiple of three, so that the chunks' base64 can be concatenated. */
const sliceBytes = 3 * 16_384

const toBase64 = Schema.encodeSync(Schema.Uint8ArrayFromBase64)

type Stores = CollectionStore | ConnectSessionStore | ConsentStore | EventStore | MonitorStore

type Text = Stream.Stream<string, StoreError, Stores>

interface ListPage {
  readonly after?: ListPosition
  readonly latest: false
  readonly limit: number
}

const listed = <A extends { readonly createdAt: number; readonly connectSessionId?: string }>(
  user: StoredUser,
  read: (page: ListPage) => Effect.Effect<ReadonlyArray<A>, StoreError, Stores>,
  idOf: (entry: A) => string
) =>
  Stream.paginate(
    Option.none<ListPosition>(),
    Effect.fnUntraced(function* (after) {
      const page = yield* read({ latest: false, limit: pageSize, ...(Option.isSome(after) && { after: after.value }) })
      const next = Option.map(
        Option.filter(Option.fromUndefinedOr(page.at(-1)), () => page.length === pageSize),
        (last) => Option.some({ createdAt: last.createdAt, id: idOf(last) })
      )
      return [yield* SessionConfirmation.withoutUnconfirmed(user, page), next] as const
    })
  )

const separator = (index: number): string => (index === 0 ? "\n" : ",\n")

const inBrackets = (elements: Text): Text => elements.pipe(Stream.prepend(["["]), Stream.concat(Stream.succeed("]")))

const arrayOf = (values: Stream.Stream<unknown, StoreError, Stores>): Text =>
  inBrackets(Stream.map(values, (value, index) => separator(index) + JSON.stringify(value)))

const arrayOfTexts = <A>(elements: Stream.Stream<A, StoreError, Stores>, textOf: (element: A) => Text): Text =>
  inBrackets(
    elements.pipe(
      Stream.rechunk(1),
      Stream.zipWithIndex,
      Stream.flatMap(([element, index]) => Stream.concat(Stream.succeed(separator(index)), textOf(element)))
    )
  )

const objectOf = (first: object, ...others: ReadonlyArray<Text>): Text =>
  Stream.concat(
    Stream.succeed(JSON.stringify(first).slice(0, -1)),
    Stream.concat(
      Stream.flatMap(Stream.fromIterable(others), (other) => other),
      Stream.succeed("}")
    )
  )

const memberOf = (name: string, value: Text): Text =>
  Stream.concat(Stream.succeed(`,\n${JSON.stringify(name)}:`), value)

interface NamedDocument {
  readonly product: RecordProduct
  readonly documentId: string
}

const slicesOf = function* (bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield toBase64(bytes.subarray(at, at + sliceBytes))
}

const documentOf = ({ bytes, contentType, documentId, name, product }: StoredDocument): Text =>
  objectOf(
    { documentId, product, name, contentType },
    Stream.fromIterable([`,"content":"`]),
    Stream.fromIterable(slicesOf(bytes), { chunkSize: 1 }),
    Stream.succeed(`"`)
  )

interface Documented {
  readonly documents?: ReadonlyArray<{ readonly documentId: string }> | undefined
}

/** Documents come after the records that refer to them. */
const collectionOf = ({
  clientId: _,
  openQuestion: __,
  shown: ___,
  userId: ____,
  ...collection
}: CollectionStatusView): Text =>
  Stream.unwrap(
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId, createdAt, statusChangedAt } = collection
      const history = yield* store.history(collectionId)
      const proof = Option.getOrUndefined(yield* store.proof(collectionId))
      const named: Array<NamedDocument> = []
      const recordsOf = (
        product: RecordProduct,
        read: Effect.Effect<Option.Option<ReadonlyArray<Documented>>, StoreError>
      ): Text =>
        Stream.unwrap(
          Effect.map(
            read,
            Option.match({
              onNone: (): Text => Stream.empty,
              onSome: (records) => {
                const ids = records.flatMap(({ documents = [] }) => documents)
                named.push(...ids.map(({ documentId }) => ({ product, documentId })))
                return memberOf(product.toLowerCase(), arrayOf(Stream.rechunk(Stream.fromIterable(records), 1)))
              }
            })
          )
        )
      const documents = Stream.suspend(() => Stream.fromIterable(named)).pipe(
        Stream.rechunk(1),
        Stream.mapEffect(({ documentId, product }) => store.document(collectionId, product, documentId)),
        Stream.flatMap((found) => Stream.fromIterable(Option.toArray(found)))
      )
      return objectOf(
        {
          ...collection,
          createdAt: timestampOf(createdAt),
          statusChangedAt: timestampOf(statusChangedAt),
          history: history.map(({ at, status }) => ({ status, at: timestampOf(at) })),
          ...(proof && { loginProof: proof })
        },
        recordsOf("INSURANCE", store.insuranceData(collectionId)),
        recordsOf("WEALTH", store.wealthData(collectionId)),
        memberOf("documents", arrayOfTexts(documents, documentOf))
      )
    })
  )

/** Includes the proof of authentication, if it still exists. */
const consentOf = Effect.fnUntraced(function* (consent: ConsentView) {
  const state = Option.getOrUndefined(yield* (yield* ConsentStore).loadState(consent.consentId))
  const proof = state?.progress.proof
  return { ...ConsentPresenter.statusObjectOf(consent), ...(proof && { loginProof: proof }) }
})

/** Pairs each event with the Connect session that it comes from, if any. */
const withSessions = Effect.fnUntraced(function* (clientId: string, events: ReadonlyArray<StoredEvent>) {
  const [collections, consents] = [yield* CollectionStore, yield* ConsentStore]
  const sessions = new Map<string, string | undefined>()
  const sessionOf = Effect.fnUntraced(function* (collectionId: string | undefined, consentId: string | undefined) {
    const id = collectionId ?? consentId ?? ""
    if (sessions.has(id)) return sessions.get(id)
    const ofConsent = Effect.map(
      // A consent that cannot be unsealed counts as missing, as it does in lists.
      Effect.catch(consents.find(clientId, id), () => Effect.succeedNone),
      (found) => Option.getOrUndefined(found)?.connectSessionId
    )
    const ofCollection = Effect.map(
      collections.dataFacts(clientId, id),
      (found) => Option.getOrUndefined(found)?.connectSessionId
    )
    const session = yield* collectionId === undefined ? ofConsent : ofCollection
    sessions.set(id, session)
    return session
  })
  return yield* Effect.forEach(
    events,
    Effect.fnUntraced(function* (event) {
      const { collectionId, connectSessionId, consentId } = subjectOf(event)
      const session = connectSessionId ?? (yield* sessionOf(collectionId, consentId))
      return { event, ...(session !== undefined && { connectSessionId: session }) }
    })
  )
})

const eventsOf = (user: StoredUser) =>
  Stream.paginate(
    startPosition,
    Effect.fnUntraced(function* (position: EventPosition) {
      const { clientId, userId } = user
      const found = yield* (yield* EventStore).after(clientId, position, { userId, limit: pageSize })
      const events = yield* SessionConfirmation.withoutUnconfirmed(user, yield* withSessions(clientId, found.events))
      const shown = yield* EventRendering.renderEvents(head, { ...found, events: events.map(({ event }) => event) })
      const isLast = found.events.length + found.unreadable.length < pageSize
      return [shown, isLast ? Option.none() : Option.some(found.next)] as const
    })
  )

/**
 * Writes a user's data as JSON: the user, consents, collections with data and documents, and events. Until the client
 * has confirmed a Connect session, omits everything that the session started, because it could be another person's. If
 * the stream fails, the text is incomplete.
 */
export const exportUser = (user: StoredUser): Text =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { clientId, createdAt, externalId, sessionsEndedAt, userId } = user
      const [collections, consents] = [yield* CollectionStore, yield* ConsentStore]
      const ofUser = { clientId, userId }
      const ownConsents = listed(
        user,
        (page) => consents.list({ ...ofUser, ...page }),
        ({ consentId }) => consentId
      )
      const ownCollections = listed(
        user,
        (page) => collections.list({ ...ofUser, ...page }),
        ({ collectionId }) => collectionId
      )
      const monitors = yield* MonitorStore
      const now = yield* Clock.currentTimeMillis
      const ownMonitors = listed(
        user,
        (page) => monitors.list({ ...ofUser, ...page }),
        ({ monitorId }) => monitorId
      )
      return objectOf(
        {
          exportedAt: timestampOf(now),
          user: {
            userId,
            externalId,
            createdAt: timestampOf(createdAt),
            ...(sessionsEndedAt !== undefined && { sessionsEndedAt: timestampOf(sessionsEndedAt) })
          }
        },
        memberOf("consents", arrayOf(Stream.mapEffect(ownConsents, consentOf))),
        memberOf("monitors", arrayOf(Stream.map(ownMonitors, (each) => MonitorPresenter.presentMonitor(each, now)))),
        memberOf("collections", arrayOfTexts(ownCollections, collectionOf)),
        memberOf("events", arrayOf(eventsOf(user)))
      )
    })
  )
