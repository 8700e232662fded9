/** A process's use of the processor, from the kernel. Other load changes it far less than the rate of a server. */
import { readdirSync, readFileSync } from "node:fs"

/** Returns the processor time of all threads so far, in microseconds. */
export const microsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]))
    .reduce((sum, nanos) => sum + nanos / 1000, 0)
