/**
 * Limits how long shutdown takes. A suspended node could otherwise wait forever for connections that no longer exist,
 * although other nodes have long since taken over its work.
 */
import { SingleUse } from "@sheaf/application"
import { Effect } from "effect"

/**
 * In milliseconds. Long enough for open requests, running steps and running token exchanges to finish one after
 * another.
 */
export const maxStopMillis = 10_000 + SingleUse.shutdownTimeoutMillis

const exitLater = (millis: number) => () => void setTimeout(() => process.exit(1), millis).unref()

/** After a stop signal, ends the process once `drain` milliseconds plus {@link maxStopMillis} have passed. */
export const exitAfterStopSignal = (drain: number) =>
  Effect.sync(() => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, exitLater(drain + maxStopMillis))
  })
