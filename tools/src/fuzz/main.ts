/**
 * `npm run fuzz -- [seconds] [--seed N] [--replay FAULT]`: sends valid and invalid requests to a service for a minute by
 * default, or sends an earlier run's fault again. Exits with code 1 if a response violates the published documents.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Fuzz from "./Fuzz.ts"

const options = { seed: { type: "string" }, replay: { type: "string" } } as const

export const main = async (args: ReadonlyArray<string>): Promise<number> => {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
  const seconds = Number(positionals[0] ?? 60)
  if (!Number.isFinite(seconds) || seconds <= 0) throw new Error("expected a number of seconds above zero")
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  if (!Number.isSafeInteger(seed)) throw new Error("the seed must be an integer")
  const directory = mkdtempSync(join(tmpdir(), "sheaf-fuzz-"))
  const plan = { dataDir: join(directory, "data"), seed, most: { millis: seconds * 1000 } }
  const { memory, tally, violations } = await Fuzz.run({ ...plan, ...(values.replay && { replay: values.replay }) })
  console.log([...tally.summary(), ""].join("\n"))
  const [warm, end] = [memory.warm.toFixed(0), memory.end.toFixed(0)]
  console.log(`${tally.sent} requests. Resident memory: ${warm} MB after a quarter, ${end} MB at the end.`)
  if (tally.faults.length === 0 && violations.length === 0) {
    rmSync(directory, { recursive: true })
    console.log(`The seed was ${seed}. Every response conforms to the documents.`)
    return 0
  }
  for (const [index, fault] of tally.faults.entries()) {
    console.error(`\n${index + 1}. ${tally.printed(fault)}`)
    writeFileSync(join(directory, `fault-${index + 1}.http`), fault.bytes)
  }
  for (const violation of violations) console.error(`\nThe process: ${violation}.`)
  const count = tally.faults.length
  console.error(`\n${count} faults with the seed ${seed}. The requests and the data are in ${directory}.`)
  return 1
}

process.exitCode = await main(process.argv.slice(2))
