/** Lets a request pass unless there is a reason not to, at the cost of one look at its fiber. */
import { Effect } from "effect"
import type { Fiber } from "effect"

/** `next`, or a failure with the refusal that the request gives cause for. */
export const unless = <A, E, R, Refusal>(
  next: Effect.Effect<A, E, R>,
  refusalOf: (fiber: Fiber.Fiber<unknown, unknown>) => Refusal | undefined
): Effect.Effect<A, E | Refusal, R> =>
  Effect.withFiber<A, E | Refusal, R>((fiber) => {
    const refusal = refusalOf(fiber)
    return refusal === undefined ? next : Effect.fail(refusal)
  })
