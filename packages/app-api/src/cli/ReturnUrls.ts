/** `sheaf clients return-urls`: manages the URLs that Sheaf redirects people to from a bank's page (spec 2.4). */
import * as ReturnUrl from "@sheaf/domain/ReturnUrl"
import { ClientStore } from "@sheaf/ports"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"

const address = Argument.String("address").pipe(
  Argument.withDescription("The whole address, for example https://app.example/banks/done.")
)

const add = Command.make(
  "add",
  { client: CommandServices.clientFlag, address },
  Effect.fnUntraced(function* ({ address, client }) {
    const issue = ReturnUrl.registrationViolationOf(address)
    if (issue !== undefined) return yield* failWith(`address: ${issue}`)
    yield* CommandServices.requireClient(client)
    yield* (yield* ClientStore).addReturnUrl(client, address)
    yield* Console.log(address)
    const users = ReturnUrl.isAppAddress(address)
      ? "Connect sessions with a codeChallenge"
      : "consents and Connect sessions"
    yield* CommandServices.printNote(`New ${users} can now use this address. Their returnUrl must match it exactly.`)
  })
).pipe(
  Command.withDescription(
    "Registers an https address for redirects, or an app's own such as com.example.app:/done, and prints it. Sheaf " +
      "compares addresses as text, so the address must be in normalized form, as browsers send it."
  )
)

const list = Command.make(
  "list",
  { client: CommandServices.clientFlag },
  Effect.fnUntraced(function* ({ client }) {
    yield* CommandServices.requireClient(client)
    for (const address of yield* (yield* ClientStore).returnUrls(client)) yield* CommandServices.printRow(address)
  })
).pipe(Command.withDescription("Prints one registered address per line."))

const remove = Command.make(
  "remove",
  { client: CommandServices.clientFlag, address },
  Effect.fnUntraced(function* ({ address, client }) {
    yield* CommandServices.requireClient(client)
    if (!(yield* (yield* ClientStore).removeReturnUrl(client, address))) {
      return yield* failWith("the client has not registered this address")
    }
    yield* Console.log(address)
    yield* CommandServices.printNote("New consents cannot use this address. Existing consents still redirect to it.")
  })
).pipe(Command.withDescription("Removes a registered address and prints it."))

export const returnUrlsCommand = Command.make("return-urls").pipe(
  Command.withDescription("Addresses to which bank pages redirect people."),
  Command.withSubcommands([add, list, remove]),
  Command.provide(CommandServices.layer)
)
