/**
 * Limits the memory that data from companies takes in this process, so that no large or hostile response can exhaust
 * it. A step with little data never waits. A step with more data waits for a permit, and clients share the permits
 * fairly.
 */
import { MemoryBudget, MemoryBudgets } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as FairSemaphore from "../../inbound/connections/FairSemaphore.ts"

const mebibyte = 1024 * 1024

export interface MemoryTier {
  readonly above: number
  readonly permits: number
  readonly perClient: number
}

/**
 * A step acquires permits in this order and keeps them, so steps cannot deadlock. Sizes are those of the JSON text; in
 * memory, objects take several times as much.
 */
const defaults: ReadonlyArray<MemoryTier> = [
  { above: mebibyte / 4, permits: 32, perClient: 16 },
  { above: 2 * mebibyte, permits: 2, perClient: 1 }
]

/**
 * The maximum number of a client's steps that can wait for permits in one tier. Steps keep their data in memory while
 * they wait.
 */
const waitingPerClient = 64

export const make = (tiers: ReadonlyArray<MemoryTier> = defaults): MemoryBudgets => {
  const smallest = tiers[0]?.above ?? Infinity
  const pools = tiers.map(({ above, ...tier }) => ({
    above,
    places: FairSemaphore.make({ ...tier, waitingPerClient })
  }))

  return {
    within: (client) => (step) =>
      Effect.suspend(() => {
        let held = 0
        const claims = new Map<number, FairSemaphore.Lease>()
        const claim = Effect.fnUntraced(function* () {
          for (const { above, places } of pools) {
            if (held <= above) return true
            if (claims.has(above)) continue
            if (!(yield* FairSemaphore.acquire(places, client, (claim) => void claims.set(above, claim)))) return false
          }
          return true
        })
        const reserve = (bytes: number) =>
          Effect.suspend(() => {
            held += bytes
            return held <= smallest ? Effect.succeed(true) : claim()
          })
        const free = Effect.sync(() => claims.forEach(({ release }) => release()))
        return Effect.ensuring(Effect.provideService(step, MemoryBudget, { reserve }), free)
      })
  }
}

export const layer: Layer.Layer<never> = Layer.sync(MemoryBudgets, () => make())
