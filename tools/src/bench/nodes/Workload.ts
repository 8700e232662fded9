/**
 * The work that both durable mechanisms do. It creates a row and takes some steps. Each step calls the simulated
 * company, and then records a status with its history in one transaction. Both mechanisms send these statements.
 */
import { setImmediate } from "node:timers/promises"

/** Creates a mechanism's tables. */
export const createTableStatements = (prefix: string): ReadonlyArray<string> => [
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
export const callCompany = async (step: number): Promise<string> => {
  await setImmediate()
  return `STATUS_${step}`
}

/** How many workflows a worker runs simultaneously. */
const lanes = 32

/** Runs `count` workflows and waits until all of them have ended. */
export const runConcurrently = async (count: number, run: () => Promise<unknown>): Promise<void> => {
  let left = count
  const lane = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
