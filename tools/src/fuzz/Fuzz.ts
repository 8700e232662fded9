/** Runs the fuzzer against a service of its own. */
import { start as startService } from "@sheaf/app-api/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { Documents } from "./Judge.ts"
import * as Published from "./Published.ts"
import { Run } from "./Run.ts"
import type { Setting } from "./Run.ts"
import type { Tally } from "./Tally.ts"

export interface Plan extends Pick<Setting, "most" | "seed"> {
  readonly dataDir: string
  /** A fault of an earlier run, to send again in place of new requests. */
  readonly replay?: string | undefined
}

export interface FuzzResult {
  readonly tally: Tally
  /** The faults that concern the whole process, one sentence each. */
  readonly violations: ReadonlyArray<string>
}

const documentsOf = async (base: string): Promise<Documents> => {
  const entries = ApiVersion.running.map(async (version) => {
    const response = await fetch(`${base}/openapi/${version}.json`)
    return [version, new Published.Published(version, Published.read(await response.text()))] as const
  })
  // The object has an entry for each running version, but the type of `fromEntries` does not express this.
  return Object.fromEntries(await Promise.all(entries)) as Documents
}

/** Starts a sandbox service, runs the plan, and stops the service. */
export const run = async ({ dataDir, most, replay, seed }: Plan): Promise<FuzzResult> => {
  const service = await startService({ dataDir })
  try {
    const run = new Run({ most, seed, service, documents: await documentsOf(service.base) })
    await (replay === undefined ? run.work() : run.replay(replay))
    return { tally: run.tally, violations: await run.violations() }
  } finally {
    await service.stop()
  }
}
