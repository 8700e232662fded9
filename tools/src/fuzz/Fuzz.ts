/**
 * Sends the real service what its published documents give cause for, as it should be and as it should not, and holds
 * every answer to the document of its version (spec 4, 9; decisions 2, 3, 12 to 14).
 */
import { start as startService } from "@sheaf/app-api/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { Documents } from "./service/Judge.ts"
import { Published } from "./service/Published.ts"
import type { Document } from "./service/Published.ts"
import { Run } from "./Run.ts"
import type { Memory, Most } from "./Run.ts"
import type { Found, Tally } from "./Tally.ts"

export interface Plan {
  readonly dataDir: string
  /** The same seed asks the same, but for what the service has made up itself. */
  readonly seed: number
  readonly most: Most
  /** What the answers are held to; the documents as they are served, unless a test knows better. */
  readonly edit?: (document: Document, version: ApiVersion.ApiVersion) => Document
}

export interface FuzzResult {
  readonly base: string
  readonly tally: Tally
  readonly memory: Memory
  /** The faults that were found, each once, by the smallest request that was found for it. */
  readonly faults: ReadonlyArray<Found>
  /** What is wrong with the process as a whole; a sentence each. */
  readonly violations: ReadonlyArray<string>
}

/** What more memory than this at the end, in megabytes, cannot be but a leak: caches and collections take some. */
const growth = ({ warm }: Memory): number => warm * 1.5 + 200

/** What no line of the log may say. */
const alarming = /unhandled|uncaught|defect|"level":"?(?:error|fatal)|level=(?:error|fatal)|^\s+at .+:\d+:\d+\)?$/im

const asServed = (document: Document): Document => document

/** The documents, as they are served. */
const documentsOf = async (base: string, edit: NonNullable<Plan["edit"]>): Promise<Documents> => {
  const read = async (version: ApiVersion.ApiVersion): Promise<Published> => {
    const response = await fetch(`${base}/openapi/${version}.json`)
    // Of another shape, it would not be read any further.
    return new Published(version, edit((await response.json()) as Document, version))
  }
  const entries = ApiVersion.running.map(async (version) => [version, await read(version)] as const)
  // One entry for each running version, which fromEntries cannot tell.
  return Object.fromEntries(await Promise.all(entries)) as Documents
}

const processViolations = (alive: boolean, memory: Memory, output: string): ReadonlyArray<string> => {
  const line = output.split("\n").find((text) => alarming.test(text))
  const { end, warm } = memory
  return [
    ...(alive ? [] : ["the service does not answer any more"]),
    ...(end > growth(memory) ? [`its memory grew from ${warm.toFixed(0)} to ${end.toFixed(0)} MB`] : []),
    ...(line === undefined ? [] : [`its log says: ${line.slice(0, 500)}`])
  ]
}

/** Starts the service in the sandbox, runs the plan, and stops it. */
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
