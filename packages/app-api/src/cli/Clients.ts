/** `sheaf clients`: manages the companies that integrate the service (spec 5). */
import { SensitiveCategory } from "@sheaf/domain/Sensitive"
import { ClientStore } from "@sheaf/ports"
import type { StoredClient } from "@sheaf/ports"
import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { failWith } from "../errors/OperatorError.ts"
import * as Settings from "../config/Settings.ts"
import * as CommandServices from "./CommandServices.ts"
import * as Origins from "./Origins.ts"
import * as ReturnUrls from "./ReturnUrls.ts"

/** Forbids line breaks and tabs, because names are printed in columns. */
const nameForm = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u

export const add = Effect.fnUntraced(function* (flag: string, client: Omit<StoredClient, "id">) {
  if (!nameForm.test(client.name) || client.name.trim() === "") {
    return yield* failWith(`${flag}: expected 1 to 255 visible characters`)
  }
  const id = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  yield* (yield* ClientStore).addClient({ ...client, id })
  return id
})

const sensitiveDescription =
  "Sensitive data that the client may collect: none, or categories separated by commas: " +
  `${SensitiveCategory.literals.join(", ")}.`

const isCategory = Schema.is(SensitiveCategory)

const categoriesIn = (place: string, list: string) => {
  const names = list === "none" ? [] : list.split(",").map((name) => name.trim())
  const categories = [...new Set(names.filter(isCategory))]
  return names.every(isCategory)
    ? Effect.succeed(categories)
    : failWith(`${place}: expected none, or categories out of ${SensitiveCategory.literals.join(", ")}`)
}

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Name of the company: 1 to 255 visible characters.")),
    requireMtls: Flag.Boolean("require-mtls").pipe(
      Flag.withDescription("Rejects calls from this client that do not use mutual TLS."),
      Flag.withDefault(false)
    ),
    sensitive: Flag.String("sensitive").pipe(Flag.withDescription(sensitiveDescription), Flag.optional),
    testMethods: Flag.Boolean("test-methods").pipe(
      Flag.withDescription(
        "Allows the client login methods that end in _TEST or _MOCK in production, for users of its own."
      ),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ name, requireMtls, sensitive: given, testMethods }) {
    const { environment } = yield* Settings.load(process.env)
    const sensitive = yield* categoriesIn(
      "--sensitive",
      Option.getOrElse(given, () => "none")
    )
    const rights = { requiresMutualTls: requireMtls, usesTestMethods: testMethods, sensitive }
    const id = yield* add("--name", { name, environment, ...rights })
    yield* Console.log(id)
    yield* CommandServices.printNote(`The client has no key yet. Create one: sheaf keys create --client ${id}`)
  })
).pipe(
  Command.withDescription("Adds a client and prints its id."),
  Command.provide(CommandServices.layerCreatingDataFolder)
)

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

const sensitive = Command.make(
  "sensitive",
  {
    client: CommandServices.clientFlag,
    categories: Argument.String("categories").pipe(Argument.withDescription(sensitiveDescription))
  },
  Effect.fnUntraced(function* ({ categories, client }) {
    const allowed = yield* categoriesIn("categories", categories)
    if (!(yield* (yield* ClientStore).allowSensitive(client, allowed))) {
      return yield* CommandServices.failUnknownClient(client)
    }
    yield* Console.log(client)
    yield* CommandServices.printNote(
      allowed.length === 0
        ? "The client can no longer collect sensitive data."
        : "A start request collects only the categories that its member sensitive names."
    )
  })
).pipe(
  Command.withDescription("Sets the sensitive data that a client may collect, and prints the client's id."),
  Command.provide(CommandServices.layer)
)

const testMethods = Command.make(
  "test-methods",
  {
    client: CommandServices.clientFlag,
    choice: Argument.Literals("choice", ["on", "off"]).pipe(
      Argument.withDescription("on allows login methods that end in _TEST or _MOCK; off rejects new starts with them.")
    )
  },
  Effect.fnUntraced(function* ({ choice, client }) {
    const isKnown = yield* (yield* ClientStore).allowTestMethods(client, choice === "on")
    if (!isKnown) return yield* CommandServices.failUnknownClient(client)
    yield* Console.log(client)
    yield* CommandServices.printNote(
      choice === "on"
        ? "The client can test at companies whose connector has a testUrl."
        : "Running tests continue; new ones are rejected."
    )
  })
).pipe(
  Command.withDescription(
    "Sets whether a client can use login methods for tests in production, and prints the client's id."
  ),
  Command.provide(CommandServices.layer)
)

const storedCredentials = Command.make(
  "stored-credentials",
  {
    client: CommandServices.clientFlag,
    choice: Argument.Literals("choice", ["on", "off"]).pipe(
      Argument.withDescription("on allows them if the configuration and the person do, too; off forbids them.")
    )
  },
  Effect.fnUntraced(function* ({ choice, client }) {
    const isKnown = yield* (yield* ClientStore).allowStoredCredentials(client, choice === "on")
    if (!isKnown) return yield* CommandServices.failUnknownClient(client)
    yield* Console.log(client)
    yield* CommandServices.printNote(
      choice === "on"
        ? "Each person decides in Connect. The service needs retention.credentialsSeconds."
        : "Each monitor loses its username and password when it is due next, and waits for the person."
    )
  })
).pipe(
  Command.withDescription(
    "Sets whether Sheaf may keep usernames and passwords for a client's monitors, and prints the client's id."
  ),
  Command.provide(CommandServices.layer)
)

const rightsOf = ({
  requiresMutualTls = false,
  sensitive = [],
  storesCredentials = false,
  usesTestMethods = false
}: StoredClient): ReadonlyArray<string> => [
  ...(requiresMutualTls ? ["require-mtls"] : []),
  ...(usesTestMethods ? ["test-methods"] : []),
  ...(storesCredentials ? ["stored-credentials"] : []),
  ...sensitive
]

const list = Command.make("list", {}, () =>
  Effect.gen(function* () {
    for (const client of yield* (yield* ClientStore).clients) {
      yield* CommandServices.printRow(client.id, client.environment, client.name, ...rightsOf(client))
    }
  })
).pipe(
  Command.withDescription(
    "Prints one client per line, with tab-separated columns: id, environment, name, then require-mtls if the client " +
      "must use mutual TLS, test-methods if it can test in production, stored-credentials if Sheaf may keep usernames " +
      "and passwords for its monitors, and the sensitive data that it may collect."
  ),
  Command.provide(CommandServices.layer)
)

export const makeCommand = (name: string) =>
  Command.make(name).pipe(
    Command.withSubcommands([
      create,
      list,
      requireMtls,
      sensitive,
      testMethods,
      storedCredentials,
      ReturnUrls.returnUrlsCommand,
      Origins.originsCommand
    ])
  )
