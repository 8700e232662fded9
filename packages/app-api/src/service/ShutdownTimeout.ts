/**
 * A limit on the time that a stop takes. A node that was frozen can wait forever for connections that no longer exist.
 * Other nodes continue its work anyway.
 */
import { SingleUse } from "@sheaf/application"
import { Effect } from "effect"

/** Longer than open requests, running steps and then running exchanges may take, in milliseconds. */
export const maxStopMillis = 10_000 + SingleUse.shutdownTimeoutMillis

const exitLater = (millis: number) => () => void setTimeout(() => process.exit(1), millis).unref()

/** Ends the process if it has not ended `drain` milliseconds and {@link maxStopMillis} after a stop signal. */
export const exitAfterStopSignal = (drain: number) =>
  Effect.sync(() => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, exitLater(drain + maxStopMillis))
  })
