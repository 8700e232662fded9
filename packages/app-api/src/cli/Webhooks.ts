/** `sheaf webhooks`: manages the URLs that receive clients' events (spec 6). */
import { WebhookSenderHttp } from "@sheaf/adapters-http"
import { WebhookSignature } from "@sheaf/adapters-security"
import {
  ChangeSignalsLocal,
  EventStoreSql,
  IdempotencyKeyStoreSql,
  WebhookDeliveryStoreSql,
  WebhookEndpointStoreSql
} from "@sheaf/adapters-sql"
import { AuditedStores, ProcessRunner, WebhookEndpointsLive, WebhookProcess } from "@sheaf/application"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import * as EventType from "@sheaf/domain/EventType"
import * as WebhookEndpoint from "@sheaf/domain/WebhookEndpoint"
import { ClientStore, WebhookEndpoints } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Console, Effect, Layer, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"

const callerOf = Effect.fnUntraced(function* (clientId: string) {
  const client = yield* (yield* ClientStore).findClient(clientId)
  if (Option.isNone(client)) return yield* CommandServices.failUnknownClient(clientId)
  const caller: Caller = { clientId, environment: client.value.environment }
  return caller
})

const endpoint = Argument.String("endpoint").pipe(
  Argument.withDescription("Endpoint id, as printed by sheaf webhooks list.")
)

const refuseEndpoint = () => failWith("the client has no such endpoint")

const list = Command.make(
  "list",
  { client: CommandServices.clientFlag },
  Effect.fnUntraced(function* ({ client }) {
    const endpoints = yield* WebhookEndpoints
    for (const each of yield* endpoints.list(yield* callerOf(client))) {
      const { disabledReason = "ENABLED", endpointId, types = [], url, version } = each
      yield* CommandServices.printRow(endpointId, disabledReason, version, types.join(",") || "all", url)
    }
  })
).pipe(
  Command.withDescription(
    "Prints one endpoint per line, with tab-separated columns: id, ENABLED or the reason why it is disabled, " +
      "version, types, and address."
  )
)

const add = Command.make(
  "add",
  {
    client: CommandServices.clientFlag,
    types: Flag.Literals("type", EventType.EventType.literals).pipe(
      Flag.withDescription("Type of event to deliver. Repeat for several types. All types by default."),
      Flag.atLeast(0)
    ),
    version: Flag.Literals("version", ApiVersion.supportedVersions).pipe(
      Flag.withDescription("API version of the events. The newest by default."),
      Flag.withDefault(ApiVersion.head)
    ),
    address: Argument.String("address").pipe(Argument.withDescription("The https address that receives the events."))
  },
  Effect.fnUntraced(function* ({ address, client, types, version }) {
    const endpoints = yield* WebhookEndpoints
    const request = { url: address, ...(types.length > 0 && { types }) }
    const created = yield* endpoints.create(yield* callerOf(client), request, version).pipe(
      Effect.catchTags({
        InvalidParameters: ({ violations }) => failWith(violations.map(({ detail }) => `address: ${detail}`).join(" ")),
        // Cannot happen, because only callers with a user token get this error, and a command has none.
        WebhookEndpointNotFound: Effect.die,
        TooManyWebhookEndpoints: () =>
          failWith(`the client already has ${WebhookEndpoint.maxEndpointsPerClient} endpoints; remove one first`)
      })
    )
    yield* CommandServices.printRow(created.endpointId, created.secret)
    yield* CommandServices.printNote("The secret is shown only once. A running service delivers within 10 seconds.")
  })
).pipe(Command.withDescription("Adds an endpoint and prints its id and its secret, separated by a tab."))

const rotate = Command.make(
  "rotate",
  { client: CommandServices.clientFlag, endpoint },
  Effect.fnUntraced(function* ({ client, endpoint }) {
    const endpoints = yield* WebhookEndpoints
    const rotated = yield* endpoints.rotate(yield* callerOf(client), endpoint).pipe(
      Effect.catchTags({
        WebhookEndpointNotFound: refuseEndpoint,
        TooManyWebhookSecrets: () =>
          failWith(
            `the endpoint's deliveries have ${WebhookEndpoint.maxSecrets} signatures; rotate again once the oldest secret ends`
          )
      })
    )
    yield* Console.log(rotated.secret)
    yield* CommandServices.printNote(
      `Each replaced secret also signs deliveries for ${WebhookEndpoint.secretOverlapMillis / 3_600_000} hours.`
    )
  })
).pipe(Command.withDescription("Creates a new secret for an endpoint and prints it."))

const remove = Command.make(
  "remove",
  { client: CommandServices.clientFlag, endpoint },
  Effect.fnUntraced(function* ({ client, endpoint }) {
    const endpoints = yield* WebhookEndpoints
    yield* endpoints
      .remove(yield* callerOf(client), endpoint)
      .pipe(Effect.catchTag("WebhookEndpointNotFound", refuseEndpoint))
    yield* Console.log(endpoint)
    yield* CommandServices.printNote("Deliveries that have already begun can still arrive.")
  })
).pipe(Command.withDescription("Removes an endpoint and prints its id."))

const test = Command.make(
  "test",
  { client: CommandServices.clientFlag, endpoint },
  Effect.fnUntraced(function* ({ client, endpoint }) {
    const endpoints = yield* WebhookEndpoints
    const { durationMillis, error, errorCode, status } = yield* endpoints.test(yield* callerOf(client), endpoint).pipe(
      Effect.catchTag("WebhookEndpointNotFound", refuseEndpoint),
      // Cannot happen: a command has no idempotency key.
      Effect.catchTag("IdempotencyKeyReused", Effect.die)
    )
    const detail = [error, errorCode, status].filter((part) => part !== undefined).join(" ")
    if (error !== undefined) return yield* failWith(`the test failed after ${durationMillis} ms: ${detail}`)
    yield* Console.log(`${detail} in ${durationMillis} ms`)
  })
).pipe(Command.withDescription("Sends a test event to an endpoint and prints the status of the response."))

/** Does not send change signals to other processes: a running service finds new events by itself. */
const layer = CommandServices.layerWith(({ webhooks }) =>
  WebhookEndpointsLive.layer.pipe(
    Layer.provide([
      Layer.succeed(WebhookProcess.WebhookRunner, ProcessRunner.idleRunner),
      EventStoreSql.layer,
      IdempotencyKeyStoreSql.layer,
      WebhookDeliveryStoreSql.layer,
      AuditedStores.auditedWebhookEndpoints.pipe(Layer.provide(WebhookEndpointStoreSql.layer)),
      WebhookSenderHttp.layer(webhooks),
      WebhookSignature.layer
    ]),
    Layer.provide(ChangeSignalsLocal.layer)
  )
)

export const makeCommand = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([list, add, rotate, remove, test]), Command.provide(layer))
