/**
 * Exchanges codes and refresh tokens, each of which the bank might accept only once (spec 2.4, 16). If two exchanges
 * ran concurrently, the bank could revoke the tokens. So before a step exchanges anything, it records a lease in its
 * process's row. Once begun, an exchange finishes even if the step is interrupted, because the new tokens exist nowhere
 * else until they are recorded.
 */
import type { StoreError } from "@sheaf/ports"
import { Context, Effect, Fiber, FiberSet, Layer, Schedule } from "effect"

/**
 * The length of a step's lease on an exchange of a code or token, in milliseconds. If the service is killed during the
 * exchange, another step repeats it after the lease has ended.
 */
export const leaseMillis = 30_000

/**
 * The maximum duration of an exchange, in milliseconds. It is shorter than the lease, so that the result can be
 * recorded before the lease ends. If the store is unavailable at that point, the result is recorded later, unless
 * another step has repeated the exchange by then.
 */
export const maxExchangeMillis = 20_000

/** How long a shutdown waits for exchanges, in milliseconds, including a margin for recording them. */
export const shutdownTimeoutMillis = maxExchangeMillis + 2_000

const recordAgain = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("1 second")])

export const recordWithRetry = <A, R>(record: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.retry(record, { schedule: recordAgain, while: ({ reason }) => reason === "UNAVAILABLE" })

/** Starts an exchange that survives its caller's interruption. By default, a shutdown does not wait for it. */
type BeginExchange = <A, E, R>(exchange: Effect.Effect<A, E, R>) => Effect.Effect<Fiber.Fiber<A, E>, never, R>
const BeginExchange = Context.Reference<BeginExchange>("@sheaf/application/SingleUse/BeginExchange", {
  defaultValue: () => (exchange) => Effect.forkDetach(exchange, { startImmediately: true })
})

export const runUninterruptibly = <A, E, R>(exchange: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(BeginExchange, (begin) => Effect.flatMap(begin(exchange), Fiber.join))

/**
 * Makes a shutdown wait for running exchanges of codes and refresh tokens. Close this layer after everything that
 * starts exchanges, and before the connections to the banks and the database.
 */
export const layer = Layer.effect(
  BeginExchange,
  Effect.gen(function* () {
    const running = yield* FiberSet.make<unknown, unknown>()
    yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), shutdownTimeoutMillis))
    return (exchange) => FiberSet.run(running, exchange)
  })
)
