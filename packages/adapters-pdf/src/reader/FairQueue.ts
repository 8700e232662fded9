/**
 * A queue in which clients take turns, and so do the users of each client (spec 8). Waiting does not count toward the
 * caller's timeout. An interrupted caller keeps its place for a while, because the service interrupts long calls and
 * then repeats them.
 */
import type { CallContext } from "@sheaf/ports"
import { PauseTimeout } from "@sheaf/ports"
import { Clock, Effect, Exit, Schema } from "effect"

export interface FairQueueLimits {
  /**
   * The maximum number of documents that are read concurrently. If it is more than one, a single client can use all but
   * one of the slots.
   */
  readonly atOnce: number
  /** How many documents may wait per client. */
  readonly waiting: number
  /**
   * The maximum total size of documents that are waiting or being read, in bytes. A single client can use half of it.
   * If there is no room for another client's document, the client with the most bytes loses its last waiting document,
   * unless that is its only one.
   */
  readonly bytes: number
}

export interface QueueItem extends CallContext {
  /** Identifies the document: an interrupted caller that comes back with the same name regains its place. */
  readonly name: string
  /** The document's size, in bytes. It counts toward the queue's limit. */
  readonly bytes: number
}

/** The queue is full. `passes` is true if a retry can help. */
export class QueueFullError extends Schema.TaggedError<QueueFullError>()("QueueFullError", {
  passes: Schema.Boolean
}) {}

/**
 * How long an interrupted caller's place is kept, in milliseconds. This is longer than the service's pause before a
 * retry.
 */
const keptMillis = 15_000

interface QueueEntry extends QueueItem {
  state:
    | { readonly is: "WAITING"; readonly enter: () => void; readonly giveWay: () => void }
    | { readonly is: "INSIDE" }
    | { readonly is: "AWAY"; readonly since: number }
}

const clientOf = ({ client }: CallContext): string => client
const personOf = ({ client, person }: CallContext): string => JSON.stringify([client, person])

const bytesOf = (items: ReadonlyArray<QueueItem>): number => items.reduce((sum, item) => sum + item.bytes, 0)

/**
 * Returns the document to drop to make room for `item`: the last waiting document of the client with the most bytes.
 * That client must have more than one document, and more bytes than the client of `item`.
 */
const yielding = (entries: ReadonlyArray<QueueEntry>, item: QueueItem): QueueEntry | undefined => {
  const own = bytesOf([...entries.filter(({ client }) => client === item.client), item])
  const large = entries.filter(({ bytes }) => bytes > 0)
  return [...Map.groupBy(large, clientOf).values()]
    .filter((documents) => documents.length > 1 && bytesOf(documents) > own)
    .toSorted((one, other) => bytesOf(other) - bytesOf(one))
    .flatMap((documents) => documents.filter(({ state }) => state.is !== "INSIDE").slice(-1))[0]
}

/**
 * Remembers the order in which clients or people (depending on `nameOf`) were last served, and forgets those that have
 * left the queue.
 */
const rota = (nameOf: (callContext: CallContext) => string) => {
  let served: Array<string> = []
  return {
    /** Returns the items of the client or person that was served least recently. */
    maxUnserved: <A extends CallContext>(items: ReadonlyArray<A>): ReadonlyArray<A> => {
      const ranks = new Map(served.map((name, rank) => [name, rank]))
      const ranked = items.map((item) => ({ item, rank: ranks.get(nameOf(item)) ?? -1 }))
      const lowest = ranked.reduce((least, { rank }) => Math.min(least, rank), Infinity)
      return ranked.flatMap(({ item, rank }) => (rank === lowest ? [item] : []))
    },
    serve: (callContext: CallContext, known: ReadonlyArray<CallContext>): void => {
      const names = new Set(known.map(nameOf))
      served = [...served.filter((name) => name !== nameOf(callContext) && names.has(name)), nameOf(callContext)]
    }
  }
}

/** Returns the entries to drop to make room for an item, or `undefined` if there would still not be enough room. */
const givingWay = (
  entries: ReadonlyArray<QueueEntry>,
  item: QueueItem,
  bytes: number
): ReadonlyArray<QueueEntry> | undefined => {
  const removed: Array<QueueEntry> = []
  let staying = entries
  while (item.bytes > 0 && bytesOf([...staying, item]) > bytes) {
    const entry = yielding(staying, item)
    if (entry === undefined) return undefined
    removed.push(entry)
    staying = staying.filter((other) => other !== entry)
  }
  return removed
}

export const make = ({ atOnce, bytes, waiting }: FairQueueLimits) => {
  const maxOfClient = Math.max(1, atOnce - 1)
  const clients = rota(clientOf)
  const persons = rota(personOf)
  let entries: Array<QueueEntry> = []

  const callNext = (): void => {
    for (;;) {
      const inside = entries.filter(({ state }) => state.is === "INSIDE").map(clientOf)
      if (inside.length >= atOnce) return
      const full = new Set(inside.filter((client) => inside.filter((other) => other === client).length >= maxOfClient))
      const callable = entries.filter(({ client, state }) => state.is === "WAITING" && !full.has(client))
      const [entry] = persons.maxUnserved(clients.maxUnserved(callable))
      if (entry?.state.is !== "WAITING") return
      const { enter } = entry.state
      entry.state = { is: "INSIDE" }
      clients.serve(entry, entries)
      persons.serve(entry, entries)
      enter()
    }
  }

  const arrive = Effect.fnUntraced(function* (item: QueueItem) {
    const now = yield* Clock.currentTimeMillis
    entries = entries.filter(({ state }) => state.is !== "AWAY" || now - state.since < keptMillis)
    const kept = entries.find(({ name, state }) => name === item.name && state.is === "AWAY")
    if (kept !== undefined) return kept
    const others = entries.filter(({ client }) => client === item.client)
    if (bytesOf([...others, item]) > bytes / 2) return yield* new QueueFullError({ passes: false })
    if (others.length >= maxOfClient + waiting) return yield* new QueueFullError({ passes: true })
    const removed = givingWay(entries, item, bytes)
    if (removed === undefined) return yield* new QueueFullError({ passes: others.length === 0 })
    entries = entries.filter((entry) => !removed.includes(entry))
    for (const { state } of removed) if (state.is === "WAITING") state.giveWay()
    const entry: QueueEntry = { ...item, state: { is: "AWAY", since: now } }
    entries.push(entry)
    return entry
  })

  const enter = (entry: QueueEntry): Effect.Effect<void, QueueFullError> =>
    Effect.callback((resume) => {
      const giveWay = () => resume(new QueueFullError({ passes: false }))
      if (!entries.includes(entry)) return giveWay()
      entry.state = { is: "WAITING", enter: () => resume(Effect.void), giveWay }
      callNext()
    })

  const leave = Effect.fnUntraced(function* (entry: QueueEntry, comesBack: boolean) {
    if (comesBack) entry.state = { is: "AWAY", since: yield* Clock.currentTimeMillis }
    else entries = entries.filter((other) => other !== entry)
    callNext()
  })

  return {
    knows: (name: string): boolean => entries.some((entry) => entry.name === name),
    take: <A, E, R>(item: QueueItem, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | QueueFullError, R> =>
      Effect.acquireUseRelease(
        arrive(item),
        (entry) => Effect.flatMap(PauseTimeout, (untimed) => Effect.andThen(untimed(enter(entry)), effect)),
        (entry, exit) => leave(entry, Exit.hasInterrupts(exit))
      )
  }
}
