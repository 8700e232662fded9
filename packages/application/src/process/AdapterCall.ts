/**
 * Calls adapters, and tags each call with the client's name. Whatever the adapter does, a call returns a valid answer
 * or fails with its port's error.
 */
import { pausableTimer, PauseTimeout, ClientStore } from "@sheaf/ports"
import { Cause, Clock, Duration, Effect, Exit, Fiber, Option, Pull, Schedule, Schema } from "effect"
import { Timeouts } from "../settings/Timeouts.ts"

/** Pauses between attempts: 250 ms, doubling up to ten seconds. */
export const backoffSchedule = Schedule.min([Schedule.exponential("250 millis", 2), Schedule.spaced("10 seconds")])

/**
 * Returns an effect that, on each run, yields the pause before the next attempt in milliseconds, or nothing once
 * `connectorRetry` has passed.
 */
export const retryDelays = Effect.gen(function* () {
  const { connectorRetry } = yield* Timeouts
  const next = yield* Schedule.toStep(Schedule.upTo(backoffSchedule, { duration: connectorRetry }))
  return Effect.flatMap(Clock.currentTimeMillis, (now) => next(now, undefined)).pipe(
    Effect.map(([, pause]) => Option.some(Duration.toMillis(pause))),
    Pull.catchDone(() => Effect.succeedNone)
  )
})

export interface CallErrors<E> {
  readonly unreachable: E
  readonly broken: (cause: unknown) => E
}

const outcomeOf = <A, E>(exit: Exit.Exit<A, E>, broken: (cause: unknown) => E): Effect.Effect<A, E> => {
  if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
  const failure = Cause.findErrorOption(exit.cause)
  return Effect.fail(Option.isSome(failure) ? failure.value : broken(Cause.squash(exit.cause)))
}

/**
 * Runs an adapter's effect in its own fiber. Fails with `broken` if the adapter throws or interrupts itself. An
 * interrupted caller does not wait for that fiber, because an adapter may be uninterruptible.
 */
const isolated = <A, E>(effect: Effect.Effect<A, E>, broken: (cause: unknown) => E): Effect.Effect<A, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(restore(effect), { startImmediately: true }), (fiber) =>
      Effect.onInterrupt(restore(Fiber.await(fiber)), () => Effect.sync(() => fiber.interruptUnsafe()))
    )
  ).pipe(Effect.flatMap((exit) => outcomeOf(exit, broken)))

/** Fails with `error` if `expiry` completes first. Starts no timer for an effect that completes immediately. */
const before =
  <E>(expiry: Effect.Effect<void>, error: E) =>
  <A, E2, R>(effect: Effect.Effect<A, E2, R>): Effect.Effect<A, E | E2, R> =>
    Effect.flatMap(Effect.forkChild(effect, { startImmediately: true }), (fiber) => {
      const waiting = Effect.onInterrupt(Fiber.join(fiber), () => Fiber.interrupt(fiber))
      return fiber.pollUnsafe() ?? Effect.raceFirst(waiting, Effect.andThen(expiry, Effect.fail(error)))
    })

export const withTimeout = <E>(duration: number, error: E) => before(Effect.sleep(duration), error)

/**
 * Calls an adapter once, for at most `most` milliseconds, and never longer than {@link Timeouts} allows. Time that an
 * adapter spends under `PauseTimeout` does not count.
 */
export const callAdapter = Effect.fnUntraced(function* <A, E>(
  call: () => Effect.Effect<A, E>,
  { broken, unreachable }: CallErrors<E>,
  most = Infinity
) {
  const { connectorCall } = yield* Timeouts
  const { expiry, untimed } = pausableTimer(Math.min(connectorCall, most))
  const timed = Effect.provideService(Effect.suspend(call), PauseTimeout, untimed)
  return yield* isolated(timed, broken).pipe(before(expiry, unreachable))
})

export const validateResponse = <S extends Schema.Top & { readonly DecodingServices: never }, E>(
  schema: S,
  { broken }: CallErrors<E>
) => {
  const decode = Schema.decodeUnknownEffect(Schema.toType(schema))
  return <R>(call: Effect.Effect<S["Type"], E, R>): Effect.Effect<S["Type"], E, R> =>
    Effect.flatMap(call, (answer) => Effect.mapError(decode(answer), broken))
}

/**
 * Returns the client's name, or nothing if the store is unavailable. A call should not fail only because the name is
 * missing.
 */
export const clientNameOf = Effect.fnUntraced(function* (clientId: string) {
  const client = yield* Effect.option((yield* ClientStore).findClient(clientId))
  return Option.match(Option.flatten(client), { onNone: () => ({}), onSome: ({ name }) => ({ clientName: name }) })
})
