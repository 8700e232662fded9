/**
 * The work that both durable mechanisms do: a row, and steps that each call the simulated company and then record a
 * status with its history in one transaction. Both mechanisms send these statements.
 */
import { setImmediate } from "node:timers/promises"
import { middle } from "../../workshop/checker/Latency.ts"

/** Creates the tables of one mechanism. */
export const tables = (prefix: string): ReadonlyArray<string> => [
  `CREATE TABLE ${prefix}_work (id TEXT PRIMARY KEY, status TEXT NOT NULL, step INTEGER NOT NULL, at BIGINT NOT NULL)`,
  `CREATE TABLE ${prefix}_history (id TEXT NOT NULL, step INTEGER NOT NULL, status TEXT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (id, step))`
]

/** The statements of one mechanism, with `?` for each value. */
export const statementsOf = (prefix: string) => ({
  insert: `INSERT INTO ${prefix}_work (id, status, step, at) VALUES (?, ?, 0, ?)`,
  update: `UPDATE ${prefix}_work SET status = ?, step = ?, at = ? WHERE id = ? AND step = ? RETURNING id`,
  remember: `INSERT INTO ${prefix}_history (id, step, status, at) VALUES (?, ?, ?, ?)`,
  read: `SELECT step FROM ${prefix}_work WHERE id = ?`
})

/** The simulated company: it responds in the next turn of the event loop. */
export const company = async (step: number): Promise<string> => {
  await setImmediate()
  return `STATUS_${step}`
}

/** The number of workflows that a worker runs at the same time. */
const lanes = 32

/** Runs `count` workflows, and returns the time until the last of them has ended, in milliseconds. */
const inLanes = async (count: number, run: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  let left = count
  const lane = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return performance.now() - began
}

/** A way to run workflows durably. Each function but `wake` returns when the workflow has ended, or waits. */
interface Way {
  readonly end: (steps: number) => Promise<unknown>
  /** Starts a workflow that waits after its first step, and returns its id. */
  readonly wait: () => Promise<string>
  /** Wakes a waiting workflow. */
  readonly wake: (id: string) => Promise<unknown>
  /** Resolves at the end of a workflow. */
  readonly ended: Signals
}

/** The mechanism that runs the workload in this way. */
export const mechanismOf = ({ end, ended, wait, wake }: Way) => {
  const ids: Array<string> = []
  return {
    run: (count: number, steps: number) => inLanes(count, () => end(steps)),
    wait: (count: number) => inLanes(count, async () => ids.push(await wait())),
    wake: async (count: number) => {
      const millis: Array<number> = []
      for (const id of ids.splice(0, count)) {
        const next = ended.next(id)
        const began = performance.now()
        await wake(id)
        await next
        millis.push(performance.now() - began)
      }
      return middle(millis)
    }
  }
}

/** Promises of events, by workflow. */
export class Signals {
  readonly #waiting = new Map<string, () => void>()

  /** Returns a promise of the next event of this workflow. */
  next(id: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  send(id: string): void {
    this.#waiting.get(id)?.()
    this.#waiting.delete(id)
  }
}
