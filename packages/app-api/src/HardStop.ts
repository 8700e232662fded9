/**
 * A limit on the time that a stop takes. A node that was frozen can wait forever for connections that no longer exist.
 * Other nodes continue its work anyway.
 */
import { Effect } from "effect"

/** Longer than open requests and running steps may take, in milliseconds. */
const longestStop = 10_000

const exitLater = (millis: number) => () => void setTimeout(() => process.exit(1), millis).unref()

/** Ends the process if it has not ended `drain` milliseconds and {@link longestStop} after a stop signal. */
export const arm = (drain: number) =>
  Effect.sync(() => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, exitLater(drain + longestStop))
  })
