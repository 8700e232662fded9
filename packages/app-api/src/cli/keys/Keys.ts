/** `sheaf keys`: manages clients' API keys (spec 5). */
import { Networks } from "@sheaf/adapters-http"
import { CalendarDate, calendarDatePattern, dayMillis } from "@sheaf/domain/CalendarDate"
import * as ApiKeyScope from "@sheaf/domain/ApiKeyScope"
import { ApiKeys, ClientStore, hasExpired, maxLiveApiKeys } from "@sheaf/ports"
import type { ApiKeyLimits, StoredApiKey } from "@sheaf/ports"
import { Clock, Console, Effect, Option, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { failWith } from "../../errors/OperatorError.ts"
import * as CommandServices from "../CommandServices.ts"
import { rotatePepperCommand } from "./RotatePepper.ts"
import * as SealingRotation from "./SealingRotation.ts"

const limits = {
  expires: Flag.String("expires").pipe(
    Flag.withDescription(
      "Last day on which the key is valid, as YYYY-MM-DD in UTC, or the time at which it expires, as YYYY-MM-DDTHH:MM:SSZ."
    ),
    Flag.optional
  ),
  scope: Flag.Literals("scope", ApiKeyScope.all).pipe(
    Flag.withDescription("Scope of the key. Can be repeated. Default: all scopes."),
    Flag.atLeast(0)
  ),
  from: Flag.String("from").pipe(
    Flag.withDescription(
      "IP address or network, such as 192.0.2.0/24, from which the key is accepted. Can be repeated. Default: " +
        "all addresses."
    ),
    Flag.atLeast(0)
  )
}

const isDay = Schema.is(CalendarDate)
const moment = new RegExp(`^${calendarDatePattern}T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ$`)

const expiryOf = Effect.fnUntraced(function* (text: string) {
  if (!isDay(text) && !moment.test(text)) {
    return yield* failWith("--expires: expected YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ")
  }
  const expiresAt = isDay(text) ? Date.parse(text) + dayMillis : Date.parse(text)
  if (expiresAt <= (yield* Clock.currentTimeMillis)) return yield* failWith("--expires: expected a time in the future")
  return expiresAt
})

/** The maximum number of addresses and networks for one key. */
const maxNetworks = 64

const networksOf = Effect.fnUntraced(function* (from: ReadonlyArray<string>) {
  if (from.length > maxNetworks) return yield* failWith(`--from: expected at most ${maxNetworks} networks`)
  if (from.every(Networks.isAddressOrNetwork)) return from
  return yield* failWith("--from: expected an IP address or a network such as 192.0.2.0/24")
})

const create = Command.make(
  "create",
  { client: CommandServices.clientFlag, ...limits },
  Effect.fnUntraced(function* ({ client, expires, from, scope }) {
    const networks = yield* networksOf(from)
    const keyLimits: ApiKeyLimits = {
      ...(Option.isSome(expires) && { expiresAt: yield* expiryOf(expires.value) }),
      ...(scope.length > 0 && { scopes: Array.from(new Set(scope)) }),
      ...(networks.length > 0 && { networks })
    }
    const key = yield* (yield* ApiKeys).issue(client, keyLimits).pipe(
      Effect.catchTags({
        UnknownClient: () => CommandServices.failUnknownClient(client),
        TooManyApiKeys: () =>
          failWith(
            `the client already has ${maxLiveApiKeys} live keys; revoke one first (sheaf keys list --client ${client})`
          )
      })
    )
    yield* Console.log(Redacted.value(key))
    yield* CommandServices.printNote("Store the key now: it is shown only once.")
  })
).pipe(
  Command.withDescription(
    `Creates an API key and prints it. A client can have up to ${maxLiveApiKeys} live keys, so that it can rotate them.`
  )
)

const stateOf = (key: StoredApiKey, now: number): string => {
  if (key.revokedAt !== undefined) return "revoked"
  if (key.isAltered) return "altered"
  return hasExpired(key, now) ? "expired" : "live"
}

const columnsOf = (key: StoredApiKey, now: number): ReadonlyArray<string> => {
  const { createdAt, expiresAt, keyId = "-", networks, revokedAt, scopes } = key
  return [
    keyId,
    stateOf(key, now),
    CommandServices.formatTime(createdAt),
    ...(revokedAt === undefined ? [] : [CommandServices.formatTime(revokedAt)]),
    ...(expiresAt === undefined ? [] : [`expires=${CommandServices.formatTime(expiresAt)}`]),
    ...(scopes === undefined ? [] : [`scope=${scopes.join(",")}`]),
    ...(networks === undefined ? [] : [`from=${networks.join(",")}`])
  ]
}

const list = Command.make(
  "list",
  { client: CommandServices.clientFlag },
  Effect.fnUntraced(function* ({ client }) {
    const store = yield* ClientStore
    if (Option.isNone(yield* store.findClient(client))) return yield* CommandServices.failUnknownClient(client)
    const now = yield* Clock.currentTimeMillis
    for (const key of yield* store.keys(client)) yield* CommandServices.printRow(...columnsOf(key, now))
  })
).pipe(
  Command.withDescription(
    "Prints one key per line, with tab-separated columns: id, state (live, expired, revoked, or altered outside of " +
      "Sheaf), time of creation, time of revocation, and the limits as expires=, scope= and from=."
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
    // The error does not quote the value, because someone may have entered a whole key by mistake.
    if (!(yield* (yield* ClientStore).revokeKey(key))) return yield* failWith("no live key has this id")
    yield* Console.log(key)
    yield* CommandServices.printNote("The key is rejected from now on.")
  })
).pipe(Command.withDescription("Revokes a key immediately and prints its id."))

export const makeCommand = (name: string) =>
  Command.make(name).pipe(
    Command.withSubcommands([
      create,
      list,
      revoke,
      SealingRotation.sealingCommand,
      SealingRotation.rotateSealingCommand,
      rotatePepperCommand
    ]),
    Command.provide(CommandServices.layer)
  )
