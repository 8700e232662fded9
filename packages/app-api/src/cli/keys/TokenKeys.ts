/** `sheaf tokens`: manages the keys that sign users' bearer tokens and receipts for permissions (spec 5, 18). */
import { SigningKeys } from "@sheaf/adapters-security"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as CommandServices from "../CommandServices.ts"

const receipts = Flag.Boolean("receipts").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Replaces the key that signs receipts, instead of that of tokens.")
)

const rotate = Command.make("rotate", { receipts }, (given) =>
  Effect.gen(function* () {
    yield* Console.log(yield* SigningKeys.rotate(given.receipts ? "RECEIPT" : "TOKEN"))
    yield* CommandServices.printNote(
      "A running service signs with the new key within a minute. What the old key signed stays valid until it expires."
    )
  })
).pipe(Command.withDescription("Creates a new signing key and prints its id."))

export const makeCommand = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([rotate]), Command.provide(CommandServices.layer))
