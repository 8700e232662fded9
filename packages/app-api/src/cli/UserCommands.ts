/** `sheaf users`: handles one person's data, for requests under the GDPR (spec 5). */
import {
  CollectionStoreSql,
  ConnectSessionStoreSql,
  ConsentStoreSql,
  EventStoreSql,
  MonitorStoreSql,
  UserStoreSql
} from "@sheaf/adapters-sql"
import { AuditedStores, UserExport } from "@sheaf/application"
import { AuditLog, UserStore } from "@sheaf/ports"
import { Clock, Console, Effect, Layer, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import * as Database from "../installation/Database.ts"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"

const person = {
  client: CommandServices.clientFlag,
  user: Flag.String("user").pipe(Flag.withDescription("Id of the user."), Flag.optional),
  externalId: Flag.String("external-id").pipe(
    Flag.withDescription("The client's own id of the user, instead of --user."),
    Flag.optional
  )
}

interface PersonFlags {
  readonly client: string
  readonly user: Option.Option<string>
  readonly externalId: Option.Option<string>
}

const find = Effect.fnUntraced(function* ({ client, externalId, user }: PersonFlags) {
  if (Option.isSome(externalId) === Option.isSome(user))
    return yield* failWith("set --user or --external-id, and not both")
  const users = yield* UserStore
  const found = Option.isSome(user)
    ? yield* users.find(client, user.value)
    : yield* users.findByExternalId(
        client,
        Option.getOrElse(externalId, () => "")
      )
  return Option.isSome(found) ? found.value : yield* failWith("the client has no such user")
})

const stores = CommandServices.layerWith((settings) =>
  AuditedStores.auditedUsers.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        CollectionStoreSql.layer,
        ConnectSessionStoreSql.layer,
        ConsentStoreSql.layer,
        EventStoreSql.layer,
        MonitorStoreSql.layer,
        UserStoreSql.layer
      )
    ),
    Layer.provide(Layer.orDie(Database.layerSignals(settings)))
  )
)

const exportPerson = Command.make(
  "export",
  person,
  Effect.fnUntraced(function* (flags: PersonFlags) {
    const user = yield* find(flags)
    const { clientId, userId } = user
    yield* (yield* AuditLog).append({ action: "DATA_EXPORTED", subject: { clientId, userId } })
    yield* CommandServices.printStream(Stream.concat(UserExport.exportUser(user), Stream.succeed("\n")))
  })
).pipe(
  Command.withDescription(
    "Prints all data of a user as JSON: the user, consents, collections with their data and documents (in base64), and " +
      "events. Leaves out what unconfirmed Connect sessions started. Store the output safely: it is not encrypted."
  ),
  Command.provide(stores)
)

const erase = Command.make(
  "erase",
  person,
  Effect.fnUntraced(function* (flags: PersonFlags) {
    const { clientId, userId } = yield* find(flags)
    if (!(yield* (yield* UserStore).erase(clientId, userId, yield* Clock.currentTimeMillis))) {
      return yield* failWith("the client has no such user")
    }
    yield* Console.log(userId)
    yield* CommandServices.printNote(
      "The user's tokens no longer work. The running service erases the data within a minute, and a stopped service when it " +
        "starts. Backups keep the data until you delete them."
    )
  })
).pipe(Command.withDescription("Erases a user, and prints the user's id."), Command.provide(stores))

export const makeCommand = (name: string) => Command.make(name).pipe(Command.withSubcommands([exportPerson, erase]))
