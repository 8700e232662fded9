/**
 * The work that Sheaf and DBOS both do in this benchmark: create a row, then take steps. Each step calls the simulated
 * company, and records a status with its history in one transaction. Sheaf and DBOS send the same SQL statements.
 */
import { setImmediate } from "node:timers/promises"

export const createTableStatements = (prefix: string): ReadonlyArray<string> => [
  `CREATE TABLE ${prefix}_work (id TEXT PRIMARY KEY, status TEXT NOT NULL, step INTEGER NOT NULL, at BIGINT NOT NULL)`,
  `CREATE TABLE ${prefix}_history (id TEXT NOT NULL, step INTEGER NOT NULL, status TEXT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (id, step))`
]

export const statementsOf = (prefix: string) => ({
  insert: `INSERT INTO ${prefix}_work (id, status, step, at) VALUES (?, ?, 0, ?)`,
  update: `UPDATE ${prefix}_work SET status = ?, step = ?, at = ? WHERE id = ? AND step = ? RETURNING id`,
  remember: `INSERT INTO ${prefix}_history (id, step, status, at) VALUES (?, ?, ?, ?)`,
  read: `SELECT step FROM ${prefix}_work WHERE id = ?`
})

/** The simulated company responds in the next turn of the event loop. */
export const callCompany = async (step: number): Promise<string> => {
  await setImmediate()
  return `STATUS_${step}`
}

const lanes = 32

export const runConcurrently = async (count: number, run: () => Promise<unknown>): Promise<void> => {
  let left = count
  const lane = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
