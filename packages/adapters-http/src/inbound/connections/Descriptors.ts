/** The limit of open files, which bounds the connections that a process can have (decisions 14). */
import { readFileSync } from "node:fs"

/** Returns the number of files that this process can open, or `undefined` if it is unlimited or unknown. */
export const limit = (): number | undefined => {
  try {
    const [, soft] = /^Max open files +([0-9]+) /m.exec(readFileSync("/proc/self/limits", "utf8")) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined // this system has no such file
  }
}

/** The most files that are kept for the database, connectors, banks and files being read. */
const largestReserve = 1_000

/** Returns the number of connections that leave a quarter of the files, but at most {@link largestReserve}, free. */
export const connectionsWithin = (files: number): number =>
  Math.max(1, files - Math.min(largestReserve, Math.ceil(files / 4)))
