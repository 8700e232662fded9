/** What a run has found, as it is printed. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FuzzResult } from "./Fuzz.ts"
import * as Reproduction from "./requests/Reproduction.ts"
import type { Found } from "./Tally.ts"

/** How many rules that are not in the documents are listed. */
const mostNotes = 15

const linesOfFault = (
  { fault, times }: Found,
  number: number,
  base: string,
  directory: string
): ReadonlyArray<string> => {
  const { aim, answer, bytes, index, request, violation, where } = fault
  const file = join(directory, `fault-${number}.http`)
  writeFileSync(file, bytes)
  const { hostname, port } = new URL(base)
  const again = (request && Reproduction.curl(request, base)) ?? `nc ${hostname} ${port} < ${file}`
  return [
    "",
    `${number}. ${where}: ${violation} (${times} times; first by request ${index}: ${aim})`,
    `   sent: ${Reproduction.shown(bytes)}`,
    `   came: ${answer}`,
    `   again: ${again}`
  ]
}

/** The faults, each with how to see it again; their bytes are written to `directory`. */
export const faults = ({ base, faults, violations }: FuzzResult, directory: string): ReadonlyArray<string> => [
  ...faults.flatMap((found, index) => linesOfFault(found, index + 1, base, directory)),
  ...violations.map((violation) => `\nThe process: ${violation}.`)
]

/** Everything else: what was sent and answered, and what it took. */
export const summary = ({ memory, tally }: FuzzResult): ReadonlyArray<string> => {
  const notes = tally.notes()
  return [
    ...tally.table(),
    "",
    `${tally.sent} requests. Resident memory: ${memory.warm.toFixed(0)} MB after a quarter, ${memory.end.toFixed(0)} MB at the end.`,
    ...(notes.length === 0
      ? []
      : ["", "Refused although it fits the document (allowed, and good to know):", ...notes.slice(0, mostNotes)])
  ]
}
