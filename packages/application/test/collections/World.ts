/**
 * The use cases on a real database, in virtual time. The companies, the banks and the
 * electronic ID follow the test's scripts.
 */
import { it } from "@effect/vitest"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { AnimatedQrLive, AuditCryptoLive, Sealing, TokensLive } from "@sheaf/adapters-security"
import type { KeyRing } from "@sheaf/adapters-security"
import {
  ChangeSignalsLocal,
  AuditLogSql,
  ClientStoreSql,
  CollectionStoreSql,
  CompanyFigureStoreSql,
  ServiceSampleStoreSql,
  ConnectSessionStoreSql,
  ConsentStoreSql,
  CountersLocal,
  DueProcessesSql,
  EventStoreSql,
  MonitorStoreSql,
  RecordIdsSql,
  IdempotencyKeyStoreSql,
  SigningKeyStoreSql,
  TaskStoreSql,
  Sqlite,
  UserStoreSql
} from "@sheaf/adapters-sql"
import type { Product } from "@sheaf/domain/Product"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import {
  ClientStore,
  Collections,
  CollectionStore,
  ConsentStore,
  ElectronicId,
  IssuerKeys,
  IssuerUnreachable,
  PublicUrl
} from "@sheaf/ports"
import type {
  AccountHoldingBanks,
  AuditLog,
  Caller,
  Companies,
  CompanyFigureStore,
  ConnectSessionStore,
  Connectors,
  Consents,
  Counters,
  DueProcesses,
  CollectionRequest,
  RecordIds,
  Sealer,
  Step,
  StoreError,
  SigningKeyStore,
  Tokens,
  Users,
  EventStore,
  IdempotencyKeyStore,
  Monitors,
  MonitorStore,
  UserStore
} from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Clock, Context, Deferred, Duration, Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import type { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { setImmediate } from "node:timers/promises"
import {
  CollectionsLive,
  CompaniesLive,
  CompanyFigures,
  ConsentsLive,
  MonitorsLive,
  Processes,
  ProcessRunner,
  Retention,
  SingleUse,
  StartLimits,
  SuccessRates,
  UsersLive,
  WebhookProcess
} from "../../src/index.ts"
import type { CollectionProcess, ConsentProcess } from "../../src/index.ts"
import { temporaryDatabase } from "./TemporaryDatabase.ts"
import * as Company from "./ScriptedCompany.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"

export const caller: Caller = { clientId: "client-one", environment: "test" }
export const stranger: Caller = { clientId: "client-two", environment: "test" }

export type Status = Step["status"]

export const runOnce = <E>(effect: Effect.Effect<unknown, E>): Effect.Effect<void, E> => {
  let isLeft = true
  return Effect.suspend(() => {
    const isDue = isLeft
    isLeft = false
    return isDue ? Effect.asVoid(effect) : Effect.void
  })
}

export const gate = Effect.gen(function* () {
  const reached = yield* Deferred.make<void>()
  const opened = yield* Deferred.make<void>()
  return {
    reached: Deferred.await(reached),
    open: Deferred.succeed(opened, undefined),
    passing: Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(opened))
  }
})

/** Lets pending asynchronous work run without moving the virtual clock. */
export const runPendingWork = (count: number) =>
  Effect.promise(async () => {
    for (let left = count; left >= 0; left--) await setImmediate()
  })

/**
 * Waits until a collection is in this status, without moving the virtual clock. Real work, such as encryption, takes no
 * virtual time.
 */
export const untilStatus = Effect.fnUntraced(function* (collectionId: string, status: Status) {
  const collections = yield* Collections
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const { body } = yield* collections.status(caller, collectionId)
    if (body.status === status) return body
    yield* runPendingWork(1)
  }
  return yield* Effect.die(`${collectionId} never reached ${status}`)
})

export const acceptedId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"

export const acceptWithoutSteps = Effect.fnUntraced(function* (
  order: CollectionRequest,
  { millis = 600_000, ...owner }: { readonly userId?: string; readonly millis?: number } = {}
) {
  const createdAt = yield* Clock.currentTimeMillis
  const isLogin = order._tag === "Login"
  const company = isLogin ? "se-nordhem" : "se-fjallbanken"
  const products: ReadonlyArray<Product> = [isLogin ? "INSURANCE" : "PSD2_AIS"]
  const identity = { ...owner, collectionId: acceptedId, company, createdAt }
  const collection = yield* CollectionSample.make(caller.clientId, identity)
  return yield* (yield* CollectionStore).accept({ ...collection, products, order, deadline: createdAt + millis })
})

export class DueSearch extends Context.Service<DueSearch, { readonly search: Effect.Effect<void, StoreError> }>()(
  "test/DueSearch"
) {}

export const runDueProcesses = Effect.flatMap(DueSearch, ({ search }) => search)

export type TestBody<Given extends ReadonlyArray<unknown>> = (
  ...given: Given
) => Generator<Effect.Effect<unknown, unknown, TestServices | Scope.Scope>, void, never>

const secretOf = (fill: number) => Redacted.make(new Uint8Array(32).fill(fill))
const secret = secretOf(7)
const key: KeyRing.SealingKey = { id: "one", bytes: secret }
const sealing = ({ peppers: [pepper, ...others] = [7] }: WorldOptions) =>
  Sealing.layer({ current: key, all: [key] }, secretOf(pepper), others.map(secretOf))

const clients = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* ClientStore
    yield* store.addClient({ id: caller.clientId, name: "One", environment: "test" })
    yield* store.addClient({ id: stranger.clientId, name: "Two", environment: "test" })
  })
)

export const corruptOrder = (collectionId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE collection SET placed_order = ${new Uint8Array([1, 2, 3])} WHERE id = ${collectionId}`
  )

export class BankCalls extends Context.Service<BankCalls, { readonly pending: number }>()("test/BankCalls") {}

export type TestServices =
  | SqlClient.SqlClient
  | AccountHoldingBanks
  | AuditLog
  | BankCalls
  | ClientStore
  | ConnectSessionStore
  | CollectionProcess.CollectionRunner
  | Collections
  | CollectionStore
  | Companies
  | CompanyFigureStore
  | Connectors
  | ConsentProcess.ConsentRunner
  | Consents
  | DueProcesses
  | DueSearch
  | Counters
  | ConsentStore
  | ElectronicId
  | PublicUrl
  | RecordIds
  | Sealer
  | SecureRandom.SecureRandom
  | SigningKeyStore
  | Tokens
  | Users
  | EventStore
  | IdempotencyKeyStore
  | Monitors
  | MonitorStore
  | UserStore

export interface WorldOptions {
  readonly bank?: ScriptedBank
  readonly electronicId?: ElectronicId["Service"]
  /** An earlier world's database. Default: a new database. */
  readonly file?: string
  /** Each number is the byte that is repeated to form a pepper. */
  readonly peppers?: readonly [number, ...ReadonlyArray<number>]
  readonly retention?: Partial<Retention.Retention>
  readonly startLimits?: Partial<StartLimits.StartLimits>
  readonly figures?: true
  readonly consentStore?: (store: ConsentStore["Service"]) => ConsentStore["Service"]
}

const publication = ({ figures }: WorldOptions) => (figures ? SuccessRates.layerPublished : Layer.empty)
const figuresOf = ({ figures }: WorldOptions) => (figures ? CompanyFigures.layer : Layer.empty)

const noElectronicId: ElectronicId["Service"] = {
  order: () => Effect.die("the electronic ID was asked"),
  collect: () => Effect.die("the electronic ID was asked"),
  cancel: () => Effect.die("the electronic ID was asked")
}

const outside = ({ bank, electronicId = noElectronicId }: WorldOptions) =>
  Layer.mergeAll(
    Company.banks(bank),
    Layer.succeed(BankCalls, bank ?? { pending: 0 }),
    Layer.succeed(ElectronicId, electronicId),
    Layer.succeed(PublicUrl, { base: Effect.succeed("https://sheaf.example") }),
    Layer.succeed(IssuerKeys, { read: () => Effect.fail(new IssuerUnreachable({})) })
  )

const useCases = Layer.mergeAll(
  CollectionsLive.layer,
  CompaniesLive.layer,
  ConsentsLive.layer,
  MonitorsLive.layer,
  UsersLive.layer
)
/** The loop searches every hundred days, because tests let years pass. Processes that are due earlier wait in memory. */
const processes = Layer.effect(
  DueSearch,
  Effect.map(Processes.run<never>({}), (search) => ({ search }))
).pipe(
  Layer.provide(MonitorsLive.layer),
  Layer.provideMerge(Processes.runners),
  Layer.provide(Layer.succeed(WebhookProcess.WebhookRunner, ProcessRunner.idleRunner)),
  Layer.provide(Layer.succeed(Processes.SearchInterval, Duration.toMillis("100 days")))
)
const stores = Layer.mergeAll(
  CollectionStoreSql.layer,
  CompanyFigureStoreSql.layer,
  ServiceSampleStoreSql.layer,
  ClientStoreSql.layer,
  ConnectSessionStoreSql.layer,
  DueProcessesSql.layer,
  EventStoreSql.layer,
  MonitorStoreSql.layer,
  TaskStoreSql.layer,
  RecordIdsSql.layer,
  IdempotencyKeyStoreSql.layer,
  SigningKeyStoreSql.layer,
  UserStoreSql.layer
)
const audit = Layer.provide(AuditLogSql.layer, AuditCryptoLive.layer(secret))
const consentStore = ({ consentStore: replaced = (store) => store }: WorldOptions) =>
  Layer.effect(ConsentStore, Effect.map(ConsentStore, replaced)).pipe(Layer.provide(ConsentStoreSql.layer))

export const layer = (
  scripted: Company.ScriptedCompany,
  surroundings: WorldOptions = {}
): Layer.Layer<TestServices, unknown> =>
  useCases.pipe(
    Layer.provide(publication(surroundings)),
    Layer.provideMerge(TokensLive.layer({})),
    Layer.provideMerge(processes),
    Layer.provide(figuresOf(surroundings)),
    Layer.provideMerge(SingleUse.layer),
    Layer.provideMerge(clients),
    Layer.provideMerge(Layer.mergeAll(audit, stores, consentStore(surroundings))),
    Layer.provideMerge(Layer.merge(ChangeSignalsLocal.layer, CountersLocal.layer)),
    Layer.provideMerge(Layer.mergeAll(Company.connectors(scripted), AnimatedQrLive.layer)),
    Layer.provideMerge(
      Layer.mergeAll(
        sealing(surroundings),
        outside(surroundings),
        Layer.unwrap(
          Effect.map(
            surroundings.file === undefined ? temporaryDatabase : Effect.succeed(surroundings.file),
            Sqlite.layer
          )
        )
      )
    ),
    Layer.provideMerge(Layer.succeed(Retention.Retention, { ...Retention.defaults, ...surroundings.retention })),
    Layer.provideMerge(
      Layer.succeed(StartLimits.StartLimits, { ...StartLimits.defaultStartLimits, ...surroundings.startLimits })
    ),
    Layer.provideMerge(NodeCrypto.layer)
  )

export const noon = Date.parse("2026-11-20T12:00:00Z")

export const test = (name: string, body: TestBody<[Company.ScriptedCompany]>) =>
  it.effect(name, () => {
    const scripted = Company.make()
    const run = Effect.gen(() => body(scripted))
    return Effect.andThen(TestClock.setTime(noon), Effect.provide(run, layer(scripted)))
  })

export const request: StartCollection = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "secret-of-maja" }]
}

export const start = Effect.fnUntraced(function* (asked: StartCollection = request, owner: Caller = caller) {
  return (yield* (yield* Collections).start(owner, asked)).body.id
})

export const statusOf = Effect.fnUntraced(function* (collectionId: string) {
  return (yield* (yield* Collections).status(caller, collectionId)).body
})

export const historyOf = Effect.fnUntraced(function* (collectionId: string) {
  return (yield* (yield* CollectionStore).history(collectionId)).map(({ status }) => status)
})
