/** Runs the fuzzer against a service of its own. */
import { start as startService } from "@sheaf/app-api/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { Documents } from "./Judge.ts"
import * as Published from "./Published.ts"
import { Run } from "./Run.ts"
import type { Memory, Most } from "./Run.ts"
import type { Tally } from "./Tally.ts"

export interface Plan {
  readonly dataDir: string
  /** The seed. Runs with the same seed send the same requests, except for values that the service chose. */
  readonly seed: number
  readonly most: Most
  /** A fault of an earlier run, to send again in place of new requests. */
  readonly replay?: string | undefined
}

export interface FuzzResult {
  readonly tally: Tally
  readonly memory: Memory
  /** The faults that concern the whole process, one sentence each. */
  readonly violations: ReadonlyArray<string>
}

/** The final memory above which the run reports a leak, in megabytes. Caches and collections make some growth normal. */
const growth = ({ warm }: Memory): number => warm * 1.5 + 200

/** Matches log lines that indicate a defect. */
const alarming = /unhandled|uncaught|defect|"level":"?(?:error|fatal)|level=(?:error|fatal)|^\s+at .+:\d+:\d+\)?$/im

const documentsOf = async (base: string): Promise<Documents> => {
  const entries = ApiVersion.running.map(async (version) => {
    const response = await fetch(`${base}/openapi/${version}.json`)
    return [version, new Published.Published(version, Published.read(await response.text()))] as const
  })
  // The object has an entry for each running version, but the type of `fromEntries` does not express this.
  return Object.fromEntries(await Promise.all(entries)) as Documents
}

const processViolations = (isAlive: boolean, memory: Memory, output: string): ReadonlyArray<string> => {
  const line = output.split("\n").find((text) => alarming.test(text))
  const { end, warm } = memory
  return [
    ...(isAlive ? [] : [`the service no longer responds. Its last words: ${output.slice(-1_500)}`]),
    ...(end > growth(memory) ? [`memory grew from ${warm.toFixed(0)} to ${end.toFixed(0)} MB`] : []),
    ...(line === undefined ? [] : [`the log contains: ${line.slice(0, 500)}`])
  ]
}

/** Starts a sandbox service, runs the plan, and stops the service. */
export const run = async ({ dataDir, most, replay, seed }: Plan): Promise<FuzzResult> => {
  const service = await startService({ dataDir })
  try {
    const run = new Run({ most, seed, service, documents: await documentsOf(service.base) })
    const memory = replay === undefined ? await run.work() : await run.replay(replay)
    return { tally: run.tally, memory, violations: processViolations(await run.isAlive(), memory, service.output()) }
  } finally {
    await service.stop()
  }
}
