/** Deletes the engine's journals of ended processes. The engine itself keeps them forever. */
import type { ProcessOutline } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import type { DurableProcess } from "./DurableProcess.ts"

/** The time that the engine has to write the end of an execution whose row has ended. */
const journalGraceMillis = 2_000

/** The age after which a journal is deleted even if the engine knows no end of it: the execution never began, or is gone. */
const journalPatienceMillis = 600_000
const journalsAtOnce = 200

/** Deletes the engine's journals of ended processes. */
export const forgetJournals = Effect.fnUntraced(function* <O extends ProcessOutline, E, R>(
  process: DurableProcess<O, E, R>
) {
  const store = yield* process.store
  const engine = yield* process.engine
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
