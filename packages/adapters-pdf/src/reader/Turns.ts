/**
 * A first-come, first-served queue. Waiting does not count toward the timeout of a caller's call. The queue keeps the
 * place of an interrupted caller for a while, because the service interrupts long calls and repeats them.
 */
import { Untimed } from "@sheaf/ports"
import { Clock, Effect, Exit, Schema } from "effect"

export interface TurnLimits {
  readonly atOnce: number
  readonly waiting: number
  /** The total size of all waiting and running documents, in bytes. */
  readonly bytes: number
}

export interface Guest {
  /** The name with which a caller reclaims its place. */
  readonly name: string
  /** The size that counts toward the total, in bytes. */
  readonly bytes: number
}

/** The queue is full. `passes` is true if a retry can help. */
export class Busy extends Schema.TaggedError<Busy>()("Busy", { passes: Schema.Boolean }) {}

/** The time for which a place is kept, in milliseconds. It is longer than the service's retry delay. */
const keptMillis = 15_000

interface QueueEntry extends Guest {
  state:
    | { readonly is: "WAITING"; readonly enter: () => void }
    | { readonly is: "INSIDE" }
    | { readonly is: "AWAY"; readonly since: number }
}

export const make = ({ atOnce, bytes, waiting }: TurnLimits) => {
  let entries: Array<QueueEntry> = []
  let inside = 0

  const callNext = (): void => {
    for (const entry of entries) {
      if (inside >= atOnce) return
      if (entry.state.is !== "WAITING") continue
      const { enter } = entry.state
      entry.state = { is: "INSIDE" }
      inside += 1
      enter()
    }
  }

  const arrive = Effect.fnUntraced(function* (guest: Guest) {
    const now = yield* Clock.currentTimeMillis
    entries = entries.filter(({ state }) => state.is !== "AWAY" || now - state.since < keptMillis)
    const kept = entries.find(({ name, state }) => name === guest.name && state.is === "AWAY")
    if (kept !== undefined) return kept
    const held = entries.reduce((sum, entry) => sum + entry.bytes, guest.bytes)
    if (held > bytes) return yield* new Busy({ passes: false })
    if (entries.length >= atOnce + waiting) return yield* new Busy({ passes: true })
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
    if (entry.state.is === "INSIDE") inside -= 1
    if (comesBack) entry.state = { is: "AWAY", since: yield* Clock.currentTimeMillis }
    else entries = entries.filter((other) => other !== entry)
    callNext()
  })

  return {
    /** Returns true if this name already has a place. */
    knows: (name: string): boolean => entries.some((entry) => entry.name === name),
    /** Runs an effect when the caller's turn has come. */
    take: <A, E, R>(guest: Guest, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Busy, R> =>
      Effect.acquireUseRelease(
        arrive(guest),
        (entry) => Effect.flatMap(Untimed, (untimed) => Effect.andThen(untimed(enter(entry)), effect)),
        (entry, exit) => leave(entry, Exit.hasInterrupts(exit))
      )
  }
}
