/** Prints the findings of a run. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FuzzResult } from "./Fuzz.ts"
import * as Reproduction from "./requests/Reproduction.ts"
import type { Found } from "./Tally.ts"

/** The largest number of undocumented rules in a report. */
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

/** Prints the faults, each with a command to reproduce it, and writes the requests' bytes to `directory`. */
export const faults = ({ base, faults, violations }: FuzzResult, directory: string): ReadonlyArray<string> => [
  ...faults.flatMap((found, index) => linesOfFault(found, index + 1, base, directory)),
  ...violations.map((violation) => `\nThe process: ${violation}.`)
]

/** Prints the numbers of requests and responses, the memory use and the undocumented rules. */
export const summary = ({ memory, tally }: FuzzResult): ReadonlyArray<string> => {
  const notes = tally.notes()
  return [
    ...tally.table(),
    "",
    `${tally.sent} requests. Resident memory: ${memory.warm.toFixed(0)} MB after a quarter, ${memory.end.toFixed(0)} MB at the end.`,
    ...(notes.length === 0
      ? []
      : ["", "Valid by the document but refused (allowed, for information):", ...notes.slice(0, mostNotes)])
  ]
}
