/** `npm run soak -- [minutes]`: uses the service for a long time and reports whether it needs more and more. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Machine from "../workshop/checker/Machine.ts"
import * as CommandLine from "./CommandLine.ts"
import * as Flatness from "./Flatness.ts"
import * as Samples from "./Samples.ts"
import * as Soak from "./Soak.ts"

const main = async (minutes: number, personsPerSecond: number): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-soak-"))
  try {
    console.log(`${Machine.describe(new Date())}\n`)
    const seconds = minutes * 60
    const outcome = await Soak.run({
      folder,
      seconds,
      personsPerSecond,
      readingSeconds: Math.max(seconds / 120, 5),
      killSeconds: Math.max(seconds / 40, 10),
      replaceSeconds: Math.max(seconds / 60, 5),
      report: console.log
    })
    const { delivered, faults, interrupted, kills, replaced, samples, served, turnedAway } = outcome
    console.log(
      `\n${served} persons served, ${interrupted} interrupted by ${kills} kills, ${turnedAway} turned away; ${delivered} ` +
        `deliveries; ${kills} sealing keys, ${replaced} API keys and webhook secrets replaced\n`
    )
    const verdicts = Samples.verdicts(samples, seconds)
    for (const verdict of verdicts) console.log(Flatness.describe(verdict))
    for (const fault of faults.slice(0, 10)) console.error(`fault: ${fault}`)
    const growing = verdicts.filter(({ isFlat }) => !isFlat)
    console.log(growing.length === 0 ? "\nFlat after warm-up." : `\n${growing.length} figures grow.`)
    return growing.length === 0 && faults.length === 0
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const command = CommandLine.parse(process.argv.slice(2))
if (command._tag === "Print") console.log(command.text)
else if (command._tag === "Refused") {
  console.error(command.reason)
  process.exitCode = 2
} else if (!(await main(command.minutes, command.personsPerSecond))) process.exitCode = 1
