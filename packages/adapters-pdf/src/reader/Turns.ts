/**
 * Whose turn it is, first come, first served. A place is kept for whoever goes and is back soon: the service ends a call
 * that takes long and makes it again, which is not to begin at the end of the queue each time.
 */
import { Clock, Effect, Exit, Schema } from "effect"

export interface TurnLimits {
  /** How many have their turn at a time. */
  readonly atOnce: number
  /** How many more may wait for it. */
  readonly waiting: number
  /** How much those that wait and those that have their turn may hold together, in bytes. */
  readonly bytes: number
}

/** Who wants a turn. */
export interface Guest {
  /** Whoever comes back has the same name. */
  readonly name: string
  /** How much is held while it waits, here or elsewhere, in bytes. */
  readonly bytes: number
}

/** No more are taken. `passes`: coming again soon may help, and costs little meanwhile. */
export class Busy extends Schema.TaggedError<Busy>()("Busy", { passes: Schema.Boolean }) {}

/** How long a place is kept, in milliseconds: longer than the service waits before it makes a call again. */
const keptMillis = 15_000

interface QueueEntry extends Guest {
  state:
    | { readonly is: "WAITING"; readonly enter: () => void }
    | { readonly is: "INSIDE" }
    | { readonly is: "AWAY"; readonly since: number }
}

export interface Turns {
  /** Whether there is a place for this name already. */
  readonly knows: (name: string) => boolean
  /** Does something when the turn of a guest has come; the next one's comes when it is done. */
  readonly take: <A, E, R>(guest: Guest, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Busy, R>
}

export const make = ({ atOnce, bytes, waiting }: TurnLimits): Turns => {
  // In the order in which they came.
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
    knows: (name) => entries.some((entry) => entry.name === name),
    take: (guest, effect) =>
      Effect.acquireUseRelease(
        arrive(guest),
        (entry) => Effect.andThen(enter(entry), effect),
        (entry, exit) => leave(entry, Exit.hasInterrupts(exit))
      )
  }
}
