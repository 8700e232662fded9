/**
 * `npm run fuzz -- [seconds]`: sends valid and invalid requests, and checks every response against the OpenAPI documents.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as CommandLine from "../workshop/CommandLine.ts"
import * as Fuzz from "./Fuzz.ts"

const seconds = Argument.Finite("seconds").pipe(
  Argument.withDescription("The time for new requests. By default, 60."),
  Argument.withDefault(60),
  Argument.filter(
    (value) => value > 0,
    () => "expected a number of seconds above zero"
  )
)

const replay = Flag.String("replay").pipe(
  Flag.withDescription("Sends a fault of an earlier run again, as that run printed it."),
  Flag.optional
)

/** If there are findings, writes the failing requests to `directory` and returns false. */
const report = (directory: string, seed: number, { tally, violations }: Fuzz.FuzzResult): boolean => {
  console.log([...tally.summary(), ""].join("\n"))
  console.log(`${tally.sent} requests.`)
  const { faults } = tally
  if (faults.length === 0 && violations.length === 0) {
    console.log(`The seed was ${seed}. Every response conforms to the documents.`)
    return true
  }
  for (const [index, fault] of faults.entries()) {
    console.error(`\n${index + 1}. ${tally.printed(fault)}`)
    writeFileSync(join(directory, `fault-${index + 1}.http`), fault.bytes)
  }
  for (const violation of violations) console.error(`\nThe process: ${violation}.`)
  console.error(`\n${faults.length} faults with the seed ${seed}. The requests and the data are in ${directory}.`)
  return false
}

export const command = Command.make("fuzz", { replay, seconds, seed: CommandLine.seedFlag }, (given) =>
  CommandLine.runAndSetExitCode(async () => {
    const directory = mkdtempSync(join(tmpdir(), "sheaf-fuzz-"))
    const result = await Fuzz.run({
      dataDir: join(directory, "data"),
      seed: given.seed,
      most: { millis: given.seconds * 1000 },
      replay: Option.getOrUndefined(given.replay)
    })
    const isSound = report(directory, given.seed, result)
    if (isSound) rmSync(directory, { recursive: true })
    return isSound
  })
).pipe(
  Command.withShortDescription("Sends valid and invalid requests to the service."),
  Command.withDescription(
    "Sends valid and invalid requests, generated from the published documents, and checks every response against them."
  )
)
