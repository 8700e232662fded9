/** Runs attacks, and reports each attack in one line. */
import { withCleanup } from "../workshop/stage/Cleanup.ts"
import { Testbed } from "./stage/Testbed.ts"
import type { Attack, RunLength } from "./stage/Testbed.ts"
import * as CallSummary from "./victim/CallSummary.ts"

export interface AttackResult {
  /** Why the attack succeeded. Empty if the service withstood it. */
  readonly harm: ReadonlyArray<string>
  readonly line: string
}

/** Returns only the first line, because assertions append the compared values. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n\n", 1)[0]?.replaceAll("\n", " ") ?? ""

const judge = ({ name, promise, run }: Attack, length: RunLength): Promise<AttackResult> =>
  withCleanup(async (cleanup) => {
    const began = performance.now()
    const stage = new Testbed(length, cleanup)
    const outcome = await run(stage).then(
      (seen) => ({ seen, broken: [] }),
      (error: unknown) => ({ seen: "", broken: [messageOf(error)] })
    )
    const observations = await stage.observe()
    const tolerance = CallSummary.tolerances[length]
    const harm = [
      ...outcome.broken,
      ...stage.leaks,
      ...observations.flatMap((each) => CallSummary.harmOf(each, tolerance))
    ]
    const victim = observations.map((each) => CallSummary.describeLatencies(each, tolerance)).join("; ")
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const seen = harm.length === 0 ? `Seen: ${outcome.seen.replace(/\.+$/, "")}.` : `BROKEN: ${harm.join("; ")}.`
    const p99 = victim === "" ? " No victim was measured." : ` Victim's p99: ${victim}.`
    return {
      harm,
      line: `${harm.length === 0 ? "held  " : "FAILED"} ${name} (${seconds} s). Promised: ${promise} ${seen}${p99}`
    }
  })

/**
 * The number of concurrent attacks. Concurrent attacks slow each other down, so the tolerances of a short run are
 * wider.
 */
const atOnce: Readonly<Record<RunLength, number>> = { short: 2, full: 1 }

/** Runs all attacks, even if some succeed, and returns their results in the same order. */
export const runAll = (
  attacks: ReadonlyArray<Attack>,
  length: RunLength
): ReadonlyArray<readonly [name: string, verdict: Promise<AttackResult>]> => {
  const jobs = attacks.map((attack) => ({ attack, verdict: Promise.withResolvers<AttackResult>() }))
  const queue = [...jobs]
  const work = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      job.verdict.resolve(await judge(job.attack, length))
    }
  }
  for (let lane = 0; lane < atOnce[length]; lane++) void work()
  return jobs.map(({ attack, verdict }) => [attack.name, verdict.promise])
}

export interface SuiteOutput {
  readonly log: (line: string) => void
  readonly error: (line: string) => void
}

/** Prints a line for each attack. Returns true if the service withstood all of them. */
export const run = async (
  attacks: ReadonlyArray<Attack>,
  length: RunLength,
  { error, log }: SuiteOutput
): Promise<boolean> => {
  const began = performance.now()
  const failed: Array<string> = []
  for (const [name, verdict] of runAll(attacks, length)) {
    const { harm, line } = await verdict
    log(line)
    if (harm.length > 0) failed.push(name)
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  log(`${attacks.length} attacks, ${attacks.length - failed.length} withstood, in ${seconds} s.`)
  if (failed.length > 0) error(`FAILED: ${failed.join(", ")}`)
  return failed.length === 0
}
