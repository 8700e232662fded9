/**
 * A queue in which clients take turns, and so do the persons of each client (decisions 14). Waiting does not count
 * toward the timeout of a caller's call. The queue keeps the place of an interrupted caller for a while, because the
 * service interrupts long calls and repeats them.
 */
import type { Asker } from "@sheaf/ports"
import { Untimed } from "@sheaf/ports"
import { Clock, Effect, Exit, Schema } from "effect"

export interface TurnLimits {
  /** The number of places. A single client leaves one place for other clients, unless there is only one place. */
  readonly atOnce: number
  /** The number of documents that can wait for one client. */
  readonly waiting: number
  /**
   * The maximum total size of all waiting and running documents, in bytes. A single client can use half of this size.
   */
  readonly bytes: number
}

export interface Guest extends Asker {
  /** The name with which a caller reclaims its place. */
  readonly name: string
  /** The size that counts toward the total, in bytes. */
  readonly bytes: number
}

/** The queue is full. `passes` is true if a retry can help. */
export class Busy extends Schema.TaggedError<Busy>()("Busy", { passes: Schema.Boolean }) {}

/** The time for which the queue keeps a place, in milliseconds. It is longer than the service's retry delay. */
const keptMillis = 15_000

interface QueueEntry extends Guest {
  state:
    | { readonly is: "WAITING"; readonly enter: () => void }
    | { readonly is: "INSIDE" }
    | { readonly is: "AWAY"; readonly since: number }
}

const clientOf = ({ client }: Asker): string => client
const personOf = ({ client, person }: Asker): string => JSON.stringify([client, person])

const bytesOf = (guests: ReadonlyArray<Guest>): number => guests.reduce((sum, guest) => sum + guest.bytes, 0)

/** Remembers the order in which names were served, until the queue no longer knows the names. */
const rota = (nameOf: (asker: Asker) => string) => {
  let served: Array<string> = []
  return {
    /** Returns the guests whose name was served least recently. */
    longestUnserved: <A extends Asker>(guests: ReadonlyArray<A>): ReadonlyArray<A> => {
      const ranks = new Map(served.map((name, rank) => [name, rank]))
      const ranked = guests.map((guest) => ({ guest, rank: ranks.get(nameOf(guest)) ?? -1 }))
      const lowest = ranked.reduce((least, { rank }) => Math.min(least, rank), Infinity)
      return ranked.flatMap(({ guest, rank }) => (rank === lowest ? [guest] : []))
    },
    serve: (asker: Asker, known: ReadonlyArray<Asker>): void => {
      const names = new Set(known.map(nameOf))
      served = [...served.filter((name) => name !== nameOf(asker) && names.has(name)), nameOf(asker)]
    }
  }
}

export const make = ({ atOnce, bytes, waiting }: TurnLimits) => {
  const mostOfClient = Math.max(1, atOnce - 1)
  const clients = rota(clientOf)
  const persons = rota(personOf)
  let entries: Array<QueueEntry> = []

  const callNext = (): void => {
    for (;;) {
      const inside = entries.filter(({ state }) => state.is === "INSIDE").map(clientOf)
      if (inside.length >= atOnce) return
      const full = new Set(inside.filter((client) => inside.filter((other) => other === client).length >= mostOfClient))
      const callable = entries.filter(({ client, state }) => state.is === "WAITING" && !full.has(client))
      const [entry] = persons.longestUnserved(clients.longestUnserved(callable))
      if (entry?.state.is !== "WAITING") return
      const { enter } = entry.state
      entry.state = { is: "INSIDE" }
      clients.serve(entry, entries)
      persons.serve(entry, entries)
      enter()
    }
  }

  const arrive = Effect.fnUntraced(function* (guest: Guest) {
    const now = yield* Clock.currentTimeMillis
    entries = entries.filter(({ state }) => state.is !== "AWAY" || now - state.since < keptMillis)
    const kept = entries.find(({ name, state }) => name === guest.name && state.is === "AWAY")
    if (kept !== undefined) return kept
    const others = entries.filter(({ client }) => client === guest.client)
    const isTooLarge = bytesOf([...entries, guest]) > bytes || bytesOf([...others, guest]) > bytes / 2
    if (isTooLarge) return yield* new Busy({ passes: false })
    if (others.length >= mostOfClient + waiting) return yield* new Busy({ passes: true })
    const entry: QueueEntry = { ...guest, state: { is: "AWAY", since: now } }
    entries.push(entry)
    return entry
  })

  const enter = (entry: QueueEntry): Effect.Effect<void> =>
    Effect.callback((resume) => {
      entry.state = { is: "WAITING", enter: () => resume(Effect.void) }
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
    take: <A, E, R>(guest: Guest, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Busy, R> =>
      Effect.acquireUseRelease(
        arrive(guest),
        (entry) => Effect.flatMap(Untimed, (untimed) => Effect.andThen(untimed(enter(entry)), effect)),
        (entry, exit) => leave(entry, Exit.hasInterrupts(exit))
      )
  }
}
