/**
 * Limits the memory for data from companies in this process, so that large or hostile companies cannot exhaust it. Steps
 * with little data never wait. Clients share the places of the others fairly.
 */
import { DataRoom, DataRooms } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as FairPlaces from "../../inbound/connections/FairPlaces.ts"

const mebibyte = 1024 * 1024

/** The places for steps with more than `above` bytes. */
export interface Tier {
  readonly above: number
  readonly places: number
  readonly perClient: number
}

/**
 * A step claims its tiers in this order, and keeps them, so no two steps can wait for each other. Objects in memory take
 * several times as many bytes as their JSON.
 */
const defaults: ReadonlyArray<Tier> = [
  { above: mebibyte / 4, places: 32, perClient: 16 },
  { above: 2 * mebibyte, places: 2, perClient: 1 }
]

/** The number of a client's steps that can wait in a tier. Each of them holds data, too. */
const waitingPerClient = 64

export const make = (tiers: ReadonlyArray<Tier> = defaults): DataRooms => {
  const smallest = tiers[0]?.above ?? Infinity
  const pools = tiers.map(({ above, ...tier }) => ({ above, places: FairPlaces.make({ ...tier, waitingPerClient }) }))

  return {
    within: (client) => (step) =>
      Effect.suspend(() => {
        let held = 0
        const claims = new Map<number, FairPlaces.Claim>()
        const claim = Effect.fnUntraced(function* () {
          for (const { above, places } of pools) {
            if (held <= above) return true
            if (claims.has(above)) continue
            if (!(yield* FairPlaces.wait(places, client, (claim) => void claims.set(above, claim)))) return false
          }
          return true
        })
        const reserve = (bytes: number) =>
          Effect.suspend(() => {
            held += bytes
            return held <= smallest ? Effect.succeed(true) : claim()
          })
        const free = Effect.sync(() => claims.forEach(({ end }) => end()))
        return Effect.ensuring(Effect.provideService(step, DataRoom, { reserve }), free)
      })
  }
}

export const layer: Layer.Layer<never> = Layer.sync(DataRooms, () => make())
