/**
 * Change signals within one process. Other processes, such as an administrator's commands, can write to the same file.
 */
import { ChangeSignals } from "@sheaf/ports"
import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { EventEmitter } from "node:events"
import { statSync } from "node:fs"

/** Makes signals, and a function that calls all listeners. */
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

/** The pause between two checks for writes by other processes. */
const interval = "500 millis"

/** Returns a function that tells whether the database's log was written since its last call. */
const makeIsLogWritten = (file: string) => {
  let known = ""
  return () => {
    const { mtimeMs, size } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 }
    const current = `${mtimeMs} ${size}`
    const isWritten = current !== known
    known = current
    return isWritten
  }
}

/**
 * Also calls all listeners within a second of a write by another process, because that process may have revoked a key
 * or a certificate.
 */
export const layerWithOthers = Layer.effect(
  ChangeSignals,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { publishAll, signals } = make()
    // SQLite changes this number when another connection has written.
    const version = Effect.map(
      sql<{ readonly data_version: number }>`PRAGMA data_version`,
      ([row]) => row?.data_version
    )
    const [database] = yield* Effect.orDie(sql<{ readonly file: string }>`PRAGMA database_list`)
    const isLogWritten = makeIsLogWritten(database?.file ?? "")
    let known = yield* Effect.orDie(version)
    const look = Effect.map(version, (current) => {
      if (current !== known) publishAll()
      known = current
    })
    // The log tells sooner than SQLite that nobody has written, and costs an idle service no statement.
    const lookIfWritten = Effect.suspend(() => (isLogWritten() ? look : Effect.void))
    yield* Effect.forkScoped(Effect.repeat(Effect.ignore(lookIfWritten), Schedule.spaced(interval)))
    return signals
  })
)
