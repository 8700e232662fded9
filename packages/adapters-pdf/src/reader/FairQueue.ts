/**
 * A queue in which clients take turns, and so do the persons of each client (spec 8). Waiting does not count
 * toward the timeout of a caller's call. The queue keeps the place of an interrupted caller for a while, because the
 * service interrupts long calls and repeats them.
 */
import type { CallContext } from "@sheaf/ports"
import { PauseTimeout } from "@sheaf/ports"
import { Clock, Effect, Exit, Schema } from "effect"

export interface FairQueueLimits {
  /** The number of places. A single client leaves one place for other clients, unless there is only one place. */
  readonly atOnce: number
  /** The number of documents that can wait for one client. */
  readonly waiting: number
  /**
   * The maximum total size of all waiting and running documents, in bytes. A single client can use half of this size. If
   * there is no room for another client's document, the client with the most bytes gives up its last waiting document,
   * unless it has only one.
   */
  readonly bytes: number
}

export interface QueueItem extends CallContext {
  /** The name with which a caller reclaims its place. */
  readonly name: string
  /** The size that counts toward the total, in bytes. */
  readonly bytes: number
}

/** The queue is full. `passes` is true if a retry can help. */
export class QueueFullError extends Schema.TaggedError<QueueFullError>()("QueueFullError", {
  passes: Schema.Boolean
}) {}

/** The time for which the queue keeps a place, in milliseconds. It is longer than the service's retry delay. */
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
 * Returns the next document that gives way to an item: the last waiting document of the client with the most bytes. A
 * client's only document does not give way, and no client gives way to a client with as many bytes.
 */
const yielding = (entries: ReadonlyArray<QueueEntry>, item: QueueItem): QueueEntry | undefined => {
  const own = bytesOf([...entries.filter(({ client }) => client === item.client), item])
  const large = entries.filter(({ bytes }) => bytes > 0)
  return [...Map.groupBy(large, clientOf).values()]
    .filter((documents) => documents.length > 1 && bytesOf(documents) > own)
    .toSorted((one, other) => bytesOf(other) - bytesOf(one))
    .flatMap((documents) => documents.filter(({ state }) => state.is !== "INSIDE").slice(-1))[0]
}

/** Remembers the order in which names were served, until the queue no longer knows the names. */
const rota = (nameOf: (callContext: CallContext) => string) => {
  let served: Array<string> = []
  return {
    /** Returns the items whose name was served least recently. */
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

/** Returns the entries that give way to an item. No document gives way unless the item then has room. */
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
      // Another item can arrive between this item's arrival and its wait.
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
    /** Returns true if this name already has a place. */
    knows: (name: string): boolean => entries.some((entry) => entry.name === name),
    /** Runs an effect when it is the caller's turn. */
    take: <A, E, R>(item: QueueItem, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | QueueFullError, R> =>
      Effect.acquireUseRelease(
        arrive(item),
        (entry) => Effect.flatMap(PauseTimeout, (untimed) => Effect.andThen(untimed(enter(entry)), effect)),
        (entry, exit) => leave(entry, Exit.hasInterrupts(exit))
      )
  }
}
