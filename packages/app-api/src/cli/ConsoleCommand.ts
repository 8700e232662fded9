/** `sheaf console`: opens the running service's operator console (spec 14.5). */
import { CurrentActor } from "@sheaf/ports"
import { Clock, Console, Effect } from "effect"
import { Command } from "effect/cli"
import * as ConsoleFile from "../operator/ConsoleFile.ts"
import * as ConsoleLink from "../operator/ConsoleLink.ts"
import * as DataFolder from "../config/DataFolder.ts"
import * as Settings from "../config/Settings.ts"
import * as CommandServices from "./CommandServices.ts"

const print = Effect.gen(function* () {
  const settings = yield* Settings.load(process.env)
  const { address, secret } = yield* ConsoleFile.read((yield* DataFolder.of(settings)).console)
  const { actor } = yield* CurrentActor
  const operator = actor.type === "COMMAND_LINE" ? actor.operator : ""
  // The secret is in the fragment, which browsers never send, so it appears in no log.
  yield* Console.log(`${address}/console#${ConsoleLink.make(secret, operator, yield* Clock.currentTimeMillis)}`)
  yield* CommandServices.printNote("The link works once, within five minutes, in a browser on this machine.")
}).pipe(Effect.provide(CommandServices.layerOperator))

export const makeCommand = (name: string) =>
  Command.make(name, {}, () => print).pipe(
    Command.withDescription("Prints a link that opens the operator's console once, within five minutes.")
  )
