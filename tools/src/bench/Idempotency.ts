/** Measures what an idempotency key costs a start request, and how fast the service answers repeated requests. */
import type { Client } from "@sheaf/adapters-http/testing"
import type { Effort } from "./Part.ts"
import { completed } from "./Polls.ts"
import { clientOf, withService } from "../workshop/stage/Installation.ts"
import * as Crowd from "./load/Crowd.ts"
import { medianOf, quotients } from "./Report.ts"
import type { Figure } from "./Report.ts"

interface Size {
  readonly rounds: number
  readonly requests: number
}

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { rounds: 1, requests: 20 },
  full: { rounds: 7, requests: 200 },
  long: { rounds: 15, requests: 1_000 }
}

const running = "RUNNING,LOGIN,WAITING_FOR_USER_ACTION,CUSTOMER_ENROLLMENT_CHECK,COLLECTING"

/** Sends start requests, with idempotency keys if given. Returns the rate per second. */
const rateOf = async (client: Client, requests: number, keys?: ReadonlyArray<string>): Promise<number> => {
  const began = performance.now()
  await Crowd.each(requests, async (number) => {
    const answer = await client.post("/collections", completed, { "idempotency-key": keys?.[number] })
    answer.expect(201)
  })
  const rate = (requests * 1000) / (performance.now() - began)
  await Crowd.untilNoneIs(client, running)
  return rate
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withService(async (bench) => {
    const { requests, rounds } = sizes[effort]
    const client = clientOf(bench, bench)
    const without: Array<number> = []
    const withKey: Array<number> = []
    const repeats: Array<number> = []
    for (let round = 0; round <= rounds; round++) {
      const keys = Array.from({ length: requests }, () => crypto.randomUUID())
      const measured = [
        await rateOf(client, requests),
        await rateOf(client, requests, keys),
        await rateOf(client, requests, keys)
      ] as const
      // The first round is a warm-up.
      if (round === 0) continue
      for (const [index, rates] of [without, withKey, repeats].entries()) rates.push(measured[index] ?? Number.NaN)
    }
    const costs = without.map((rate, round) => 1_000_000 / (withKey[round] ?? Number.NaN) - 1_000_000 / rate)
    return [
      medianOf("starts without a key", without, "per second", { note: `${requests} in each round` }),
      medianOf("starts with a key", withKey, "per second"),
      medianOf("repeats of accepted starts", repeats, "per second"),
      medianOf("starts with : without a key", quotients(withKey, without), "ratio"),
      medianOf("cost of a key for each start", costs, "µs")
    ]
  })
