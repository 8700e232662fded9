/** Runs what an adapter gives so that nothing it does can reach further than its own answer. */
import { Cause, Effect, Exit, Fiber, Option } from "effect"

const outcomeOf = <A, E>(exit: Exit.Exit<A, E>, broken: (cause: unknown) => E): Effect.Effect<A, E> => {
  if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
  const failure = Cause.findErrorOption(exit.cause)
  return Effect.fail(Option.isSome(failure) ? failure.value : broken(Cause.squash(exit.cause)))
}

/**
 * Runs an effect of an adapter as a fiber of its own. An adapter that throws, or interrupts itself, has failed with what
 * `broken` makes of it; only an interruption from outside goes through, and nobody waits for what the adapter makes of
 * that: it may not be interruptible.
 */
export const isolated = <A, E>(effect: Effect.Effect<A, E>, broken: (cause: unknown) => E): Effect.Effect<A, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(restore(effect)), (fiber) =>
      Effect.onInterrupt(restore(Fiber.await(fiber)), () => Effect.sync(() => fiber.interruptUnsafe()))
    )
  ).pipe(Effect.flatMap((exit) => outcomeOf(exit, broken)))
