/** Measures the cost of counting a request under a rate. Every status poll pays this cost (decisions 14). */
import { CountersLocal } from "@sheaf/adapters-sql"
import { Counters } from "@sheaf/ports"
import { Effect } from "effect"
import type { Effort } from "./harness/Effort.ts"
import { medianOf } from "./Report.ts"
import type { Figure } from "./Report.ts"

const sizes: Readonly<Record<Effort, { readonly rounds: number; readonly requests: number }>> = {
  smoke: { rounds: 2, requests: 5_000 },
  full: { rounds: 15, requests: 200_000 },
  long: { rounds: 31, requests: 500_000 }
}

const rate = { name: "status", quota: 120, windowMillis: 60_000 }

const keys = Array.from({ length: 1_000 }, () => crypto.randomUUID())

/** Returns the time of one effect, in microseconds. */
const microsOf = (requests: number, effectOf: (key: string) => Effect.Effect<unknown>): number => {
  const began = performance.now()
  for (let sent = 0; sent < requests; sent++) Effect.runSync(effectOf(keys[sent % keys.length] ?? ""))
  return ((performance.now() - began) * 1000) / requests
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  Effect.gen(function* () {
    const { take } = yield* Counters
    const { requests, rounds } = sizes[effort]
    const costs: Array<number> = []
    for (let round = 0; round <= rounds; round++) {
      const cost = microsOf(requests, (key) => take(rate, key)) - microsOf(requests, Effect.succeed)
      // The first round is a warm-up.
      if (round > 0) costs.push(cost)
    }
    return [medianOf("counting a poll under its rate", costs, "µs", { note: "1,000 collections", target: ["<=", 1] })]
  }).pipe(Effect.provide(CountersLocal.layer), Effect.runPromise)
