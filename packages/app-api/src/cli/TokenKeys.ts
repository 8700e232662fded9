/** `sheaf tokens`: the keys that sign tokens in the name of users (decisions 8). */
import { SigningKeys } from "@sheaf/adapters-security"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import * as Administration from "./Administration.ts"

const rotate = Command.make("rotate", {}, () =>
  Effect.gen(function* () {
    yield* Console.log(yield* SigningKeys.rotate)
    yield* Administration.note(
      "A service that runs signs with it within a minute. The key before verifies for as long as a token of it may live."
    )
  })
).pipe(Command.withDescription("Makes a new key to sign tokens with, and prints its id."))

export const command = Command.make("tokens").pipe(
  Command.withDescription("Tokens in the name of users."),
  Command.withSubcommands([rotate]),
  Command.provide(Administration.layer)
)
