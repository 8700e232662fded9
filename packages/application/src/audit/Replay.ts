/**
 * After a restore, replays the lost changes whose absence would do harm: erasures, revocations and restrictions (spec
 * 14.4). All other changes, such as new users, stay lost.
 */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import { DisabledReason } from "@sheaf/domain/WebhookEndpoint"
import {
  CertificateStore,
  ClientStore,
  CollectionStore,
  ConsentStore,
  EventStore,
  IdempotencyKeyStore,
  MonitorStore,
  revocationReasons,
  UserStore,
  WebhookEndpointStore
} from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import * as EarlyEnd from "../collections/EarlyEnd.ts"
import { CollectionRunner } from "../collections/Process.ts"
import * as Changes from "../consents/Changes.ts"
import { ConsentRunner } from "../consents/Process.ts"
import { idleRunner } from "../process/Runner.ts"
import * as MonitorRuns from "../monitors/MonitorRuns.ts"
import * as MonitorUpdates from "../monitors/MonitorUpdates.ts"
import type { LostRecord } from "./LostRecords.ts"

/** Runners that run nothing, because all steps wait until the service starts. */
const runners = Layer.merge(Layer.succeed(CollectionRunner, idleRunner), Layer.succeed(ConsentRunner, idleRunner))

/** Does not close sessions at companies, because the service had already closed them before the database was lost. */
const endRunning = (collectionId: string) => EarlyEnd.endRunningCollection(collectionId, "USER_ERASED", () => [])

const isDisabledReason = Schema.is(DisabledReason)
const isReason = Schema.is(Schema.Literals(revocationReasons))

const eraseUser = Effect.fnUntraced(function* (clientId: string, userId: string) {
  const [users, collections, consents] = [yield* UserStore, yield* CollectionStore, yield* ConsentStore]
  if (!(yield* users.erase(clientId, userId, yield* Clock.currentTimeMillis))) return false
  yield* Effect.forEach(yield* collections.running(clientId, userId), endRunning, { discard: true })
  yield* Effect.forEach(yield* consents.live(clientId, userId), Changes.revokeConsent, { discard: true })
  yield* (yield* IdempotencyKeyStore).eraseOfUser(clientId, userId)
  yield* (yield* MonitorStore).eraseOfUser(clientId, userId)
  yield* collections.eraseOfUser(clientId, userId, yield* Clock.currentTimeMillis)
  yield* consents.eraseOfUser(clientId, userId)
  return true
})

/**
 * Erases a collection's data. If the collection is still running in the backup, ends it first, because it would
 * otherwise collect the data again.
 */
const eraseData = Effect.fnUntraced(function* (clientId: string, collectionId: string) {
  const collections = yield* CollectionStore
  const found = yield* collections.loadState(collectionId)
  if (Option.isSome(found) && !isFinal(found.value.status)) yield* endRunning(collectionId)
  return yield* collections.eraseDataOf(clientId, collectionId, yield* Clock.currentTimeMillis)
})

const endMonitor = Effect.fnUntraced(function* (clientId: string, monitorId: string, at: number) {
  const monitors = yield* MonitorStore
  const found = yield* monitors.find(clientId, monitorId)
  if (Option.isNone(found) || found.value.status === "ENDED") return false
  const update = MonitorUpdates.endUpdate(found.value, at, "REMOVED")
  yield* MonitorRuns.abandonRun(found.value, update)
  return yield* monitors.update(found.value, update)
})

const eraseCredentials = Effect.fnUntraced(function* (clientId: string, monitorId: string, at: number) {
  const monitors = yield* MonitorStore
  const found = yield* monitors.find(clientId, monitorId)
  if (Option.isNone(found) || found.value.renewal?._tag !== "Credentials") return false
  const update = MonitorUpdates.personRequiredUpdate(found.value, at)
  yield* MonitorRuns.abandonRun(found.value, update)
  return yield* monitors.update(found.value, update)
})

const change = Effect.fnUntraced(function* ({ action, at, outcome, subject }: LostRecord) {
  const {
    clientId = "",
    collectionId = "",
    consentId = "",
    endpointId = "",
    keyId = "",
    monitorId = "",
    origin = "",
    returnUrl = "",
    serial = "",
    userId = ""
  } = subject
  switch (action) {
    case "KEY_REVOKED":
      return yield* (yield* ClientStore).revokeKey(keyId)
    case "MUTUAL_TLS_REQUIRED":
      return yield* (yield* ClientStore).requireMutualTls(clientId, true)
    case "TEST_METHODS_FORBIDDEN":
      return yield* (yield* ClientStore).allowTestMethods(clientId, false)
    case "STORED_CREDENTIALS_FORBIDDEN":
      return yield* (yield* ClientStore).allowStoredCredentials(clientId, false)
    case "RETURN_URL_REMOVED":
      return yield* (yield* ClientStore).removeReturnUrl(clientId, returnUrl)
    case "ORIGIN_REMOVED":
      return yield* (yield* ClientStore).removeOrigin(clientId, origin)
    case "CERTIFICATE_REVOKED":
      return yield* (yield* CertificateStore).revoke(serial, isReason(outcome) ? outcome : undefined)
    case "SESSIONS_ENDED":
      return yield* (yield* UserStore).endSessions(clientId, userId, at)
    case "USER_ERASED":
      return yield* eraseUser(clientId, userId)
    case "DATA_ERASED":
      return yield* eraseData(clientId, collectionId)
    case "WEBHOOK_ENDPOINT_REMOVED":
      return yield* (yield* WebhookEndpointStore).remove(clientId, endpointId)
    case "WEBHOOK_ENDPOINT_DISABLED":
      return (
        isDisabledReason(outcome) &&
        (yield* (yield* WebhookEndpointStore).disable(clientId, endpointId, { at, reason: outcome }))
      )
    case "WEBHOOK_ENDPOINT_ENABLED":
      // Enables the endpoint again. Otherwise, an earlier record that disabled the endpoint would leave it disabled.
      return yield* (yield* WebhookEndpointStore).enable(clientId, endpointId, yield* (yield* EventStore).end(clientId))
    case "MONITOR_ENDED":
      return yield* endMonitor(clientId, monitorId, at)
    case "CREDENTIALS_ERASED":
      return yield* eraseCredentials(clientId, monitorId, at)
    case "CONSENT_CHANGED":
      return outcome === "REVOKED" && (yield* Changes.revokeConsent(consentId))
    default:
      return false
  }
})

/**
 * Replays a change. Returns false if actions of this kind are not replayed, or if the backup already contains the
 * change.
 */
export const replayChange = (record: LostRecord) => Effect.provide(change(record), runners)
