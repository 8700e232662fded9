/**
 * Limits connections to what this machine can handle, and logs why Sheaf closes connections that break a limit (spec
 * 8).
 */
import { FileDescriptors } from "@sheaf/adapters-http"
import type { Connections } from "@sheaf/adapters-http"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"

/**
 * Lowers the configured limits if the process cannot open that many files. One address gets at most half of the
 * connections.
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

const pause = 60_000

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

/** Logs why a connection was closed, at most once a minute per reason. */
export const logEndedConnections: Effect.Effect<(rule: Connections.CloseReason) => void> = Effect.map(
  warnRarely("connections ended by a limit"),
  (warn) => (rule) => warn(rule, { rule })
)

/**
 * Logs the peer of a plain HTTP connection that was closed because the peer is not a proxy. Logs at most once a minute,
 * for all peers together.
 */
export const logEndedPlainConnections: Effect.Effect<(address: string | undefined) => void> = Effect.map(
  warnRarely("plain HTTP connection ended, because its address is not a proxy"),
  (warn) =>
    (address = "unknown") =>
      warn("", { address })
)
