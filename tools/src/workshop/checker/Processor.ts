/** Reads a process's CPU time from the kernel. Other load on the machine affects CPU time far less than throughput. */
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { Schema } from "effect"
import { readdirSync, readFileSync } from "node:fs"

/** The CPU time of all threads together, in microseconds. */
export const cpuMicrosOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]))
    .reduce((sum, nanos) => sum + nanos / 1000, 0)

/** Returns 0 if the process has ended. */
export const cpuMillisOf = (pid: number): number => {
  try {
    return cpuMicrosOf(pid) / 1000
  } catch {
    return 0
  }
}

const decodePids = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ pid: Schema.Finite })))

export const postgresCpuMillis = async (url: string): Promise<ReadonlyMap<number, number>> => {
  const pids = decodePids(await PostgresServer.query(url, "SELECT pid FROM pg_stat_activity"))
  return new Map(pids.map(({ pid }) => [pid, cpuMillisOf(pid)]))
}

export const cpuMillisBetween = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, now]) => sum + now - (before.get(pid) ?? 0), 0)
