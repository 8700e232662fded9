/** The command line of `npm run chaos -- nodes`. */
import { parseArgs } from "node:util"
import type { Fault } from "./Faults.ts"
import type { Plan } from "./Run.ts"

export type Command =
  | { readonly _tag: "Print"; readonly text: string }
  | { readonly _tag: "Refused"; readonly reason: string }
  | { readonly _tag: "Run"; readonly plan: Omit<Plan, "random" | "report">; readonly seed: number }

const usage = `Usage: npm run chaos -- nodes [options]

Starts several nodes on one PostgreSQL database, and injects faults while collections and consents run. Afterwards, a separate
program reads the database, the log of the simulated company and the client's log. It checks that nothing was lost, ended twice
or went backwards, that each step was recorded once, and that repeated calls to the company have the same key. Each change must
have one event, and each event must reach a webhook endpoint.

  --nodes 3           the number of nodes
  --collections 2000  the number of collections
  --consents 500      the number of consents
  --rounds 2          the number of times that each fault occurs
  --faults a,b        the faults to inject. By default, all
  --seed 1            the seed for the order of the faults and the pauses. By default, a new seed
  --list              lists the faults
  --help              prints this text
`

const list = (faults: ReadonlyArray<Fault>): string => {
  const width = Math.max(...faults.map(({ name }) => name.length))
  return faults.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join("\n")
}

const options = {
  nodes: { type: "string", default: "3" },
  collections: { type: "string", default: "2000" },
  consents: { type: "string", default: "500" },
  rounds: { type: "string", default: "2" },
  faults: { type: "string" },
  seed: { type: "string" },
  list: { type: "boolean" },
  help: { type: "boolean" }
} as const

const numberOf = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} ${text}: expected a whole number`)
  return Number(text)
}

const faultsOf = (names: string | undefined, all: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  names === undefined
    ? all
    : names.split(",").map((given) => {
        const found = all.find(({ name }) => name === given)
        if (found === undefined) throw new Error(`unknown fault ${given}; see --list`)
        return found
      })

/** Parses the arguments of a run. */
export const parse = (args: ReadonlyArray<string>, all: ReadonlyArray<Fault>): Command => {
  try {
    const { values } = parseArgs({ args: [...args], options })
    if (values.help) return { _tag: "Print", text: `${usage}\nFaults:\n\n${list(all)}` }
    if (values.list) return { _tag: "Print", text: list(all) }
    const plan = {
      nodes: numberOf("nodes", values.nodes),
      collections: numberOf("collections", values.collections),
      consents: numberOf("consents", values.consents),
      rounds: numberOf("rounds", values.rounds),
      faults: faultsOf(values.faults, all)
    }
    const seed = values.seed === undefined ? Date.now() % 1_000_000 : numberOf("seed", values.seed)
    return { _tag: "Run", plan, seed }
  } catch (error) {
    return { _tag: "Refused", reason: error instanceof Error ? error.message : String(error) }
  }
}
