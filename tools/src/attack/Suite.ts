/** Runs attacks one after the other, and reports each attack in one line. */
import type { Attack } from "./Attack.ts"
import * as Stage from "./stage/Stage.ts"
import * as Summary from "./victim/Summary.ts"

export interface Verdict {
  readonly name: string
  /** The reasons why the attack succeeded. Empty if the service withstood the attack. */
  readonly harm: ReadonlyArray<string>
  /** The line for the report. */
  readonly line: string
}

/** Returns only the first line of an error, because assertions append the compared values. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n\n", 1)[0]?.replaceAll("\n", " ") ?? ""

/** Runs one attack. */
export const judge = async ({ name, promise, run }: Attack, length: Stage.Length): Promise<Verdict> => {
  const began = performance.now()
  const stage = Stage.make(length)
  const outcome = await run(stage).then(
    (seen) => ({ seen, broken: [] }),
    (error: unknown) => ({ seen: "", broken: [messageOf(error)] })
  )
  const { observations } = stage
  const harm = [...outcome.broken, ...observations.flatMap(({ attacked, quiet }) => Summary.harmOf(quiet, attacked))]
  const victim = observations.map(({ attacked, quiet }) => Summary.describe(quiet, attacked)).join("; ")
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const seen = harm.length === 0 ? `Seen: ${outcome.seen.replace(/\.+$/, "")}.` : `BROKEN: ${harm.join("; ")}.`
  const p99 = victim === "" ? " No victim was measured." : ` Victim's p99: ${victim}.`
  return {
    name,
    harm,
    line: `${harm.length === 0 ? "held  " : "FAILED"} ${name} (${seconds} s). Promised: ${promise} ${seen}${p99}`
  }
}

/** Runs all attacks, even if some succeed. Returns the names of the attacks that succeeded. */
export const run = async (
  attacks: ReadonlyArray<Attack>,
  length: Stage.Length,
  print: (line: string) => void
): Promise<ReadonlyArray<string>> => {
  const failed: Array<string> = []
  for (const attack of attacks) {
    const { harm, line, name } = await judge(attack, length)
    print(line)
    if (harm.length > 0) failed.push(name)
  }
  return failed
}
