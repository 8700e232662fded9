/** `sheaf tokens`: the keys that sign users' bearer tokens (spec 5). */
import { SigningKeys } from "@sheaf/adapters-security"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import * as CommandServices from "../CommandServices.ts"

const rotate = Command.make("rotate", {}, () =>
  Effect.gen(function* () {
    yield* Console.log(yield* SigningKeys.rotate)
    yield* CommandServices.printNote(
      "A running service signs with the new key within a minute. Tokens signed with the old key stay valid until they expire."
    )
  })
).pipe(Command.withDescription("Creates a new signing key and prints its id."))

export const makeCommand = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([rotate]), Command.provide(CommandServices.layer))
