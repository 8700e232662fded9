/** Counters in memory, for a service with a single process. A restart resets them. */
import * as LoginAttempts from "@sheaf/domain/LoginAttempts"
import * as Rate from "@sheaf/domain/Rate"
import { Counters } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import * as Generations from "./Generations.ts"
import * as Groups from "./Groups.ts"

/** The number of keys per rate above which the oldest keys are forgotten early. That many keys take about 10 MB. */
const capacity = 50_000

/** The number of members of each client's groups. It takes about 1 MB. */
const membersOfClient = 10_000

/** Makes a function that returns the entries of a rate or limit. */
const mapsBy = <A>() => {
  const maps = new Map<string, Generations.Generations<A>>()
  return (name: string, periodMillis: number) => {
    const found = maps.get(name)
    if (found !== undefined) return found
    const made = Generations.make<A>(periodMillis, capacity)
    maps.set(name, made)
    return made
  }
}

/** Makes counters, and a function that raises a key's state to the count of all processes. */
export const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const rates = mapsBy<number>()
  const logins = mapsBy<LoginAttempts.Attempts>()
  const addMember = Groups.make(membersOfClient)
  // A rate's states never last longer than its window.
  const statesOf = ({ name, windowMillis }: Rate.Rate) => rates(name, windowMillis)
  const attemptsOf = ({ windowMillis }: LoginAttempts.AttemptLimit) => logins("", windowMillis)

  return {
    raise: (rate: Rate.Rate, key: string, fullAt: number): void => {
      const now = clock.currentTimeMillisUnsafe()
      const states = statesOf(rate)
      states.set(key, Math.max(states.get(key, now) ?? now, fullAt), now)
    },
    counters: Counters.of({
      take: (rate, key) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const states = statesOf(rate)
          const counted = Rate.take(rate, states.get(key, now), now)
          if (counted.isAllowed) states.set(key, counted.fullAt, now)
          return counted
        }),
      giveBack: (rate, key) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const states = statesOf(rate)
          const fullAt = states.get(key, now)
          if (fullAt !== undefined) states.set(key, Rate.giveBack(rate, fullAt), now)
        }),
      attempt: (limit, login, now) =>
        Effect.sync(() => {
          const attempts = attemptsOf(limit)
          const sofar = attempts.get(login, now) ?? []
          const wait = LoginAttempts.waitMillis(limit, sofar, now)
          if (wait === 0) attempts.set(login, LoginAttempts.added(limit, sofar, now), now)
          return wait
        }),
      attemptWithdrawn: (limit, login, at) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const attempts = attemptsOf(limit)
          attempts.set(login, LoginAttempts.withdrawn(attempts.get(login, now) ?? [], at), now)
        }),
      attemptFailed: (limit, login, at) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const attempts = attemptsOf(limit)
          attempts.set(login, LoginAttempts.failed(limit, attempts.get(login, now) ?? [], at, now), now)
        }),
      addMember: (group, member) => Effect.sync(() => addMember(group, member))
    })
  }
})

export const layer = Layer.effect(
  Counters,
  Effect.map(make, ({ counters }) => counters)
)
