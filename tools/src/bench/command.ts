/** `npm run bench -- [part …]`: measures the service. */
import { Command, Flag } from "effect/cli"
import * as CommandLine from "../workshop/CommandLine.ts"
import type { Effort, Part } from "./Part.ts"
import * as Parts from "./Parts.ts"
import * as Suite from "./Suite.ts"

const flag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

const flags = {
  smoke: flag("smoke", "Runs each part for about a second, to check that it works."),
  long: flag("long", "Runs slow figures at full length: memory for three minutes, 10,000 waiting collections.")
}

/** The parts of a run that names none: all of them in a smoke run, and otherwise those that do not take long. */
export const partsOf = (parts: ReadonlyArray<Part>, effort: Effort, all: ReadonlyArray<Part>): ReadonlyArray<Part> =>
  parts.length < all.length || effort === "smoke" ? parts : parts.filter(({ onRequest }) => onRequest !== true)

export const command = Command.make(
  "bench",
  { parts: CommandLine.choiceOf("part", Parts.all), list: CommandLine.list, ...flags },
  ({ list, long, parts, smoke }) => {
    const effort = smoke ? "smoke" : long ? "long" : "full"
    return CommandLine.listOr(list, Parts.all, () =>
      Suite.run(partsOf(parts, effort, Parts.all), effort, console).finally(Parts.stop)
    )
  }
).pipe(
  Command.withShortDescription("Measures the service."),
  Command.withDescription(
    "Measures the service. Absolute figures depend on the machine, so compare the ratios. A run that names no part leaves out\n" +
      "nodes and costs."
  )
)
