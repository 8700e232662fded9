/** A virtual clock that advances only when all work is waiting for it. */
import type { Clock } from "@sheaf/client"
import { setImmediate as turn } from "node:timers/promises"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

export class VirtualClock implements Clock {
  #now = Date.parse("2026-05-04T08:00:00.000Z")
  readonly #sleepers = new Set<Sleeper>()
  readonly #began = this.#now

  readonly now = (): number => this.#now

  readonly random = (): number => 0.5

  readonly sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const sleeper = { at: this.#now + milliseconds, wake: resolve }
      this.#sleepers.add(sleeper)
      signal?.addEventListener("abort", () => {
        this.#sleepers.delete(sleeper)
        reject(signal.reason)
      })
    })

  elapsed(): number {
    return this.#now - this.#began
  }

  async run(work: Promise<unknown>): Promise<unknown> {
    let isDone = false
    const outcome = work.catch((error: unknown) => error).finally(() => (isDone = true))
    for (;;) {
      for (let turns = 0; turns < 5; turns++) await turn()
      if (isDone) return outcome
      const [next] = [...this.#sleepers].toSorted((one, other) => one.at - other.at)
      if (next === undefined) throw new Error("the work waits for nothing")
      this.#sleepers.delete(next)
      this.#now = next.at
      next.wake()
    }
  }
}
