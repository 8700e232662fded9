/** Runs the fuzzer against a service that it starts. */
import { start as startService } from "@sheaf/app-api/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { PublishedApis } from "./ReplyChecks.ts"
import { untilReady } from "../workshop/stage/Installation.ts"
import * as PublishedApi from "./PublishedApi.ts"
import { FuzzRun } from "./Run.ts"
import type { RunOptions } from "./Run.ts"
import type { FuzzReport } from "./FuzzReport.ts"

export interface FuzzPlan extends Pick<RunOptions, "most" | "seed"> {
  readonly dataDir: string
  /** A request that showed a fault in an earlier run. It is sent instead of new requests. */
  readonly replay?: string | undefined
}

export interface FuzzResult {
  readonly tally: FuzzReport
  readonly violations: ReadonlyArray<string>
}

const documentsOf = async (base: string): Promise<PublishedApis> => {
  const entries = ApiVersion.supportedVersions.map(async (version) => {
    const response = await fetch(`${base}/openapi/${version}.json`)
    if (!response.ok) throw new Error(`no document of ${version}: ${response.status} ${await response.text()}`)
    return [version, new PublishedApi.PublishedApi(version, PublishedApi.readDocument(await response.text()))] as const
  })
  // The object has an entry for each supported version, but the type of `fromEntries` does not express this.
  return Object.fromEntries(await Promise.all(entries)) as PublishedApis
}

export const run = async ({ dataDir, most, replay, seed }: FuzzPlan): Promise<FuzzResult> => {
  const service = await startService({ dataDir })
  try {
    await untilReady(service.base)
    const run = new FuzzRun({ most, seed, service, documents: await documentsOf(service.base) })
    await (replay === undefined ? run.work() : run.replay(replay))
    return { tally: run.tally, violations: await run.violations() }
  } finally {
    await service.stop()
  }
}
