/** The limits on connections on this machine, and the log of connections that Sheaf ended (decisions 14). */
import { Descriptors } from "@sheaf/adapters-http"
import type { Connections } from "@sheaf/adapters-http"
import { Effect } from "effect"
import type { Settings } from "./config/Settings.ts"

/**
 * Returns the configured limits, lowered if the process cannot open that many files. One address gets at most half of
 * the connections.
 */
export const within = ({ transport: { connections } }: Settings): Effect.Effect<Connections.ConnectionLimits> =>
  Effect.gen(function* () {
    const files = Descriptors.limit()
    const most = files === undefined ? connections.total : Descriptors.connectionsWithin(files)
    if (most >= connections.total) return connections
    const lowered = { ...connections, total: most, perAddress: Math.min(connections.perAddress, Math.ceil(most / 2)) }
    const told = { openFiles: files, connections: lowered.total, connectionsPerAddress: lowered.perAddress }
    yield* Effect.annotateLogs(Effect.logWarning("connection limits lowered: the process can open few files"), told)
    return lowered
  })

/** The shortest time between two log lines about the same rule, in milliseconds. */
const pause = 60_000

/** Returns a function that logs the rule that an ended connection broke, at most once a minute for each rule. */
export const log: Effect.Effect<(rule: Connections.ConnectionRule) => void> = Effect.map(
  Effect.context<never>(),
  (context) => {
    const run = Effect.runForkWith(context)
    const last = new Map<Connections.ConnectionRule, number>()
    return (rule) => {
      const now = performance.now()
      if (now - (last.get(rule) ?? -Infinity) < pause) return
      last.set(rule, now)
      run(Effect.annotateLogs(Effect.logWarning("connections ended by a limit"), { rule }))
    }
  }
)
