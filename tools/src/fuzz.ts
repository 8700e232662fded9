/**
 * `npm run fuzz -- [seconds] [--seed N]`: sends valid and invalid requests to the service, generated from its published
 * documents, for a minute by default. Exits with code 1 if a response violates the documents.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { run } from "./fuzz/Fuzz.ts"
import * as Report from "./fuzz/Report.ts"

const { positionals, values } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } })
const seconds = Number(positionals[0] ?? 60)
if (!Number.isFinite(seconds) || seconds <= 0) throw new Error("expected a number of seconds above zero")
const seed = Number(values.seed ?? Date.now() % 1_000_000)
if (!Number.isSafeInteger(seed)) throw new Error("the seed must be an integer")

const directory = mkdtempSync(join(tmpdir(), "sheaf-fuzz-"))
const outcome = await run({ dataDir: join(directory, "data"), seed, most: { millis: seconds * 1000 } })
console.log(Report.summary(outcome).join("\n"))
if (outcome.faults.length > 0 || outcome.violations.length > 0) {
  console.error(Report.faults(outcome, directory).join("\n"))
  console.error(
    `\n${outcome.faults.length} faults with the seed ${seed}. The requests and the data are in ${directory}.`
  )
  process.exit(1)
}
rmSync(directory, { recursive: true })
console.log(`The seed was ${seed}. Every response conforms to the documents.`)
