/**
 * Exchanges of codes and refresh tokens, which may work only once (spec 2.4, 16). Two exchanges at the same time could
 * make the bank revoke the tokens. A step therefore leases the exchange in its row first, and finishes it even if the
 * step is interrupted, because the new tokens exist nowhere else until they are recorded.
 */
import type { StoreError } from "@sheaf/ports"
import { Context, Effect, Fiber, FiberSet, Layer, Schedule } from "effect"

/**
 * The time for which a step can lease an exchange, in milliseconds. If the service stops in the meantime, the next step
 * repeats the exchange after this time.
 */
export const leaseMillis = 30_000

/**
 * The longest exchange, in milliseconds. It ends before its lease. While the store is unavailable, the outcome is recorded
 * only later. If the lease has ended by then, another step can repeat the exchange first, and this outcome is discarded.
 */
export const maxExchangeMillis = 20_000

/** The longest time that a stopping service waits for exchanges, in milliseconds. The margin is for their records. */
export const shutdownTimeoutMillis = maxExchangeMillis + 2_000

const recordAgain = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("1 second")])

/** Records an outcome, and retries for as long as the store is unavailable. */
export const recordWithRetry = <A, R>(record: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.retry(record, { schedule: recordAgain, while: ({ reason }) => reason === "UNAVAILABLE" })

/** Starts an exchange that continues if its caller is interrupted. By default, nothing waits for it. */
type BeginExchange = <A, E, R>(exchange: Effect.Effect<A, E, R>) => Effect.Effect<Fiber.Fiber<A, E>, never, R>
const BeginExchange = Context.Reference<BeginExchange>("@sheaf/application/SingleUse/BeginExchange", {
  defaultValue: () => (exchange) => Effect.forkDetach(exchange, { startImmediately: true })
})

/** Runs an exchange and records its outcome, even if the caller is interrupted in the meantime. */
export const runUninterruptibly = <A, E, R>(exchange: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(BeginExchange, (begin) => Effect.flatMap(begin(exchange), Fiber.join))

/**
 * Makes a stopping service wait for running exchanges. Must be closed after everything that starts exchanges, so that other
 * nodes have taken over the other work by then, and before the banks' connections and the database.
 */
export const layer = Layer.effect(
  BeginExchange,
  Effect.gen(function* () {
    const running = yield* FiberSet.make<unknown, unknown>()
    yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), shutdownTimeoutMillis))
    return (exchange) => FiberSet.run(running, exchange)
  })
)
