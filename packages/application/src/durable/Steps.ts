/** The loop that takes the steps of a process while they are due. It throttles processes that never pause. */
import { Clock, Effect, Option } from "effect"
import type { Wait, WaitForStep } from "./DurableProcess.ts"

/**
 * The most steps without a pause between them. After {@link fewSteps} such steps, a pause lasts at least
 * {@link shortestPause} for each of them, so that one company cannot monopolize the service.
 */
const stepsAtOnce = 20
const breathMillis = 1000
const fewSteps = 4

/** The shortest pause, in milliseconds. A shorter pause counts as none. */
export const shortestPause = breathMillis / stepsAtOnce

/** One kind of process, as the loop sees it. */
export interface Stepper<Row, E, R> {
  /** Reads the row. Returns none if no step is left. */
  readonly read: (id: string) => Effect.Effect<Option.Option<Row>, E, R>
  /** Returns the wait of the row. A step is due when the wait takes no time. */
  readonly waitFor: (row: Row, now: number) => WaitForStep
  /**
   * Takes and records the step that is due, and steps that follow without a pause: at most `most` in total. Returns their
   * number, and the row after them unless no step is left.
   */
  readonly take: (
    row: Row,
    most: number
  ) => Effect.Effect<{ readonly taken: number; readonly row: Option.Option<Row> }, E, R>
}

const paced = (wait: WaitForStep, taken: number): Wait =>
  wait._tag === "Pause" && taken > fewSteps ? { ...wait, millis: Math.max(wait.millis, taken * shortestPause) } : wait

/** Takes the steps that are due, and returns the next wait. Idempotent, because the row decides which step is due. */
export const takeSteps =
  <Row, E, R>(idName: string, { read, take, waitFor }: Stepper<Row, E, R>) =>
  (id: string): Effect.Effect<Wait, E, R> =>
    Effect.gen(function* () {
      let row = yield* read(id)
      for (let taken = 0; Option.isSome(row);) {
        const wait = waitFor(row.value, yield* Clock.currentTimeMillis)
        if (wait.millis > 0) return paced(wait, taken)
        if (taken >= stepsAtOnce) return { _tag: "Pause", step: wait.step, millis: breathMillis } satisfies Wait
        const turn = yield* take(row.value, stepsAtOnce - taken)
        taken += turn.taken
        row = turn.row
      }
      return { _tag: "End" } satisfies Wait
    }).pipe(Effect.annotateLogs({ [idName]: id }))
