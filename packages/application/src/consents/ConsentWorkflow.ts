/**
 * The durable workflow of a consent, from its creation until its end is told to the bank (decisions 9; architecture 4).
 * As with collections the row decides, and the engine only says when to look; what it keeps holds nothing personal.
 *
 * The names of clocks and deferreds are what a running execution is found by: they are never changed.
 */
import { Cause, Duration, Effect, Schema } from "effect"
import { DurableClock, DurableDeferred, Workflow } from "effect/workflow"
import { untilStoreAnswers } from "../durable/UntilStoreAnswers.ts"
import { takeConsentSteps } from "./TakeConsentSteps.ts"

export class ConsentWorkflow extends Workflow.make("Consent", {
  payload: { consentId: Schema.String },
  idempotencyKey: ({ consentId }) => consentId
}) {}

/** Set when somebody changed the consent before its step number `step`. */
export const changed = (step: number) => DurableDeferred.make(`changed-${step}`)

/**
 * A pause up to this long is slept through in memory, and nobody can cut it short: whoever revokes meanwhile is heard at
 * its end. Should the process die in it, the row knows when it is over.
 */
const shortPauseMillis = 10_000

const pause = (step: number, millis: number) =>
  millis <= shortPauseMillis
    ? Effect.sleep(Duration.millis(millis))
    : DurableDeferred.raceAll({
        name: `wait-${step}`,
        success: Schema.Void,
        error: Schema.Never,
        effects: [
          DurableDeferred.await(changed(step)),
          DurableClock.sleep({ name: `wake-${step}`, duration: Duration.millis(millis), inMemoryThreshold: 0 })
        ]
      })

const run = ({ consentId }: { readonly consentId: string }) =>
  Effect.gen(function* () {
    for (;;) {
      const wait = yield* untilStoreAnswers({ consentId })(takeConsentSteps(consentId))
      if (wait._tag === "End") return
      yield* pause(wait.step, wait.millis)
    }
  }).pipe(
    // The engine would keep the failure, message and all. The row tells that the consent is not closed: see ConsentUpkeep.
    Effect.catchCause((cause) => (Cause.hasInterrupts(cause) ? Effect.failCause(Cause.interrupt()) : Effect.void))
  )

/** Lets the engine run consents. */
export const layer = ConsentWorkflow.toLayer(run)
