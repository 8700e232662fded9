/** The commit, time and machine of a run. Each report begins with them. */
import { execFileSync } from "node:child_process"
import { availableParallelism, cpus, loadavg } from "node:os"

const commit = (): string => {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], {
      encoding: "utf8",
      stdio: "pipe"
    }).trim()
  } catch {
    // A source archive has no Git repository.
    return "unknown"
  }
}

export const describe = (now: Date): string => {
  const [load = 0] = loadavg()
  return [
    `Commit ${commit()}, ${now.toISOString().slice(0, 16).replace("T", " ")} UTC, Node.js ${process.version}`,
    `${availableParallelism()} cores, ${cpus()[0]?.model ?? "unknown processor"}, load ${load.toFixed(1)} before the run`
  ].join("\n")
}
