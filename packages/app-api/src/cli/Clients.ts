/** `sheaf clients`: the companies that integrate the service (spec 5). */
import { ClientStore } from "@sheaf/ports"
import type { StoredClient } from "@sheaf/ports"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { failWith } from "../errors/OperatorError.ts"
import * as Settings from "../config/Settings.ts"
import * as CommandServices from "./CommandServices.ts"
import * as ReturnUrls from "./ReturnUrls.ts"

/** Names are printed in columns, which line breaks and tabs would break. */
const nameForm = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u

/** Adds a client, and returns its id. `flag` is the flag with the name. */
export const add = Effect.fnUntraced(function* (flag: string, client: Omit<StoredClient, "id">) {
  if (!nameForm.test(client.name) || client.name.trim() === "") {
    return yield* failWith(`${flag}: expected 1 to 255 visible characters`)
  }
  const id = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  yield* (yield* ClientStore).addClient({ ...client, id })
  return id
})

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Name of the company: 1 to 255 visible characters.")),
    requireMtls: Flag.Boolean("require-mtls").pipe(
      Flag.withDescription("Rejects calls from this client that do not use mutual TLS."),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ name, requireMtls }) {
    const { environment } = yield* Settings.load(process.env)
    const id = yield* add("--name", { name, environment, requiresMutualTls: requireMtls })
    yield* Console.log(id)
    yield* CommandServices.printNote(`The client has no key yet. Create one: sheaf keys create --client ${id}`)
  })
).pipe(Command.withDescription("Adds a client and prints its id."), Command.provide(CommandServices.layerOrNew))

const requireMtls = Command.make(
  "require-mtls",
  {
    client: CommandServices.clientFlag,
    choice: Argument.Literals("choice", ["on", "off"]).pipe(
      Argument.withDescription("on rejects calls without mutual TLS; off allows them.")
    )
  },
  Effect.fnUntraced(function* ({ choice, client }) {
    const isKnown = yield* (yield* ClientStore).requireMutualTls(client, choice === "on")
    if (!isKnown) return yield* CommandServices.failUnknownClient(client)
    yield* Console.log(client)
    yield* CommandServices.printNote(
      choice === "on"
        ? "Calls without a certificate are rejected from now on."
        : "The client no longer needs a certificate."
    )
  })
).pipe(
  Command.withDescription("Sets whether a client must use mutual TLS, and prints the client's id."),
  Command.provide(CommandServices.layer)
)

const list = Command.make("list", {}, () =>
  Effect.gen(function* () {
    for (const { environment, id, name, requiresMutualTls = false } of yield* (yield* ClientStore).clients) {
      yield* CommandServices.printEntry(id, environment, name, ...(requiresMutualTls ? ["require-mtls"] : []))
    }
  })
).pipe(
  Command.withDescription(
    "Prints one client per line, with tab-separated columns: id, environment, name, and require-mtls if the client " +
      "must use mutual TLS."
  ),
  Command.provide(CommandServices.layer)
)

export const makeCommand = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([create, list, requireMtls, ReturnUrls.returnUrlsCommand]))
