/** Erases everything whose retention has ended (spec 10). Every erasure can safely be repeated. */
import {
  CertificateStore,
  ClientStore,
  CompanyFigureStore,
  CollectionStore,
  ConnectSessionStore,
  ConsentStore,
  erasedIdRetentionMillis,
  EventStore,
  IdempotencyKeyStore,
  MonitorStore,
  ServiceSampleStore,
  UserStore,
  WebhookDeliveryStore
} from "@sheaf/ports"
import { expiredAt } from "@sheaf/domain/FigurePeriod"
import { Clock, Effect } from "effect"
import * as Cancellation from "../collections/Cancellation.ts"
import { auditRetentionMillis, eventGraceMillis, Retention, usageRetentionMillis } from "../settings/Retention.ts"
import { dateOf } from "../views/Display.ts"

export const eraseCollections = Effect.gen(function* () {
  const store = yield* CollectionStore
  const retention = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* store.eraseData(now - retention.data)
  if (retention.eraseWithConsent) yield* store.eraseDataWithConsent(now)
  yield* store.eraseRows(now - retention.row)
  yield* Cancellation.giveUpCleanups
})

export const eraseConsents = Effect.gen(function* () {
  const { row } = yield* Retention
  yield* (yield* ConsentStore).eraseRows((yield* Clock.currentTimeMillis) - row)
})

export const eraseConnectSessions = Effect.gen(function* () {
  const { row } = yield* Retention
  yield* (yield* ConnectSessionStore).eraseEnded((yield* Clock.currentTimeMillis) - row)
})

export const eraseMonitors = Effect.gen(function* () {
  const { events, row } = yield* Retention
  const store = yield* MonitorStore
  const now = yield* Clock.currentTimeMillis
  yield* store.eraseRuns(now - events - eventGraceMillis)
  yield* store.eraseEnded(now - row)
  yield* store.eraseUsage(dateOf(now - usageRetentionMillis))
})

export const eraseEvents = Effect.gen(function* () {
  const retention = yield* Retention
  yield* (yield* EventStore).eraseEvents((yield* Clock.currentTimeMillis) - retention.events - eventGraceMillis)
})

export const eraseFigures = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const expired = expiredAt(now)
  yield* (yield* CompanyFigureStore).erase(expired, now - usageRetentionMillis)
  yield* (yield* ServiceSampleStore).erase(expired)
})

export const eraseWebhookAttempts = Effect.gen(function* () {
  const retention = yield* Retention
  yield* (yield* WebhookDeliveryStore).eraseBefore((yield* Clock.currentTimeMillis) - retention.events)
})

export const eraseIdempotencyKeys = Effect.gen(function* () {
  yield* (yield* IdempotencyKeyStore).eraseExpired(yield* Clock.currentTimeMillis)
})

export const eraseExternalIds = Effect.gen(function* () {
  yield* (yield* UserStore).forgetErasedIds((yield* Clock.currentTimeMillis) - erasedIdRetentionMillis)
})

/** Erases keys and certificates that expired or were revoked more than {@link auditRetentionMillis} ago. */
export const eraseCredentials = Effect.gen(function* () {
  const endedBefore = (yield* Clock.currentTimeMillis) - auditRetentionMillis
  yield* (yield* ClientStore).eraseKeys(endedBefore)
  yield* (yield* CertificateStore).eraseExpired(endedBefore)
})
