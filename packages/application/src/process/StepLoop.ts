/** The loop that takes each step of a process when it is due. It throttles processes that never pause. */
import { Shards } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import type { TimedWait, Wait } from "./Process.ts"

/**
 * The largest number of steps without a pause. After more than {@link fewSteps} steps, a pause lasts at least
 * {@link minPause} for each step, so that one company cannot monopolize the service.
 */
const stepsAtOnce = 20
const breathMillis = 1000
const fewSteps = 4

/** The shortest pause, in milliseconds. Shorter pauses count as zero. */
export const minPause = breathMillis / stepsAtOnce

/** One kind of process, as the loop sees it. */
export interface StepLoop<Row extends { readonly shard?: number }, E, R> {
  /** Reads the row. Returns nothing if no step is left. */
  readonly read: (id: string) => Effect.Effect<Option.Option<Row>, E, R>
  /** Returns the row's wait. A step is due when the wait is zero. */
  readonly waitFor: (row: Row, now: number) => TimedWait
  /**
   * Takes and records the due step and the steps that follow it without a pause, at most `most` in total.
   */
  readonly take: (row: Row, most: number) => Effect.Effect<StepBatch<Row>, E, R>
}

/** Steps that were taken together. */
export interface StepBatch<Row> {
  readonly taken: number
  /** The new row, if a step is left. */
  readonly row: Option.Option<Row>
  /** True if another writer has changed the row first, so that the last steps were not recorded. */
  readonly isOvertaken?: boolean
}

const paced = (wait: TimedWait, taken: number): Wait =>
  wait._tag === "Pause" && taken > fewSteps ? { ...wait, millis: Math.max(wait.millis, taken * minPause) } : wait

/** Takes the due steps and returns the next wait. Idempotent, because the row decides which step is due. */
export const takeSteps =
  <Row extends { readonly shard?: number }, E, R>(idName: string, { read, take, waitFor }: StepLoop<Row, E, R>) =>
  (id: string, written?: Row): Effect.Effect<Wait, E, R> =>
    Effect.gen(function* () {
      let row = written === undefined ? yield* read(id) : Option.some(written)
      const { has } = yield* Shards
      const isMoved = Option.exists(row, ({ shard }) => shard !== undefined && !has(shard))
      if (isMoved) return { _tag: "Moved" } satisfies Wait
      for (let taken = 0; Option.isSome(row);) {
        const wait = waitFor(row.value, yield* Clock.currentTimeMillis)
        if (wait.millis > 0) return paced(wait, taken)
        if (taken >= stepsAtOnce) return { _tag: "Pause", millis: breathMillis } satisfies Wait
        const turn = yield* take(row.value, stepsAtOnce - taken)
        if (turn.isOvertaken === true) return { _tag: "Overtaken" } satisfies Wait
        taken += turn.taken
        row = turn.row
      }
      return { _tag: "End" } satisfies Wait
    }).pipe(Effect.annotateLogs({ [idName]: id }))
