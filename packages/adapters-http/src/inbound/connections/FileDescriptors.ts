/** The limit on open files, which also limits the connections of a process (spec 8). */
import { readFileSync } from "node:fs"

/** Returns how many files this process can open, or `undefined` if the number is unlimited or unknown. */
export const openFileLimit = (): number | undefined => {
  try {
    const [, soft] = /^Max open files +([0-9]+) /m.exec(readFileSync("/proc/self/limits", "utf8")) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined // this system has no such file
  }
}

/** The maximum number of file descriptors reserved for the database, connectors, banks and files being read. */
const maxReserve = 1_000

/**
 * Returns the maximum number of connections. Leaves a quarter of the file descriptors free for other uses, but at most
 * {@link maxReserve}.
 */
export const maxConnectionsFor = (files: number): number =>
  Math.max(1, files - Math.min(maxReserve, Math.ceil(files / 4)))
