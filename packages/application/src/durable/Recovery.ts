/**
 * Keeps processes going that a crash cut in two or the engine lost, and gives up those that cannot be read (decisions 4:
 * nothing is ever stuck).
 */
import { failuresOf, StoreError } from "@sheaf/ports"
import type { ProcessOutline } from "@sheaf/ports"
import { Cause, Clock, Effect, Option } from "effect"
import { Timeouts } from "../Timeouts.ts"
import type { DurableProcess, DurableRows } from "./DurableProcess.ts"
import { forgetJournals } from "./Forget.ts"
import { alone, every } from "./Recurring.ts"

/**
 * Tells the engine again what it may not have heard: a service that dies between accepting and telling leaves an accepted
 * start or change behind. What the engine knows already has no effect.
 */
export const recover = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>({
  engine: getEngine,
  names,
  store: getStore,
  unannounced
}: DurableProcess<O, E, R>) {
  const store = yield* getStore
  const engine = yield* getEngine
  // The lists may be long, and the engine may have forgotten a process that ended meanwhile: each is looked at again.
  const ifBefore = (id: string, step: number, tell: Effect.Effect<void>) =>
    alone(
      { [names.id]: id },
      Effect.flatMap(store.outline(id), (outline) =>
        Option.isSome(outline) && outline.value.step === step ? tell : Effect.void
      )
    )
  yield* Effect.forEach(yield* store.unstarted, (id) => ifBefore(id, 0, engine.start(id)), { discard: true })
  yield* Effect.forEach(yield* unannounced, ({ id, step }) => ifBefore(id, step, engine.wake(id, step)), {
    discard: true
  })
})

/** Whether a retry cannot help: the store is not away, and the service does not stop. */
export const isUnreadable = (cause: Cause.Cause<unknown>): boolean => {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  const isAway = failure instanceof StoreError && failure.reason === "UNAVAILABLE"
  return !isAway && !Cause.hasInterrupts(cause)
}

/** Gives up a process that cannot be read, for this cause. */
export const giveUp = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  { abandoned, names, store: getStore }: DurableRows<O, E, R>,
  id: string,
  cause: Cause.Cause<unknown>
) {
  const store = yield* getStore
  const outline = yield* store.outline(id)
  if (Option.isNone(outline)) return
  const end = abandoned(outline.value, yield* Clock.currentTimeMillis)
  if (!(yield* store.abandon(outline.value, end))) return
  yield* Effect.logError(`${names.workflow} cannot be read and was given up; its company or bank was not told`).pipe(
    Effect.annotateLogs({ [names.id]: id, failures: failuresOf(cause) })
  )
})

const dayMillis = 86_400_000
const goOnMillis = 30_000
const atOnce = 16

/** When the log last heard of each unreadable process. */
export type Logged = Map<string, number>

/**
 * Takes the steps of processes that should have gone on and did not, whatever became of the engine. The log hears of an
 * unreadable process at first sight and then once a day, as long as the caller passes the same `logged`.
 */
export const goOn = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  process: DurableProcess<O, E, R>,
  logged: Logged = new Map()
) {
  const store = yield* process.store
  const now = yield* Clock.currentTimeMillis
  const grace = process.grace(yield* Timeouts)

  /** An unreadable process is kept while it may be of use, and then given up, so that nothing waits for it for ever. */
  const unread = Effect.fnUntraced(function* (id: string, cause: Cause.Cause<StoreError>) {
    const outline = yield* store.outline(id)
    if (Option.isNone(outline)) return
    const time = yield* Clock.currentTimeMillis
    if (!(yield* process.isKept(outline.value, time))) return yield* giveUp(process, id, cause)
    if (time - (logged.get(id) ?? -Infinity) < dayMillis) return
    logged.set(id, time)
    return yield* Effect.failCause(cause)
  })

  const overdue = yield* store.overdue(now - grace)
  for (const id of logged.keys()) if (!overdue.includes(id)) logged.delete(id)
  yield* Effect.forEach(
    overdue,
    (id) =>
      alone(
        { [process.names.id]: id },
        Effect.catchCauseIf(Effect.asVoid(process.takeSteps(id)), isUnreadable, (cause) => unread(id, cause))
      ),
    { concurrency: atOnce, discard: true }
  )
})

/** Recovers processes at once, and keeps them going while the scope is open. */
export const keepGoing = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  process: DurableProcess<O, E, R>
) {
  const { workflow } = process.names
  const logged: Logged = new Map()
  yield* every("30 seconds", `recovery (${workflow})`, recover(process))
  yield* every(goOnMillis, `going on (${workflow})`, goOn(process, logged))
  yield* every("1 second", `forgetting journals (${workflow})`, forgetJournals(process))
})
