/** `sheaf clients`: the companies that integrate the service (decisions 8). */
import { ClientStore } from "@sheaf/ports"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import * as Administration from "./Administration.ts"

/** Names stand in lists of one line an entry, with tabs between. */
const nameForm = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u

const create = Command.make(
  "create",
  { name: Flag.String("name").pipe(Flag.withDescription("What the company is called: 1 to 255 visible characters.")) },
  Effect.fnUntraced(function* ({ name }) {
    if (!nameForm.test(name) || name.trim() === "") {
      return yield* Administration.refuse("--name: expected 1 to 255 visible characters")
    }
    const store = yield* ClientStore
    const id = yield* (yield* SecureRandom.SecureRandom).uuidV7()
    // This release has the sandbox only.
    yield* store.addClient({ id, name, environment: "test" })
    yield* Console.log(id)
    yield* Administration.note(`The client has no key yet: sheaf keys create --client ${id}`)
  })
).pipe(Command.withDescription("Adds a client, and prints its id."))

const list = Command.make("list", {}, () =>
  Effect.gen(function* () {
    for (const { environment, id, name } of yield* (yield* ClientStore).clients) {
      yield* Administration.printEntry(id, environment, name)
    }
  })
).pipe(Command.withDescription("Prints the clients, a line each: id, environment and name, with tabs between."))

export const command = Command.make("clients").pipe(
  Command.withDescription("The companies that integrate the service."),
  Command.withSubcommands([create, list]),
  Command.provide(Administration.layer)
)
