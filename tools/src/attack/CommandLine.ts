/** The command line of `npm run attack`. */
import { parseArgs } from "node:util"
import type { Attack } from "./Attack.ts"
import type { Length } from "./stage/Stage.ts"
import * as Summary from "./victim/Summary.ts"

export type Command =
  | { readonly _tag: "Print"; readonly text: string }
  | { readonly _tag: "Attack"; readonly attacks: ReadonlyArray<Attack>; readonly length: Length }
  | { readonly _tag: "Refused"; readonly reason: string }

const floorsOf = ({ floors }: Summary.Tolerance): string =>
  Summary.calls.map((call) => `${floors[call]} ms for ${call}s`).join(", ")

const { full, short } = Summary.tolerances

const usage = `Usage: npm run attack -- [attack …] [--short]

Runs all attacks, or the named ones, each against a fresh service. A victim uses the service before and during each attack.
An attack fails if the service breaks its promise, or if the victim gets errors or waits longer than ${full.times} times as long
as before the attack.

Latencies below a floor never count as harm: ${floorsOf(full)}. A call takes a
few milliseconds on a quiet machine, and the attacker shares the machine with the service, so shorter delays are noise. Each
row shows the victim's 99th percentile before and during the attack, the longest allowed latency, and the rule that sets it.

  --short  runs small attacks, and allows for busy machines: the victim can wait ${short.times} times as long, and always
           ${floorsOf(short)}
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
