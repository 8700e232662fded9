/** The engine keeps a journal of every execution for ever; those of ended processes are forgotten here. */
import type { ProcessOutline } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import type { DurableProcess } from "./DurableProcess.ts"

/** The engine may still be writing the end of an execution whose row has ended. */
const journalGraceMillis = 2_000

/** After this long, an execution of which the engine knows no end was forgotten before, or never began. */
const journalPatienceMillis = 600_000
const journalsAtOnce = 200

/** Forgets the engine's journals of processes that have ended. */
export const forgetJournals = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>({
  engine: getEngine,
  store: getStore
}: DurableProcess<O, E, R>) {
  const store = yield* getStore
  const engine = yield* getEngine
  const now = yield* Clock.currentTimeMillis
  const forget = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return 0
    yield* engine.forget(ids)
    yield* store.journalForgotten(ids)
    return ids.length
  })
  const forgetSome = Effect.gen(function* () {
    const old = yield* forget(yield* store.journaled(now - journalPatienceMillis, journalsAtOnce))
    const due = yield* store.journaled(now - journalGraceMillis, journalsAtOnce)
    return old + (yield* forget(yield* engine.finished(due)))
  })
  yield* Effect.repeat(forgetSome, { while: (count) => count >= journalsAtOnce })
})
