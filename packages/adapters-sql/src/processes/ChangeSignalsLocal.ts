/**
 * Delivers change signals within a process. Also notices when another process, such as an administrator's command,
 * writes to the same file.
 */
import { ChangeSignals } from "@sheaf/ports"
import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { EventEmitter } from "node:events"
import { statSync } from "node:fs"

export const make = () => {
  const emitter = new EventEmitter().setMaxListeners(0)
  const signals = ChangeSignals.of({
    publish: (topic) => Effect.sync(() => void emitter.emit(topic)),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    }
  })
  return { signals, publishAll: () => emitter.eventNames().forEach((topic) => emitter.emit(topic)) }
}

export const layer = Layer.sync(ChangeSignals, () => make().signals)

const interval = "500 millis"

/** If the log file's modification time and size stay unchanged for this many checks, Sheaf queries SQLite anyway. */
const trustedChecks = 120

/** Returns a string that changes whenever a process writes to the database's log. */
const logState = (file: string): string => {
  const { mtimeMs, size } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 }
  return `${mtimeMs} ${size}`
}

/**
 * Like `layer`, but also calls all listeners within a second after another process writes to the database. Such a write
 * may, for example, revoke a key or a certificate.
 */
export const layerAcrossProcesses = Layer.effect(
  ChangeSignals,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { publishAll, signals } = make()
    const version = Effect.map(
      sql<{ readonly data_version: number }>`PRAGMA data_version`,
      ([row]) => row?.data_version
    )
    const [database] = yield* Effect.orDie(sql<{ readonly file: string }>`PRAGMA database_list`)
    let known = yield* Effect.orDie(version)
    let looked = ""
    let trusted = 0
    // Checks the database's WAL file first, because that requires no query. An idle service therefore queries SQLite
    // only once a minute.
    const look = Effect.gen(function* () {
      const state = logState(database?.file ?? "")
      trusted += 1
      if (state === looked && trusted < trustedChecks) return
      const current = yield* version
      if (current !== known) publishAll()
      known = current
      looked = state
      trusted = 0
    })
    yield* Effect.forkScoped(Effect.repeat(Effect.ignoreCause(look), Schedule.spaced(interval)))
    return signals
  })
)
