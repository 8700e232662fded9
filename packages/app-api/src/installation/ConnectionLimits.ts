/** The limits on connections on this machine, and the log of connections that Sheaf ended (spec 8). */
import { FileDescriptors } from "@sheaf/adapters-http"
import type { Connections } from "@sheaf/adapters-http"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"

/**
 * Returns the configured limits, lowered if the process cannot open that many files. One address gets at most half of
 * the connections.
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

/** The shortest time between two log lines about the same matter, in milliseconds. */
const pause = 60_000

/** Returns a function that logs a warning with these annotations, at most once a minute for each key. */
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

/** Returns a function that logs the rule that an ended connection broke, at most once a minute for each rule. */
export const logEndedConnections: Effect.Effect<(rule: Connections.CloseReason) => void> = Effect.map(
  warnRarely("connections ended by a limit"),
  (warn) => (rule) => warn(rule, { rule })
)

/** Returns a function that logs the peer of an ended plain connection, at most once a minute for all peers together. */
export const logEndedPlainConnections: Effect.Effect<(address: string | undefined) => void> = Effect.map(
  warnRarely("plain HTTP connection ended, because its address is not a proxy"),
  (warn) =>
    (address = "unknown") =>
      warn("", { address })
)
