/** Serves the operator's console from the stores and the metrics (spec 14.5). */
import type { CompanyAvailability } from "@sheaf/domain/Company"
import { describe } from "@sheaf/domain/RecordDrift"
import type {
  CompanyHealth,
  OpenProcessGroup,
  ClientView,
  RecordDrift,
  WebhookEndpointView
} from "@sheaf/domain/OperatorViews"
import {
  CertificateStore,
  ClientStore,
  CollectionStore,
  CompanyFigureStore,
  Connectors,
  ConsentStore,
  EventNotFound,
  hasExpired,
  MonitorStore,
  Operator,
  WebhookDeliveryStore,
  WebhookEndpoints
} from "@sheaf/ports"
import type { Caller, CompanyDrift, ProcessCount, StoredCertificate, StoredClient, StoredApiKey } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Order } from "effect"
import * as CompanyMetrics from "../companies/CompanyMetrics.ts"
import * as SuccessRates from "../companies/SuccessRates.ts"
import { timestampOf } from "../views/Display.ts"
import * as UsageFigures from "../monitors/UsageFigures.ts"
import * as AuditPages from "./AuditPages.ts"
import * as Histories from "./Histories.ts"
import * as Stories from "./Stories.ts"

const newestAttempts = 25

const maxRetries = 100

const keyOf = (key: StoredApiKey, now: number): ClientView["keys"][number] => {
  const { createdAt, expiresAt, isAltered = false, keyId, networks, revokedAt, scopes } = key
  const state = isAltered ? "ALTERED" : revokedAt !== undefined ? "REVOKED" : hasExpired(key, now) ? "EXPIRED" : "LIVE"
  return {
    ...(keyId !== undefined && { keyId }),
    state,
    createdAt: timestampOf(createdAt),
    ...(expiresAt !== undefined && { expiresAt: timestampOf(expiresAt) }),
    ...(revokedAt !== undefined && { revokedAt: timestampOf(revokedAt) }),
    ...(scopes && { scopes }),
    ...(networks && { networks })
  }
}

const certificateOf = ({ clientId, notAfter, reason, revokedAt, serial }: StoredCertificate) => ({
  owner: "CLIENT" as const,
  clientId,
  serial,
  expiresAt: timestampOf(notAfter),
  ...(revokedAt !== undefined && { revokedAt: timestampOf(revokedAt) }),
  ...(reason !== undefined && { reason })
})

const driftOf = ({ company: _, ...drift }: CompanyDrift): RecordDrift => ({
  ...drift,
  since: timestampOf(drift.since),
  text: describe(drift.kind, drift)
})

const healthOf = (
  { company, companyDisplayName, market, status, updatedAt }: CompanyAvailability,
  { count, failures, seconds }: CompanyMetrics.MeasuredCalls = { count: 0, seconds: 0, failures: {} },
  found: Pick<CompanyHealth, "drifts" | "successRates">
): CompanyHealth => ({
  company,
  name: companyDisplayName,
  market,
  status,
  updatedAt,
  calls: count,
  ...(count > 0 && { averageMillis: Math.round((seconds / count) * 1000) }),
  failures,
  ...found
})

const workOf =
  (process: OpenProcessGroup["process"]) =>
  ({ count, dueAt, isDue, oldestAt, status }: ProcessCount): OpenProcessGroup => ({
    process,
    status,
    activity: isDue ? "DUE" : "WAITING",
    count,
    oldestAt: timestampOf(oldestAt),
    dueAt: timestampOf(dueAt)
  })

const worstFirst: ReadonlyArray<CompanyAvailability["status"]> = [
  "UNAVAILABLE",
  "MAINTENANCE",
  "DEGRADED",
  "OPERATIONAL"
]

const failedFirst = Order.mapInput(Order.Number, ({ status }: CompanyAvailability) => worstFirst.indexOf(status))

/** The operator acts on behalf of the client, as with the command `sheaf webhooks`. */
const callerOf = ({ environment, id }: StoredClient): Caller => ({ clientId: id, environment })

const webhooksOf = Effect.gen(function* () {
  const clientStore = yield* ClientStore
  const webhooks = yield* WebhookEndpoints
  const deliveries = yield* WebhookDeliveryStore
  const allClients = Effect.orDie(clientStore.clients)

  const endpointsOf = Effect.fnUntraced(function* (client: StoredClient) {
    const caller = callerOf(client)
    return yield* Effect.forEach(yield* webhooks.list(caller), ({ disabledReason, endpointId, url }) =>
      Effect.gen(function* () {
        const waiting = yield* Effect.orDie(deliveries.waiting(endpointId, maxRetries))
        const { items } = yield* webhooks.attempts(caller, endpointId, { limit: newestAttempts })
        const state = yield* Effect.orDie(deliveries.state(endpointId))
        const firstFailedAt = Option.getOrUndefined(state)?.firstFailedAt
        const endpoint: WebhookEndpointView = {
          clientId: client.id,
          endpointId,
          url,
          ...(disabledReason !== undefined && { disabledReason }),
          ...(firstFailedAt !== undefined && { failingSince: timestampOf(firstFailedAt) }),
          retries: waiting.map(({ dueAt, eventId }) => ({ eventId, dueAt: timestampOf(dueAt) })),
          attempts: items
        }
        return [endpoint]
        // The client may have removed the endpoint in the meantime.
      }).pipe(
        Effect.catchTag("WebhookEndpointNotFound", () => Effect.succeed([])),
        Effect.catchTag("InvalidCursor", Effect.die)
      )
    )
  })

  return {
    endpoints: Effect.map(Effect.flatMap(allClients, Effect.forEach(endpointsOf)), (all) => all.flat(2)),
    redeliver: Effect.fnUntraced(function* ({ clientId, endpointId, eventId }) {
      const client = (yield* allClients).find(({ id }) => id === clientId)
      if (client === undefined) return yield* new EventNotFound()
      // This error cannot occur, because the request has no idempotency key.
      yield* Effect.catchTag(
        webhooks.redeliver(callerOf(client), eventId, { endpointId }),
        "IdempotencyKeyReused",
        Effect.die
      )
    })
  } satisfies Partial<Operator["Service"]>
})

const censusOf = Effect.gen(function* () {
  const collections = yield* CollectionStore
  const consents = yield* ConsentStore
  const monitors = yield* MonitorStore
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const ofCollections = yield* Effect.orDie(collections.census(now))
    const ofConsents = yield* Effect.orDie(consents.census(now))
    const ofMonitors = yield* Effect.orDie(monitors.census(now))
    return [
      ...ofCollections.map(workOf("COLLECTION")),
      ...ofConsents.map(workOf("CONSENT")),
      ...ofMonitors.map(workOf("MONITOR"))
    ]
  })
})

/** Returns all companies, broken ones first. */
const companiesOf = Effect.gen(function* () {
  const connectors = yield* Connectors
  const figures = yield* CompanyFigureStore
  const successRates = yield* SuccessRates.makeReader
  return Effect.gen(function* () {
    const calls = yield* CompanyMetrics.measuredCalls
    const rates = yield* successRates
    const drifts = Map.groupBy(yield* Effect.orDie(figures.drifts), ({ company }) => company)
    const all = (yield* connectors.all).map(({ availability }) => availability)
    return all.toSorted(failedFirst).map((availability) => {
      const { company } = availability
      return healthOf(availability, calls.get(company), {
        successRates: rates.get(company) ?? [],
        drifts: (drifts.get(company) ?? []).map(driftOf)
      })
    })
  })
})

const make = Effect.gen(function* () {
  const clientStore = yield* ClientStore
  const certificateStore = yield* CertificateStore
  const audit = yield* AuditPages.makePageReader

  return Operator.of({
    clients: Effect.flatMap(
      Effect.orDie(clientStore.clients),
      Effect.forEach((client) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const keys = yield* Effect.orDie(clientStore.keys(client.id))
          const {
            environment,
            id,
            name,
            requiresMutualTls = false,
            storesCredentials = false,
            usesTestMethods = false
          } = client
          const facts = { clientId: id, name, environment, requiresMutualTls, storesCredentials, usesTestMethods }
          return { ...facts, keys: keys.map((key) => keyOf(key, now)) }
        })
      )
    ),
    certificates: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const all = yield* Effect.orDie(certificateStore.list())
      const shown = all.filter(({ notAfter }) => notAfter >= now)
      return shown.toSorted((one, other) => one.notAfter - other.notAfter).map(certificateOf)
    }),
    companies: yield* companiesOf,
    monitors: yield* Effect.cachedWithTTL(yield* UsageFigures.makeFigures, "2 seconds"),
    // Cached, because counting a large database takes time, and every open console asks every few seconds.
    openProcesses: yield* Effect.cachedWithTTL(yield* censusOf, "2 seconds"),
    ...(yield* webhooksOf),
    audit,
    history: yield* Histories.makeReader,
    failures: yield* Stories.makeFailureReader,
    story: yield* Stories.makeReader
  })
})

export const layer = Layer.effect(Operator, make)
