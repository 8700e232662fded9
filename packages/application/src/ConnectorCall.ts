/** One call of a connector: whatever the connector does, its answer is a step or a {@link ConnectorError}. */
import type { Order } from "@sheaf/domain/StartCollection"
import { ConnectorError, Step } from "@sheaf/ports"
import type { Connector, Work } from "@sheaf/ports"
import { Cause, Clock, Effect, Exit, Fiber, Option, Redacted, Schedule, Schema } from "effect"
import { Timeouts } from "./Timeouts.ts"

/** An attempt may fail in passing; it is repeated within the time that the collection has left. */
const backoff = Schedule.exponential("250 millis", 2).pipe(Schedule.upTo({ times: 4 }))

const decodeStep = Schema.decodeUnknownEffect(Schema.toType(Step))

const unreachable = new ConnectorError({ reason: "UNREACHABLE" })
const broken = (cause: unknown) => new ConnectorError({ reason: "BROKEN", cause })

/**
 * Runs what a connector gave as a fiber of its own. A connector that throws, or interrupts itself, fails; only an
 * interruption from outside goes through it.
 */
export const isolated = <A>(effect: Effect.Effect<A, ConnectorError>): Effect.Effect<A, ConnectorError> =>
  Effect.flatMap(Effect.forkChild(effect), (fiber) =>
    Effect.onInterrupt(Fiber.await(fiber), () => Fiber.interrupt(fiber)).pipe(
      Effect.flatMap((exit) => {
        if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
        const failure = Cause.findErrorOption(exit.cause)
        return Effect.fail(Option.isSome(failure) ? failure.value : broken(Cause.squash(exit.cause)))
      })
    )
  )

const ask = (connector: Connector, work: Work, order: Order) => {
  // The number of the step is the row's own: a step that is taken again comes with the same key.
  const key = `${work.collectionId}/${work.step}`
  if (work.session !== undefined) {
    const signal =
      work.input === undefined
        ? ({ _tag: "Tick" } as const)
        : ({ _tag: "Input", input: Redacted.make(work.input) } as const)
    return connector.resume(work.session, signal, key)
  }
  const { company, products } = work
  return connector.begin({ company, products, loginMethod: order.loginMethod, login: Redacted.make(order.login) }, key)
}

/** Asks the connector for the next step of a collection. */
export const nextStep = Effect.fnUntraced(function* (connector: Connector, work: Work, order: Order) {
  const { connectorCall } = yield* Timeouts
  const left = Math.max(1, work.deadline - (yield* Clock.currentTimeMillis))
  const within = (duration: number) => Effect.timeoutOrElse({ duration, orElse: () => Effect.fail(unreachable) })
  const answer = yield* isolated(Effect.suspend(() => ask(connector, work, order))).pipe(
    within(Math.min(connectorCall, left)),
    Effect.retry({ schedule: backoff, while: ({ reason }) => reason !== "BROKEN" }),
    within(left)
  )
  return yield* Effect.mapError(decodeStep(answer), broken)
})
