/** `sheaf clients origins`: manages the origins whose pages may embed Connect (spec 13). */
import * as WebOrigin from "@sheaf/domain/WebOrigin"
import { ClientStore } from "@sheaf/ports"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"

const origin = Argument.String("origin").pipe(
  Argument.withDescription("Scheme, host and port of the pages, for example https://shop.example.")
)

const add = Command.make(
  "add",
  { client: CommandServices.clientFlag, origin },
  Effect.fnUntraced(function* ({ client, origin }) {
    const issue = WebOrigin.registrationViolationOf(origin)
    if (issue !== undefined) return yield* failWith(`origin: ${issue}`)
    yield* CommandServices.requireClient(client)
    yield* (yield* ClientStore).addOrigin(client, origin)
    yield* Console.log(origin)
    yield* CommandServices.printNote("Pages of this origin can now embed the client's Connect sessions.")
  })
).pipe(
  Command.withDescription(
    "Registers an origin and prints it. Write it as browsers send it: in lower case, in ASCII, and without a slash."
  )
)

const list = Command.make(
  "list",
  { client: CommandServices.clientFlag },
  Effect.fnUntraced(function* ({ client }) {
    yield* CommandServices.requireClient(client)
    for (const origin of yield* (yield* ClientStore).origins(client)) yield* CommandServices.printRow(origin)
  })
).pipe(Command.withDescription("Prints one registered origin per line."))

const remove = Command.make(
  "remove",
  { client: CommandServices.clientFlag, origin },
  Effect.fnUntraced(function* ({ client, origin }) {
    yield* CommandServices.requireClient(client)
    if (!(yield* (yield* ClientStore).removeOrigin(client, origin))) {
      return yield* failWith("the client has not registered this origin")
    }
    yield* Console.log(origin)
    yield* CommandServices.printNote("Pages of this origin can no longer open Connect in a frame or window.")
  })
).pipe(Command.withDescription("Removes a registered origin and prints it."))

export const originsCommand = Command.make("origins").pipe(
  Command.withDescription("Origins of the pages that may embed Connect."),
  Command.withSubcommands([add, list, remove]),
  Command.provide(CommandServices.layer)
)
