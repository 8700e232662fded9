/** `npm run chaos -- [fault …]`: injects faults into the service while clients use it. */
import { Command } from "effect/cli"
import * as CommandLine from "../workshop/CommandLine.ts"
import * as Random from "../workshop/driver/Random.ts"
import * as Faults from "./Faults.ts"
import type { Fault } from "./Faults.ts"
import * as Run from "./Run.ts"

const description = `Injects faults into the service while collections and consents run: into one node on SQLite, or with --nodes
into several nodes on one PostgreSQL database. Afterwards, a checker that shares no code with the service reads the database, the
log of the simulated company, the events, the deliveries and the banks. It checks that nothing was lost, ended twice, went
backwards or timed out late, that each step was recorded once, and that repeated calls to the company have the same key. Each
change must have one event, each event must reach a webhook endpoint, and the banks must know of every ended consent.`

/**
 * By default, a run with a single node omits the faults that need more than the node's process, for example PostgreSQL.
 */
const possible = (faults: ReadonlyArray<Fault>, nodes: number): ReadonlyArray<Fault> =>
  nodes === 1 && faults.length === Faults.all.length ? faults.filter(({ needs }) => needs === undefined) : faults

const report = async (plan: Omit<Run.ChaosPlan, "random" | "report">, seed: number): Promise<boolean> => {
  console.log(`Seed ${seed}, faults: ${plan.faults.map(({ name }) => name).join(", ")}.`)
  const began = performance.now()
  const { collections, consents, folder, violations } = await Run.run({
    ...plan,
    random: Random.make(seed),
    report: (line) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`)
  })
  if (violations.length > 0) {
    console.error(violations.join("\n"))
    console.error(`The service broke ${violations.length} promises. The data and the logs are in ${folder}.`)
    return false
  }
  console.log(
    `${collections} collections, ${consents} consents: none was lost, ended twice or went backwards, and each step was ` +
      "recorded once."
  )
  return true
}

export const command = Command.make(
  "chaos",
  {
    faults: CommandLine.choiceArgument("fault", Faults.all),
    nodes: CommandLine.positiveIntFlag("nodes", 1, "The number of nodes."),
    collections: CommandLine.positiveIntFlag("collections", 600, "The number of collections."),
    consents: CommandLine.positiveIntFlag("consents", 200, "The number of consents."),
    rounds: CommandLine.positiveIntFlag("rounds", 2, "The number of times that each fault occurs."),
    seed: CommandLine.seedFlag,
    short: CommandLine.shortFlag,
    list: CommandLine.listFlag
  },
  ({ faults, list, nodes, seed, short, ...sizes }) =>
    CommandLine.listChoicesOrRun(list, Faults.all, () => {
      const size = short ? { collections: 60, consents: 16, rounds: 1 } : sizes
      return report({ ...size, nodes, faults: possible(faults, nodes) }, seed)
    })
).pipe(Command.withShortDescription("Injects faults into nodes."), Command.withDescription(description))
