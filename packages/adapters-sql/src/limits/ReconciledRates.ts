/**
 * Rates that each node counts in memory and reconciles with other nodes every second (spec 15). Only keys that have
 * used much of their quota are reconciled, so polling at the usual interval costs nothing extra.
 */
import type * as RateLimit from "@sheaf/domain/RateLimit"
import { Counters, Sealer } from "@sheaf/ports"
import { Clock, Effect, Schedule } from "effect"
import type * as CountersLocal from "./CountersLocal.ts"
import { statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

/** A key is reconciled after it has used this share of its quota on a node. */
const unreconciled = 1 / 10

/** The maximum number of keys that a node reconciles. It counts all other keys on its own. */
const capacity = 5_000

const interval = "1 second"

interface Tracked {
  readonly rate: RateLimit.RateLimit
  readonly key: string
  /** The number of this node's requests that are not in the database yet. */
  unsent: number
}

interface Added {
  readonly name: string
  /** A keyed hash of {@link Tracked}'s `key`. The key itself is not stored, because it may be a person's IP address. */
  readonly id: string
  /** How long the added requests count toward the quota, in milliseconds. */
  readonly millis: number
}

/**
 * Adds a node's requests to the shared states, and returns the new states. To avoid deadlocks, all nodes lock the rows
 * in the same order.
 */
const exchange = (now: number, added: ReadonlyArray<Added>) =>
  statement<{ readonly id: string; readonly full_at: number }>`INSERT INTO rate_state (name, key, full_at)
    SELECT name, id, ${now} + millis FROM json_to_recordset(CAST(CAST(${JSON.stringify(added)} AS text) AS json))
      AS added (name text, id text, millis double precision) ORDER BY name, id
    ON CONFLICT (name, key) DO UPDATE
    SET full_at = greatest(rate_state.full_at, ${now}) + excluded.full_at - ${now} RETURNING key AS id, full_at`

/** Creates counters that never wait for the database. */
export const make = Effect.fnUntraced(function* ({ counters, raise }: Effect.Success<typeof CountersLocal.make>) {
  const sealer = yield* Sealer
  const units = yield* UnitsOfWork
  const tracked = new Map<string, Tracked>()

  const track = (rate: RateLimit.RateLimit, key: string, requests: number): void => {
    const name = `${rate.name} ${key}`
    const found = tracked.get(name)
    if (found !== undefined) found.unsent += requests
    else if (tracked.size < capacity) tracked.set(name, { rate, key, unsent: requests })
  }

  const reconcile = Effect.gen(function* () {
    const sent = new Map<string, Tracked>()
    const added: Array<Added> = []
    for (const [name, entry] of tracked) {
      const { rate, unsent } = entry
      if (unsent === 0) tracked.delete(name)
      else {
        const id = sealer.blindIndex({ tenant: "", record: "rate" }, name).shared
        sent.set(id, entry)
        added.push({ name: rate.name, id, millis: (unsent * rate.windowMillis) / rate.quota })
        entry.unsent = 0
      }
    }
    if (added.length === 0) return
    const now = yield* Clock.currentTimeMillis
    const states = yield* units.run(function* () {
      return yield* exchange(now, added)
    })
    for (const { full_at, id } of states) {
      const entry = sent.get(id)
      if (entry === undefined) continue
      const { key, rate, unsent } = entry
      raise(rate, key, full_at + (unsent * rate.windowMillis) / rate.quota)
    }
  })
  yield* Effect.forkScoped(Effect.repeat(Effect.ignoreCause(reconcile), Schedule.spaced(interval)))

  return Counters.of({
    ...counters,
    take: (rate, key) =>
      Effect.map(counters.take(rate, key), (counted) => {
        const isBusy = rate.quota - counted.remaining >= rate.quota * unreconciled
        if (counted.isAllowed && isBusy) track(rate, key, 1)
        return counted
      }),
    refund: (rate, key) =>
      Effect.map(counters.refund(rate, key), () => {
        if (tracked.has(`${rate.name} ${key}`)) track(rate, key, -1)
      })
  })
})
