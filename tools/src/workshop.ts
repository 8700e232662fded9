/**
 * The workshop: `workshop.ts <command>`, where the command is the name of an npm script. Each command puts the service
 * under stress, and checks whether it keeps its promises. `--help` lists the commands and their options.
 */
import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command } from "effect/cli"
import * as CommandLine from "./workshop/CommandLine.ts"

/** Loads each command only when it is needed. */
const commands = {
  attack: () => import("./attack/command.ts"),
  bench: () => import("./bench/command.ts"),
  chaos: () => import("./chaos/command.ts"),
  fuzz: () => import("./fuzz/command.ts"),
  soak: () => import("./soak/command.ts")
}

const names = Object.keys(commands) as ReadonlyArray<keyof typeof commands>
const [first, ...rest] = process.argv.slice(2)
const wanted = names.filter((name) => first === name)
const loaded = await Promise.all((wanted.length === 0 ? names : wanted).map((name) => commands[name]()))

const workshop = Command.make("npm run").pipe(
  Command.withDescription("Puts the service under stress, and checks its promises."),
  Command.withSubcommands(loaded.map(({ command }) => command))
)

await Command.runWith(workshop, { version: "0.0.0" })(first === undefined ? ["--help"] : [first, ...rest]).pipe(
  CommandLine.exitOnUsageError,
  Effect.provide(NodeServices.layer),
  Effect.runPromise
)
