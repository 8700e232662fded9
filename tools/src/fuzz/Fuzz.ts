/**
 * Generates valid and invalid requests from the published documents, sends them to a real service, and checks every
 * response against its version's document (spec 4, 9; decisions 2, 3, 12 to 14).
 */
import { start as startService } from "@sheaf/app-api/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Sharing } from "@sheaf/http-contract"
import type { Documents } from "./service/Judge.ts"
import { Published } from "./service/Published.ts"
import type { Document } from "./service/Published.ts"
import { Run } from "./Run.ts"
import type { Memory, Most } from "./Run.ts"
import type { Found, Tally } from "./Tally.ts"

export interface Plan {
  readonly dataDir: string
  /** The seed. Runs with the same seed send the same requests, except for values that the service chose. */
  readonly seed: number
  readonly most: Most
  /** Changes the served documents before the fuzzer checks responses against them. For tests. */
  readonly edit?: (document: Document, version: ApiVersion.ApiVersion) => Document
}

export interface FuzzResult {
  readonly base: string
  readonly tally: Tally
  readonly memory: Memory
  /** The distinct faults, each with the smallest request that shows it. */
  readonly faults: ReadonlyArray<Found>
  /** The faults that concern the whole process, one sentence each. */
  readonly violations: ReadonlyArray<string>
}

/**
 * The final memory above which the run reports a leak, in megabytes. Some growth is normal, because of caches and
 * collections.
 */
const growth = ({ warm }: Memory): number => warm * 1.5 + 200

/** Matches log lines that indicate a defect. */
const alarming = /unhandled|uncaught|defect|"level":"?(?:error|fatal)|level=(?:error|fatal)|^\s+at .+:\d+:\d+\)?$/im

const asServed = (document: Document): Document => document

/** Reads the served documents. */
const documentsOf = async (base: string, edit: NonNullable<Plan["edit"]>): Promise<Documents> => {
  const read = async (version: ApiVersion.ApiVersion): Promise<Published> => {
    const response = await fetch(`${base}/openapi/${version}.json`)
    // The cast is safe, because the fuzzer fails on a document with another shape.
    const document = Sharing.expand(JSON.parse(await response.text())) as unknown as Document
    return new Published(version, edit(document, version))
  }
  const entries = ApiVersion.running.map(async (version) => [version, await read(version)] as const)
  // The object has an entry for each running version, but the type of `fromEntries` does not express this.
  return Object.fromEntries(await Promise.all(entries)) as Documents
}

const processViolations = (alive: boolean, memory: Memory, output: string): ReadonlyArray<string> => {
  const line = output.split("\n").find((text) => alarming.test(text))
  const { end, warm } = memory
  return [
    ...(alive ? [] : ["the service no longer responds"]),
    ...(end > growth(memory) ? [`memory grew from ${warm.toFixed(0)} to ${end.toFixed(0)} MB`] : []),
    ...(line === undefined ? [] : [`the log contains: ${line.slice(0, 500)}`])
  ]
}

/** Starts a sandbox service, runs the plan, and stops the service. */
export const run = async ({ dataDir, edit = asServed, most, seed }: Plan): Promise<FuzzResult> => {
  const service = await startService({ dataDir })
  try {
    const run = new Run({ most, seed, service, documents: await documentsOf(service.base, edit) })
    const memory = await run.work()
    const faults = await run.smallestFaults()
    const alive = await run.isAlive()
    return {
      base: service.base,
      tally: run.tally,
      memory,
      faults,
      violations: processViolations(alive, memory, service.output())
    }
  } finally {
    await service.stop()
  }
}
