/** Monitors for measurements: some with consents at the simulated bank, and many that only wait. */
import { TestUser } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import {
  ChangeSignalsLocal,
  ClientStoreSql,
  DueProcessesSql,
  MonitorStoreSql,
  Sqlite,
  UserStoreSql
} from "@sheaf/adapters-sql"
import type { Monitor } from "@sheaf/domain/Monitor"
import { maxMonitorsPerUser } from "@sheaf/domain/Monitor"
import { ClientStore, DueProcesses, MonitorStore, UserStore } from "@sheaf/ports"
import { MonitorSample } from "@sheaf/ports/testing"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { setTimeout as pause } from "node:timers/promises"
import * as Keys from "../../workshop/stage/Keys.ts"

const company = "se-fjallbanken"
const psuIpAddress = "192.0.2.17"

export interface MonitoredConsent {
  readonly client: TestClient
  readonly consentId: string
  readonly monitorId: string
}

const untilAuthorized = async (client: TestClient, consentId: string): Promise<void> => {
  for (;;) {
    const { status } = await client.read<{ readonly status: string }>(`/consents/${consentId}/status`)
    if (status === "AUTHORIZED") return
    await pause(100)
  }
}

const createMonitoredConsent = async (service: TestClient, index: number): Promise<MonitoredConsent> => {
  const { withKey: client } = await TestUser.make(service)
  const personalNumber = `19500101${String(1_000 + index)}`
  const consent = await client.post("/consents", {
    company,
    loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
    parameters: [
      { type: "PSD2_AIS_CONSENT", psuIpAddress },
      { type: "SWEDISH_EID", personalNumber }
    ]
  })
  const { consentId } = consent.expect(201).read<{ readonly consentId: string }>()
  await untilAuthorized(client, consentId)
  const created = await client.post("/monitors", { source: { consentId }, every: "P30D" })
  return { client, consentId, monitorId: created.expect(201).read<Monitor>().monitorId }
}

const pauseMillis = 500

/**
 * Waits until each monitor has ended this number of runs. Fails if a run failed, or if any run after the first found
 * changes.
 */
const untilRuns = async (consents: ReadonlyArray<MonitoredConsent>, runs: number): Promise<void> => {
  for (const { client, monitorId } of consents) {
    for (;;) {
      const monitor = await client.read<Monitor>(`/monitors/${monitorId}`)
      if (monitor.runs >= runs) {
        const outcome = monitor.lastRun?.outcome
        if (runs > 1 && outcome !== "UNCHANGED") throw new Error(`a run ended as ${outcome}`)
        break
      }
      await pause(pauseMillis)
    }
  }
}

export const createMonitoredConsents = async (
  service: TestClient,
  count: number
): Promise<ReadonlyArray<MonitoredConsent>> => {
  const consents: Array<MonitoredConsent> = []
  for (let index = 0; index < count; index++) consents.push(await createMonitoredConsent(service, index))
  await untilRuns(consents, 1)
  return consents
}

/** `runs` is the number of runs that each monitor will have completed afterward, including its earlier runs. */
export const runAll = async (consents: ReadonlyArray<MonitoredConsent>, runs: number): Promise<void> => {
  for (const { client, monitorId } of consents) (await client.post(`/monitors/${monitorId}/run`)).expect(202)
  await untilRuns(consents, runs)
}

export const collectAll = async (consents: ReadonlyArray<MonitoredConsent>): Promise<void> => {
  const started: Array<readonly [client: TestClient, collectionId: string]> = []
  for (const { client, consentId } of consents) {
    const parameters = [{ type: "STORED_CONSENT", consentId, psuIpAddress }] as const
    started.push([client, await client.begin({ company, parameters })])
  }
  for (const [client, id] of started) {
    while ((await client.status(id)).status !== "COMPLETED") await pause(pauseMillis)
  }
}

/**
 * How many monitors each client has. This is below the limit per client. If each client had more, each insert would
 * have to count more monitors.
 */
const perClient = 1_000
const concurrency = 200

const stores = Layer.mergeAll(ClientStoreSql.layer, MonitorStoreSql.layer, UserStoreSql.layer, DueProcessesSql.layer)

const onDatabase = (database: string) =>
  Effect.provide(
    Layer.provideMerge(
      stores,
      Layer.provideMerge(
        Sqlite.layer(database),
        Layer.mergeAll(ChangeSignalsLocal.layer, Keys.layerSealer, SecureRandom.layerWebCrypto)
      )
    )
  )

/** Adds monitors that are not due before tomorrow. */
export const addWaiting = (database: string, count: number): Promise<void> =>
  Effect.gen(function* () {
    const [clients, users, monitors] = [yield* ClientStore, yield* UserStore, yield* MonitorStore]
    const { uuidV7 } = yield* SecureRandom.SecureRandom
    const createdAt = Date.now()
    const addSome = Effect.fnUntraced(function* (clientId: string, left: number) {
      const userId = yield* uuidV7()
      yield* users.create({ userId, clientId, externalId: userId, createdAt })
      for (let added = 0; added < Math.min(left, maxMonitorsPerUser); added++) {
        const dueAt = createdAt + 86_400_000 + Math.floor(Math.random() * 86_400_000)
        const monitor = MonitorSample.make({ clientId, userId, monitorId: yield* uuidV7(), createdAt, dueAt })
        yield* monitors.add(monitor, perClient)
      }
    })
    const groups = Array.from({ length: Math.ceil(count / maxMonitorsPerUser) }, (_, index) => index)
    const clientOf = (group: number) => `waiting-${Math.floor((group * maxMonitorsPerUser) / perClient)}`
    for (const clientId of new Set(groups.map(clientOf))) {
      yield* clients.addClient({ id: clientId, name: "Waiting", environment: "test" })
    }
    yield* Effect.forEach(groups, (group) => addSome(clientOf(group), count - group * maxMonitorsPerUser), {
      concurrency,
      discard: true
    })
  }).pipe(onDatabase(database), Effect.scoped, Effect.runPromise)

/** Returns the average time of a search for due processes, in milliseconds. */
export const searchMillis = (database: string, searches: number): Promise<number> =>
  Effect.gen(function* () {
    const { find } = yield* DueProcesses
    const query = { before: Date.now() + 5_000, limit: 500, isTakeover: false }
    yield* find(query)
    const began = performance.now()
    for (let count = 0; count < searches; count++) yield* find(query)
    return (performance.now() - began) / searches
  }).pipe(onDatabase(database), Effect.scoped, Effect.runPromise)
