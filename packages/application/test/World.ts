/**
 * The use cases over a real database and the in-memory engine, so that time is virtual; companies are scripts written in
 * the test.
 */
import { NodeCrypto, NodeFileSystem } from "@effect/platform-node"
import { AnimatedQrLive, Sealing } from "@sheaf/adapters-security"
import type { KeyRing } from "@sheaf/adapters-security"
import { ClientStoreSql, CollectionStoreSql, Sqlite } from "@sheaf/adapters-sql"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { ClientStore, Collections, ConnectorError, Connectors, WorkflowJournal } from "@sheaf/ports"
import type {
  Caller,
  Collected,
  Connector,
  IdempotencyKey,
  Signal,
  Step,
  CollectionStore,
  Companies
} from "@sheaf/ports"
import { Effect, FileSystem, Layer, Option, Redacted } from "effect"
import type { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { WorkflowEngine } from "effect/workflow"
import { CollectionEngine, CollectionsLive, CollectionWorkflow, CompaniesLive } from "../src/index.ts"

export const caller: Caller = { clientId: "client-one", environment: "test" }
export const stranger: Caller = { clientId: "client-two", environment: "test" }

/** What a scripted company does at each step; `signal` and `key` are what the service came with. */
export type Script = (
  step: number,
  signal: Signal | undefined,
  key: IdempotencyKey
) => Effect.Effect<Step, ConnectorError>

/** The session of a scripted company is the number of its next step. */
const scripted = (script: Script, cancelled: Array<string>): Connector => ({
  begin: (_, key) => script(0, undefined, key),
  resume: (session, signal, key) => script(Number(session), signal, key),
  cancel: (session) =>
    Effect.suspend(() => {
      cancelled.push(session)
      return Effect.die(new Error("boom"))
    }),
  document: (_, documentId) => {
    if (documentId === "missing") return Effect.fail(new ConnectorError({ reason: "COMPANY_ERROR" }))
    if (documentId === "broken") return Effect.die(new Error("boom"))
    return Effect.succeed({ contentType: "application/pdf", bytes: new TextEncoder().encode(`%PDF-${documentId}`) })
  }
})

export const nothing: Collected = { insurance: [], wealth: [], missing: [] }

type Status = Step["status"]

/** A script of one step after the other, whatever the service comes with. */
export const steps =
  (...all: ReadonlyArray<(next: string) => Step>): Script =>
  (step) => {
    const make = all[step]
    return make === undefined
      ? Effect.fail(new ConnectorError({ reason: "BROKEN" }))
      : Effect.succeed(make(String(step + 1)))
  }

export const poll =
  (status: Status, afterMillis = 0) =>
  (session: string): Step => ({ _tag: "Poll", status, session, afterMillis })

export const askForCode = (session: string): Step => ({
  _tag: "Ask",
  status: "TWO_FACTOR_PENDING",
  session,
  information: {
    TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction: "Enter the code.", responseType: "NUMBER_CODE" }
  },
  question: { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" }
})

export const end =
  (status: Status, collected?: Collected) =>
  (session: string): Step => ({ _tag: "End", status, session, ...(collected && { collected }) })

/** Fails the first `times` times that it is asked, and then does what `script` says. */
export const failing = (times: number, error: ConnectorError, script: Script): Script => {
  let left = times
  return (step, signal, key) => (left-- > 0 ? Effect.fail(error) : script(step, signal, key))
}

/** Lets real work happen, with the clock standing still. */
export const turns = (count: number) =>
  Effect.repeat(
    Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
    { times: count }
  )

/**
 * Waits until a collection is in a status. Real work (encryption, the database) happens between virtual moments, so this
 * waits for the row and leaves the clock alone.
 */
export const until = Effect.fnUntraced(function* (collectionId: string, status: Status) {
  const collections = yield* Collections
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const { body } = yield* collections.status(caller, collectionId)
    if (body.status === status) return body
    yield* turns(1)
  }
  return yield* Effect.die(`${collectionId} never came to ${status}`)
})

const loginMethods: ReadonlyArray<LoginMethod> = ["USERNAME_AND_PASSWORD", "EMAIL", "SWEDISH_MOBILE_EID_SAME_DEVICE"]

const connectors = (script: Script, cancelled: Array<string>) => {
  const nordhem = company(script, cancelled)
  return Layer.succeed(Connectors, {
    all: Effect.succeed([nordhem]),
    find: (id) => Effect.succeed(id === "se-nordhem" ? Option.some(nordhem) : Option.none())
  })
}

const company = (script: Script, cancelled: Array<string>) => ({
  availability: {
    company: "se-nordhem",
    companyDisplayName: "Nordhem",
    market: "se" as const,
    functional: true,
    status: "OPERATIONAL" as const,
    loginMethods,
    products: ["INSURANCE", "WEALTH"] as const,
    updatedAt: "2026-01-01T00:00:00.000Z"
  },
  supported: { company: "se-nordhem", companyDisplayName: "Nordhem", market: "se" as const, insurance: [], wealth: [] },
  connector: scripted(script, cancelled)
})

/** Whatever the engine keeps in memory is gone with the test. */
const journal = Layer.succeed(WorkflowJournal, { forget: () => Effect.void })

const secret = Redacted.make(new Uint8Array(32).fill(7))
const key: KeyRing.SealingKey = { id: "one", bytes: secret }
const sealing = Sealing.layer({ current: key, all: [key] }, secret)

const clients = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* ClientStore
    yield* store.addClient({ id: caller.clientId, name: "One", environment: "test" })
    yield* store.addClient({ id: stranger.clientId, name: "Two", environment: "test" })
  })
)

const database = Effect.gen(function* () {
  const fileSystem = yield* FileSystem.FileSystem
  return Sqlite.layer(`${yield* fileSystem.makeTempDirectoryScoped()}/sheaf.db`)
})

/** Changes what a collection holds, so that it opens with no key. */
export const damage = (collectionId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE collection SET placed_order = ${new Uint8Array([1, 2, 3])} WHERE id = ${collectionId}`
  )

/** What a test can use. */
type Provided =
  | SqlClient.SqlClient
  | CollectionEngine.CollectionEngine
  | Collections
  | CollectionStore
  | Companies
  | Connectors
  | SecureRandom.SecureRandom

/** Everything but the companies, which follow `script`. `cancelled` gets the sessions that they are told to cancel. */
export const layer = (script: Script, cancelled: Array<string> = []): Layer.Layer<Provided, unknown> =>
  Layer.mergeAll(CollectionsLive.layer, CompaniesLive.layer).pipe(
    Layer.provideMerge(CollectionEngine.layer),
    Layer.provideMerge(CollectionWorkflow.layer),
    Layer.provideMerge(clients),
    Layer.provideMerge(Layer.mergeAll(CollectionStoreSql.layer, ClientStoreSql.layer)),
    Layer.provideMerge(
      Layer.mergeAll(connectors(script, cancelled), journal, WorkflowEngine.layerMemory, AnimatedQrLive.layer)
    ),
    Layer.provideMerge(Layer.mergeAll(sealing, Layer.unwrap(database))),
    Layer.provideMerge(NodeCrypto.layer),
    Layer.provide(NodeFileSystem.layer)
  )

export const request: StartCollection = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "secret-of-maja" }]
}
