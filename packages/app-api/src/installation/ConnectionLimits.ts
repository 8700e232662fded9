/** This machine's limits on connections, and the log of connections that were ended (spec 8). */
import { FileDescriptors } from "@sheaf/adapters-http"
import type { Connections } from "@sheaf/adapters-http"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"

/**
 * Returns the configured limits, or lower ones if the process cannot open that many files. An address gets at most half
 * of the connections.
 */
export const effectiveLimits = ({
  transport: { connections }
}: Settings): Effect.Effect<Connections.ConnectionLimits> =>
  Effect.gen(function* () {
    const files = FileDescriptors.openFileLimit()
    const most = files === undefined ? connections.total : FileDescriptors.maxConnectionsFor(files)
    if (most >= connections.total) return connections
    const lowered = { ...connections, total: most, perAddress: Math.min(connections.perAddress, Math.ceil(most / 2)) }
    const told = { openFiles: files, connections: lowered.total, connectionsPerAddress: lowered.perAddress }
    yield* Effect.annotateLogs(Effect.logWarning("connection limits lowered: the process can open few files"), told)
    return lowered
  })

/** The minimum time between two log lines about the same thing, in milliseconds. */
const pause = 60_000

/** Returns a function that logs a warning with these annotations, at most once a minute per key. */
const warnRarely = (message: string) =>
  Effect.map(Effect.context<never>(), (context) => {
    const run = Effect.runForkWith(context)
    const last = new Map<string, number>()
    return (key: string, annotations: Readonly<Record<string, string>>) => {
      const now = performance.now()
      if (now - (last.get(key) ?? -Infinity) < pause) return
      last.set(key, now)
      run(Effect.annotateLogs(Effect.logWarning(message), annotations))
    }
  })

/** Returns a function that logs why a connection was ended, at most once a minute per reason. */
export const logEndedConnections: Effect.Effect<(rule: Connections.CloseReason) => void> = Effect.map(
  warnRarely("connections ended by a limit"),
  (warn) => (rule) => warn(rule, { rule })
)

/** Returns a function that logs the peer of a plain connection that was ended, at most once a minute in total. */
export const logEndedPlainConnections: Effect.Effect<(address: string | undefined) => void> = Effect.map(
  warnRarely("plain HTTP connection ended, because its address is not a proxy"),
  (warn) =>
    (address = "unknown") =>
      warn("", { address })
)
