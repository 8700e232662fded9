/** The command line of `npm run attack`. */
import { parseArgs } from "node:util"
import type { Attack } from "./Attack.ts"
import type { Length } from "./stage/Stage.ts"
import * as Summary from "./victim/Summary.ts"

export type Command =
  | { readonly _tag: "Print"; readonly text: string }
  | { readonly _tag: "Attack"; readonly attacks: ReadonlyArray<Attack>; readonly length: Length }
  | { readonly _tag: "Refused"; readonly reason: string }

const floors = Summary.calls.map((call) => `${Summary.floors[call]} ms for ${call}s`).join(", ")

const usage = `Usage: npm run attack -- [attack …] [--short]

Runs all attacks, or the named ones, each against a fresh service. A victim uses the service during each attack. An attack
fails if the service breaks its promise, or if the victim gets errors or waits more than twice as long as without the attack.

Latencies below a floor never count as harm: ${floors}. Without an attack, a call takes
a few milliseconds, and the attacker's own process can double that on a machine with two cores. Each row shows the victim's
99th percentile with and without the attack, the longest allowed latency, and whether the floor or the doubling sets it.

  --short  runs small attacks, and fails only on errors and gross delays
  --list   lists the attacks
  --help   prints this text
`

const list = (attacks: ReadonlyArray<Attack>): string => {
  const width = Math.max(...attacks.map(({ name }) => name.length))
  return attacks.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join("\n")
}

const options = { help: { type: "boolean" }, list: { type: "boolean" }, short: { type: "boolean" } } as const

/** Parses the arguments of a run. They can name the attacks to run. By default, all of these attacks run. */
export const parse = (args: ReadonlyArray<string>, all: ReadonlyArray<Attack>): Command => {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (values.help) return { _tag: "Print", text: `${usage}\nAttacks:\n\n${list(all)}` }
    if (values.list) return { _tag: "Print", text: list(all) }
    const unknown = positionals.filter((given) => !all.some(({ name }) => name === given))
    if (unknown.length > 0) return { _tag: "Refused", reason: `unknown attack ${unknown.join(", ")}; see --list` }
    return {
      _tag: "Attack",
      attacks: all.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
      length: values.short === true ? "short" : "full"
    }
  } catch (error) {
    return { _tag: "Refused", reason: error instanceof Error ? error.message : String(error) }
  }
}
