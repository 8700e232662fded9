/** `sheaf clients`: the companies that integrate the service (decisions 8). */
import { ClientStore } from "@sheaf/ports"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import * as Administration from "./Administration.ts"

/** Names stand in lists of one line an entry, with tabs between. */
const nameForm = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("What the company is called: 1 to 255 visible characters.")),
    requireMtls: Flag.Boolean("require-mtls").pipe(
      Flag.withDescription("The client may call over mutual TLS only."),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ name, requireMtls }) {
    if (!nameForm.test(name) || name.trim() === "") {
      return yield* Administration.refuse("--name: expected 1 to 255 visible characters")
    }
    const store = yield* ClientStore
    const id = yield* (yield* SecureRandom.SecureRandom).uuidV7()
    // This release has the sandbox only.
    yield* store.addClient({ id, name, environment: "test", requiresMutualTls: requireMtls })
    yield* Console.log(id)
    yield* Administration.note(`The client has no key yet: sheaf keys create --client ${id}`)
  })
).pipe(Command.withDescription("Adds a client, and prints its id."), Command.provide(Administration.layerOrNew))

const requireMtls = Command.make(
  "require-mtls",
  {
    client: Flag.String("client").pipe(Flag.withDescription("The id of the client.")),
    choice: Argument.Literals("choice", ["on", "off"]).pipe(
      Argument.withDescription("on: the client may call over mutual TLS only. off: it may call as it likes.")
    )
  },
  Effect.fnUntraced(function* ({ choice, client }) {
    const isKnown = yield* (yield* ClientStore).requireMutualTls(client, choice === "on")
    if (!isKnown) return yield* Administration.refuseClient(client)
    yield* Console.log(client)
    yield* Administration.note(
      choice === "on" ? "Refused from now on without its certificate." : "Needs no certificate from now on."
    )
  })
).pipe(
  Command.withDescription("Says whether a client has to use mutual TLS, and prints its id."),
  Command.provide(Administration.layer)
)

const list = Command.make("list", {}, () =>
  Effect.gen(function* () {
    for (const { environment, id, name, requiresMutualTls = false } of yield* (yield* ClientStore).clients) {
      yield* Administration.printEntry(id, environment, name, ...(requiresMutualTls ? ["require-mtls"] : []))
    }
  })
).pipe(
  Command.withDescription(
    "Prints the clients, a line each: id, environment and name, and require-mtls where it has to use that, with tabs between."
  ),
  Command.provide(Administration.layer)
)

export const command = Command.make("clients").pipe(
  Command.withDescription("The companies that integrate the service."),
  Command.withSubcommands([create, list, requireMtls])
)
