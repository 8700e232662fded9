/** `sheaf keys`: the API keys of clients (spec 5; decisions 8). */
import { ApiKeys, ClientStore, maximumLiveKeys } from "@sheaf/ports"
import type { StoredKey } from "@sheaf/ports"
import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import * as Administration from "./Administration.ts"

const client = Flag.String("client").pipe(Flag.withDescription("The id of the client."))

const create = Command.make(
  "create",
  { client },
  Effect.fnUntraced(function* ({ client: id }) {
    const key = yield* (yield* ApiKeys).issue(id).pipe(
      Effect.catchTags({
        UnknownClient: () => Administration.refuseClient(id),
        TooManyKeys: () =>
          Administration.refuse(
            `the client has ${maximumLiveKeys} live keys, and cannot have more: revoke one (sheaf keys list --client ${id})`
          )
      })
    )
    yield* Console.log(Redacted.value(key))
    yield* Administration.note("This key is shown once, and cannot be read again.")
  })
).pipe(
  Command.withDescription(
    `Makes a key, and prints it. A client has ${maximumLiveKeys} at most, so that one can take the place of the other.`
  )
)

const columnsOf = ({ createdAt, keyId = "-", revokedAt }: StoredKey): ReadonlyArray<string> => [
  keyId,
  revokedAt === undefined ? "live" : "revoked",
  Administration.iso(createdAt),
  ...(revokedAt === undefined ? [] : [Administration.iso(revokedAt)])
]

const list = Command.make(
  "list",
  { client },
  Effect.fnUntraced(function* ({ client: id }) {
    const store = yield* ClientStore
    if (Option.isNone(yield* store.findClient(id))) return yield* Administration.refuseClient(id)
    for (const key of yield* store.keys(id)) yield* Administration.printEntry(...columnsOf(key))
  })
).pipe(
  Command.withDescription(
    "Prints the keys of a client, a line each: id, live or revoked, when it was made, and when it was revoked."
  )
)

const revoke = Command.make(
  "revoke",
  {
    key: Flag.String("key").pipe(
      Flag.withDescription("The id of the key: the part after sheaf_test_ or sheaf_live_, as sheaf keys list shows it.")
    )
  },
  Effect.fnUntraced(function* ({ key }) {
    // Whoever types a whole key by mistake does not find it in a log.
    if (!(yield* (yield* ClientStore).revokeKey(key))) return yield* Administration.refuse("no live key has this id")
    yield* Console.log(key)
    yield* Administration.note("The key is refused from now on.")
  })
).pipe(Command.withDescription("Revokes a key at once, and prints its id."))

export const command = Command.make("keys").pipe(
  Command.withDescription("The API keys of clients."),
  Command.withSubcommands([create, list, revoke]),
  Command.provide(Administration.layer)
)
