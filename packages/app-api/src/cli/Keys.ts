/** `sheaf keys`: the API keys of clients (spec 5; decisions 8). */
import { ApiKeys, ClientStore, maximumLiveKeys } from "@sheaf/ports"
import type { StoredKey } from "@sheaf/ports"
import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { refuse } from "../OperatorError.ts"
import * as Administration from "./Administration.ts"

const create = Command.make(
  "create",
  { client: Administration.clientFlag },
  Effect.fnUntraced(function* ({ client }) {
    const key = yield* (yield* ApiKeys).issue(client).pipe(
      Effect.catchTags({
        UnknownClient: () => Administration.refuseClient(client),
        TooManyKeys: () =>
          refuse(
            `the client already has ${maximumLiveKeys} live keys; revoke one first (sheaf keys list --client ${client})`
          )
      })
    )
    yield* Console.log(Redacted.value(key))
    yield* Administration.note("Store the key now: it is shown only once.")
  })
).pipe(
  Command.withDescription(
    `Creates an API key and prints it. A client can have up to ${maximumLiveKeys} live keys, so that it can rotate them.`
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
  { client: Administration.clientFlag },
  Effect.fnUntraced(function* ({ client }) {
    const store = yield* ClientStore
    if (Option.isNone(yield* store.findClient(client))) return yield* Administration.refuseClient(client)
    for (const key of yield* store.keys(client)) yield* Administration.printEntry(...columnsOf(key))
  })
).pipe(
  Command.withDescription(
    "Prints one key per line, with tab-separated columns: id, state (live or revoked), time of creation, and time of " +
      "revocation."
  )
)

const revoke = Command.make(
  "revoke",
  {
    key: Flag.String("key").pipe(
      Flag.withDescription("Key id: the part after sheaf_test_ or sheaf_live_, as printed by sheaf keys list.")
    )
  },
  Effect.fnUntraced(function* ({ key }) {
    // The message does not repeat the value, which may be a whole key typed by mistake.
    if (!(yield* (yield* ClientStore).revokeKey(key))) return yield* refuse("no live key has this id")
    yield* Console.log(key)
    yield* Administration.note("The key is rejected from now on.")
  })
).pipe(Command.withDescription("Revokes a key immediately and prints its id."))

export const named = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([create, list, revoke]), Command.provide(Administration.layer))
