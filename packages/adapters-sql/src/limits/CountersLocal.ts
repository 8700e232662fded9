/** In-memory counters for a service with a single process. They are lost on restart. */
import * as LoginAttempts from "@sheaf/domain/LoginAttempts"
import * as RateLimit from "@sheaf/domain/RateLimit"
import { Counters } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import type { CountedGroup } from "@sheaf/ports"

interface ClientGroups {
  /** Members by group. The most recently used group is last. */
  readonly groups: Map<string, Set<string>>
  members: number
}

/**
 * The returned function adds a member to a group. It returns true only for the first member above the group's maximum.
 * If a client's groups have more than `capacity` members in total, the least recently used groups are dropped.
 */
export const makeDailyGroups = (capacity: number) => {
  let today = ""
  const clients = new Map<string, ClientGroups>()

  return ({ clientId, day, maxMembers, name }: CountedGroup, member: string): boolean => {
    if (day !== today) clients.clear()
    today = day
    const own = clients.get(clientId) ?? { groups: new Map<string, Set<string>>(), members: 0 }
    clients.set(clientId, own)
    const { groups } = own
    const group = groups.get(name) ?? new Set()
    groups.delete(name)
    groups.set(name, group)
    if (group.size > maxMembers || group.has(member)) return false
    group.add(member)
    own.members++
    for (const [oldest, { size }] of groups) {
      if (own.members <= capacity || oldest === name) break
      groups.delete(oldest)
      own.members -= size
    }
    return group.size > maxMembers
  }
}

/**
 * A map that drops old entries one generation at a time. Unless the map is full, an entry lives for at least one period
 * after it was last set. The map never scans its entries, and its size is bounded no matter which keys are used.
 */
export interface ExpiringMap<A> {
  readonly get: (key: string, now: number) => A | undefined
  readonly set: (key: string, value: A, now: number) => void
  readonly size: () => number
}

/** The map holds at most twice `capacity` entries. To stay within this bound, it drops some entries early. */
export const makeExpiringMap = <A>(periodMillis: number, capacity: number): ExpiringMap<A> => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  let bornAt = -Infinity

  const age = (now: number): void => {
    const isFull = young.size >= capacity
    // The difference is negative if the clock was set back.
    const passed = Math.abs(now - bornAt)
    if (!isFull && passed < periodMillis) return
    // After two periods without requests, everything has expired.
    old = isFull || passed < 2 * periodMillis ? young : new Map()
    young = new Map()
    bornAt = now
  }

  return {
    get: (key, now) => {
      age(now)
      return young.get(key) ?? old.get(key)
    },
    set: (key, value, now) => {
      age(now)
      young.set(key, value)
    },
    size: () => young.size + old.size
  }
}

/** If a rate has more keys than this, the oldest ones are dropped early. This many keys take about 10 MB. */
const capacity = 50_000

/** The maximum number of members in all groups of a client together. This many members take about 1 MB. */
const membersOfClient = 10_000

const mapsBy = <A>() => {
  const maps = new Map<string, ExpiringMap<A>>()
  return (name: string, periodMillis: number) => {
    const found = maps.get(name)
    if (found !== undefined) return found
    const made = makeExpiringMap<A>(periodMillis, capacity)
    maps.set(name, made)
    return made
  }
}

/** Creates counters. `raise` sets a key's state to the total across all processes if that is higher. */
export const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const rates = mapsBy<number>()
  const logins = mapsBy<LoginAttempts.LoginAttempts>()
  const addMember = makeDailyGroups(membersOfClient)
  // A key's state limits nothing after the rate's window has passed, so the map drops it then.
  const statesOf = ({ name, windowMillis }: RateLimit.RateLimit) => rates(name, windowMillis)
  const attemptsOf = ({ windowMillis }: LoginAttempts.AttemptLimit) => logins("", windowMillis)

  return {
    raise: (rate: RateLimit.RateLimit, key: string, fullAt: number): void => {
      const now = clock.currentTimeMillisUnsafe()
      const states = statesOf(rate)
      states.set(key, Math.max(states.get(key, now) ?? now, fullAt), now)
    },
    counters: Counters.of({
      take: (rate, key) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const states = statesOf(rate)
          const counted = RateLimit.take(rate, states.get(key, now), now)
          if (counted.isAllowed) states.set(key, counted.fullAt, now)
          return counted
        }),
      refund: (rate, key) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const states = statesOf(rate)
          const fullAt = states.get(key, now)
          if (fullAt !== undefined) states.set(key, RateLimit.refund(rate, fullAt), now)
        }),
      countAttempt: (limit, login, now) =>
        Effect.sync(() => {
          const attempts = attemptsOf(limit)
          const sofar = attempts.get(login, now) ?? []
          const wait = LoginAttempts.waitMillis(limit, sofar, now)
          if (wait === 0) attempts.set(login, LoginAttempts.addAttempt(limit, sofar, now), now)
          return wait
        }),
      withdrawAttempt: (limit, login, at) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const attempts = attemptsOf(limit)
          attempts.set(login, LoginAttempts.withdrawAttempt(attempts.get(login, now) ?? [], at), now)
        }),
      markAttemptFailed: (limit, login, at) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const attempts = attemptsOf(limit)
          attempts.set(login, LoginAttempts.markFailed(limit, attempts.get(login, now) ?? [], at, now), now)
        }),
      addMember: (group, member) => Effect.sync(() => addMember(group, member))
    })
  }
})

export const layer = Layer.effect(
  Counters,
  Effect.map(make, ({ counters }) => counters)
)
