/** The use cases for webhook endpoints (spec 6). */
import { testEventType as type } from "@sheaf/domain/WebhookAttempt"
import type { TestEvent } from "@sheaf/domain/WebhookAttempt"
import { maxSecrets, secretOverlapMillis } from "@sheaf/domain/WebhookEndpoint"
import type { WebhookEndpoint, WebhookEndpointWithSecret } from "@sheaf/domain/WebhookEndpoint"
import {
  EventNotFound,
  EventStore,
  InvalidParameters,
  owns,
  Sealer,
  TooManyWebhookEndpoints,
  TooManyWebhookSecrets,
  WebhookDeliveryStore,
  WebhookEndpointDisabled,
  WebhookEndpointNotFound,
  WebhookEndpoints,
  WebhookEndpointStore,
  WebhookSender,
  WebhookSigner
} from "@sheaf/ports"
import type { Caller, StoredAttempt, StoredWebhookEndpoint, WebhookSecret, WebhookSecrets } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { timestampOf } from "../views/Display.ts"
import * as AttemptViews from "./AttemptViews.ts"
import * as ListCursor from "../requests/ListCursor.ts"
import * as Idempotency from "../idempotency/Idempotency.ts"
import * as RetainedEvents from "./RetainedEvents.ts"
import { WebhookRunner } from "./WebhookProcess.ts"
import * as WebhookDelivery from "./WebhookDelivery.ts"

const toEndpoint = ({
  createdAt,
  disabled,
  endpointId,
  types,
  url,
  version
}: StoredWebhookEndpoint): WebhookEndpoint => ({
  endpointId,
  url,
  ...(types && { types }),
  version,
  createdAt: timestampOf(createdAt),
  disabled: disabled !== undefined,
  ...(disabled && { disabledReason: disabled.reason, disabledAt: timestampOf(disabled.at) })
})

const withSecret = (endpoint: StoredWebhookEndpoint): WebhookEndpointWithSecret => ({
  ...toEndpoint(endpoint),
  secret: Redacted.value(endpoint.secrets.current)
})

/** Rotates the secrets. Returns them unchanged if too many earlier secrets are still in use. */
const rotated = (before: WebhookSecrets, secret: WebhookSecret, now: number): WebhookSecrets => {
  const { current, previous = [] } = before
  const valid = previous.filter(({ until }) => now < until)
  if (valid.length + 2 > maxSecrets) return before
  return { current: secret, previous: [{ secret: current, until: now + secretOverlapMillis }, ...valid] }
}

const found = <A>(option: Option.Option<A>) =>
  Option.match(option, { onNone: () => Effect.fail(new WebhookEndpointNotFound()), onSome: Effect.succeed })

const makeReads = Effect.map(WebhookEndpointStore, (endpoints) => {
  /**
   * Endpoints belong to clients. A user's token gives access only to the user's own objects, so a caller with such a
   * token finds no endpoint.
   */
  const find = (caller: Caller, endpointId: string) =>
    Effect.flatMap(Effect.orDie(endpoints.find(caller.clientId, endpointId)), (endpoint) =>
      found(Option.filter(endpoint, (each) => owns(caller, each)))
    )

  const read = (caller: Caller, endpointId: string) => Effect.map(find(caller, endpointId), toEndpoint)

  return { find, read }
})

const makeCreate = Effect.gen(function* () {
  const endpoints = yield* WebhookEndpointStore
  const events = yield* EventStore
  const runner = yield* WebhookRunner
  const sender = yield* WebhookSender
  const signer = yield* WebhookSigner
  const random = yield* SecureRandom.SecureRandom

  const create: WebhookEndpoints["Service"]["create"] = Effect.fnUntraced(function* (caller, request, version) {
    const { clientId, userId } = caller
    const { types, url } = request
    // A caller with a user's token cannot create an endpoint, because it could not read the endpoint afterwards.
    if (userId !== undefined) return yield* new WebhookEndpointNotFound()
    const issue = sender.violationOf(url)
    if (issue !== undefined) {
      const violation = { pointer: "/url", code: "INVALID_FIELD", detail: `The address ${issue}.` } as const
      return yield* new InvalidParameters({ violations: [violation] })
    }
    const endpoint: StoredWebhookEndpoint = {
      endpointId: yield* random.uuidV7(),
      clientId,
      url,
      version: request.version ?? version,
      ...(types && { types }),
      secrets: { current: yield* signer.newSecret },
      createdAt: yield* Clock.currentTimeMillis
    }
    const position = yield* Effect.orDie(events.end(clientId))
    const added = runner.accept(endpoint.endpointId, endpoints.add(endpoint, position))
    if (!(yield* Effect.orDie(added))) return yield* new TooManyWebhookEndpoints()
    return withSecret(endpoint)
  })

  return create
})

const makeChanges = Effect.gen(function* () {
  const endpoints = yield* WebhookEndpointStore
  const events = yield* EventStore
  const runner = yield* WebhookRunner
  const signer = yield* WebhookSigner
  const { find, read } = yield* makeReads

  const change: WebhookEndpoints["Service"]["change"] = Effect.fnUntraced(function* (caller, endpointId, request) {
    const { clientId } = caller
    const { disabled, types } = request
    yield* find(caller, endpointId)
    if (types !== undefined) {
      yield* Effect.orDie(
        endpoints.change(clientId, endpointId, ({ types: _, ...settings }) => ({
          ...settings,
          ...(types && { types })
        }))
      )
    }
    if (disabled === true) {
      const at = yield* Clock.currentTimeMillis
      yield* Effect.orDie(endpoints.disable(clientId, endpointId, { at, reason: "BY_CLIENT" }))
    }
    if (disabled === false) {
      const position = yield* Effect.orDie(events.end(clientId))
      yield* Effect.orDie(runner.advance(endpointId, endpoints.enable(clientId, endpointId, position)))
    }
    return yield* read(caller, endpointId)
  })

  const rotate: WebhookEndpoints["Service"]["rotate"] = Effect.fnUntraced(function* (caller, endpointId) {
    const { clientId, secrets } = yield* find(caller, endpointId)
    const secret = yield* signer.newSecret
    const now = yield* Clock.currentTimeMillis
    const change = (before: WebhookSecrets) => rotated(before, secret, now)
    if (change(secrets) === secrets) return yield* new TooManyWebhookSecrets()
    const changed = yield* found(yield* Effect.orDie(endpoints.rotate(clientId, endpointId, change)))
    // A concurrent rotation may have won the race.
    return changed.secrets.current === secret ? withSecret(changed) : yield* new TooManyWebhookSecrets()
  })

  return { change, rotate }
})

const makeTest = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryStore
  const random = yield* SecureRandom.SecureRandom
  const once = yield* Idempotency.make
  const { send } = yield* WebhookDelivery.make
  const { find } = yield* makeReads

  const test: WebhookEndpoints["Service"]["test"] = (caller, endpointId) =>
    once({
      request: endpointId,
      make: Effect.fnUntraced(function* (accept) {
        const endpoint = yield* find(caller, endpointId)
        const eventId = yield* random.uuidV7()
        const timestamp = timestampOf(yield* Clock.currentTimeMillis)
        const body: TestEvent = { eventId, type, version: endpoint.version, timestamp, data: { endpointId } }
        const { attempt } = yield* send(endpoint, { eventId, type, body }, 1)
        yield* accept({ id: attempt.eventId, isNew: true }, deliveries.recordTest(endpointId, attempt))
        return AttemptViews.outcomeOf(attempt)
      }),
      resultOf: ({ eventId }) => ({ id: eventId, isNew: true }),
      repeat: ({ id }) =>
        Effect.flatMap(Effect.orDie(deliveries.attempt(endpointId, id)), (attempt) =>
          Effect.map(found(attempt), AttemptViews.outcomeOf)
        )
    })

  return test
})

const makeAttempts = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryStore
  const sealer = yield* Sealer
  const { find } = yield* makeReads

  const attempts: WebhookEndpoints["Service"]["attempts"] = Effect.fnUntraced(function* (caller, endpointId, request) {
    const { clientId } = caller
    yield* find(caller, endpointId)
    return yield* ListCursor.readPage(sealer, { tenant: clientId, list: ["attempts", endpointId] }, request, {
      find: (bounds) => Effect.orDie(deliveries.attempts({ clientId, endpointId, ...bounds })),
      positionOf: ({ at, attemptId }: StoredAttempt) => ({ createdAt: at, id: attemptId }),
      itemOf: AttemptViews.attemptOf
    })
  })

  return attempts
})

const makeRepeats = Effect.gen(function* () {
  const endpoints = yield* WebhookEndpointStore
  const deliveries = yield* WebhookDeliveryStore
  const events = yield* EventStore
  const once = yield* Idempotency.make
  const { startAt } = yield* RetainedEvents.make
  const { find, read } = yield* makeReads

  const replay: WebhookEndpoints["Service"]["replay"] = (caller, endpointId, since) =>
    once({
      request: since,
      make: Effect.fnUntraced(function* (accept) {
        const { clientId } = caller
        const endpoint = yield* find(caller, endpointId)
        const after = yield* startAt(clientId, since)
        const until = yield* Effect.orDie(events.end(clientId))
        const write = endpoints.replay(clientId, endpointId, { after, until })
        if (!(yield* accept({ id: endpointId, isNew: true }, write))) return yield* new WebhookEndpointDisabled()
        return toEndpoint(endpoint)
      }),
      resultOf: () => ({ id: endpointId, isNew: true }),
      repeat: () => read(caller, endpointId)
    })

  const receivers = Effect.fnUntraced(function* (caller: Caller, type: string, endpointId: string | undefined) {
    if (endpointId !== undefined) {
      const endpoint = yield* find(caller, endpointId)
      return endpoint.disabled === undefined ? [endpoint] : yield* new WebhookEndpointDisabled()
    }
    const all = yield* Effect.orDie(endpoints.list(caller.clientId))
    return all.filter(({ disabled, types }) => disabled === undefined && (types?.some((each) => each === type) ?? true))
  })

  const redeliver: WebhookEndpoints["Service"]["redeliver"] = (caller, eventId, request) => {
    const { endpointId } = request
    const answer = Effect.fnUntraced(function* () {
      // Sheaf omits unreadable events from every list of events, and cannot send them again.
      const [event] = (yield* Effect.orDie(events.read(caller.clientId, [eventId]))).events
      if (event === undefined || caller.userId !== undefined) return yield* new EventNotFound()
      const endpointIds = (yield* receivers(caller, event.type, endpointId)).map((each) => each.endpointId)
      return { eventId, endpointIds }
    })
    return once({
      request,
      make: Effect.fnUntraced(function* (accept) {
        const redelivery = yield* answer()
        const at = yield* Clock.currentTimeMillis
        yield* accept({ id: eventId, isNew: true }, deliveries.redeliver(redelivery.endpointIds, eventId, at))
        return redelivery
      }),
      resultOf: () => ({ id: eventId, isNew: true }),
      repeat: answer
    })
  }

  return { replay, redeliver }
})

const make = Effect.gen(function* () {
  const endpoints = yield* WebhookEndpointStore
  const { read } = yield* makeReads

  return WebhookEndpoints.of({
    create: yield* makeCreate,
    ...(yield* makeChanges),
    test: yield* makeTest,
    attempts: yield* makeAttempts,
    ...(yield* makeRepeats),
    read,
    list: (caller) =>
      Effect.map(Effect.orDie(endpoints.list(caller.clientId)), (all) =>
        all.filter((endpoint) => owns(caller, endpoint)).map(toEndpoint)
      ),
    remove: ({ clientId, userId }, endpointId) =>
      userId === undefined
        ? Effect.flatMap(Effect.orDie(endpoints.remove(clientId, endpointId)), (isRemoved) =>
            isRemoved ? Effect.void : Effect.fail(new WebhookEndpointNotFound())
          )
        : Effect.fail(new WebhookEndpointNotFound())
  })
})

export const layer = Layer.effect(WebhookEndpoints, make)
