/** Collections in each state, for the store's tests. */
import type { Vitest } from "@effect/vitest"
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Order, StoredConsentOrder } from "@sheaf/domain/StartCollection"
import type { Question, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { decided } from "@sheaf/domain/testing"
import { Effect, Option, Struct } from "effect"
import type { ClientStore } from "../../users/ClientStore.ts"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type {
  Advance,
  Answered,
  CollectionListQuery,
  ListedCollection,
  NewCollection,
  NewHistoryEntry,
  Pending,
  Shown,
  Standing,
  StoredDocument
} from "../../collections/CollectionStore.ts"
import type { ConsentStore } from "../../consents/ConsentStore.ts"
import type { UserStore } from "../../users/UserStore.ts"
import { newId, start } from "./Fixture.ts"
import type { DueProcesses } from "../../processes/DueProcesses.ts"
import * as Text from "./Text.ts"

export type Suite = Vitest.MethodsNonLive<CollectionStore | ClientStore | ConsentStore | DueProcesses | UserStore>

/** The facts about a collection that a test can set. */
export type Facts = Partial<NewCollection["identity"]>

export { newClient, newUser, start } from "./Fixture.ts"

export const deadline = start + 600_000

export const order: Order = {
  _tag: "Login",
  loginMethod: "USERNAME_AND_PASSWORD",
  login: { type: "USERNAME_PASSWORD", username: "maja", password: "the-password-of-maja" },
  accountOwnerName: "Maja Lind",
  filter: { insuranceTypes: ["vehicleInsurance"] },
  attributes: { SESSION_ID: "session-77", ADVISOR_HANDLE: "advisor-12" }
}

export const storedConsentOrder: StoredConsentOrder = {
  _tag: "StoredConsent",
  consent: { consentId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10", psuIpAddress: "192.0.2.17" },
  attributes: { EXTERNAL_REFERENCE: "case 4711" }
}

export const question: Question = { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" }
export const code: SupplementInfo = { type: "TWO_FACTOR_CODE", value: "123456" }
export const shownQuestion: Shown = {
  information: {
    TWO_FACTOR_AUTHENTICATION_INSTRUCTION: {
      authenticationInstruction: "Enter the code from the message.",
      responseType: "NUMBER_CODE"
    }
  }
}
/** The time at which the question times out. */
export const until = start + 180_000

/** The open question of a {@link waiting} collection. */
export const pending: Pending = { inputId: "question-1", question, until }

export const car = {
  id: "4c1f5e0a-7f0f-4a52-9d38-64a1b9d1a7c3",
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "se",
    insuranceCompany: "Nordhem Försäkring",
    insuranceNumber: "NH-77120",
    holder: { name: "Maja Lind" },
    registrationNo: "ABC12D"
  }
} as const satisfies InsuranceRecord

export const pension = {
  type: "OCCUPATIONAL_PENSION",
  id: "0b9f6a54-6c4b-4f57-8a0e-2f4b5f1c7d11",
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  productNumber: "TP-104-77",
  financialInformation: { currentValue: { amount: 512_300, currency: "SEK" } },
  fees: { personalized: { variable: 0.0065 } },
  insuredPersonName: "Maja Lind",
  otherInsuredPerson: false
} as const satisfies WealthRecord

/** The members of {@link Work} before the first answer. */
export const unanswered = { answers: [], answeredEtags: [], answeredQuestions: [], identified: false } as const

/** Returns a new collection without storing it. */
export const make = Effect.fnUntraced(function* (clientId: string, identity: Facts = {}) {
  const createdAt = identity.createdAt ?? start
  const collection: NewCollection = {
    identity: {
      ...CollectionLifecycle.begin,
      collectionId: yield* newId,
      clientId,
      company: "se-nordhem",
      market: "se",
      loginMethod: "USERNAME_AND_PASSWORD",
      createdAt,
      statusChangedAt: createdAt,
      ...identity
    },
    products: ["INSURANCE", "WEALTH"],
    order,
    deadline
  }
  return collection
})

/** Returns a collection's entry in a list. */
export const listed = ({ identity, products }: Pick<NewCollection, "identity" | "products">): ListedCollection => ({
  ...identity,
  products
})

/** Accepts a collection. */
export const accepted = Effect.fnUntraced(function* (clientId: string, identity: Facts = {}) {
  const store = yield* CollectionStore
  const collection = yield* make(clientId, identity)
  yield* store.accept(collection)
  return collection
})

export const found = (collectionId: string, step: number, revision: number): Standing => ({
  collectionId,
  step,
  revision
})

/** Returns a step to `status` that happens `revision` seconds after the start. */
export const stepTo = (status: CollectionStatus, revision: number, more: Partial<Advance> = {}): Advance => ({
  status: decided(status),
  revision,
  at: start + revision * 1000,
  statusChangedAt: start + revision * 1000,
  shown: {},
  identified: false,
  ...(!isFinal(status) && { session: `session-${revision}` }),
  ...more
})

export const asking = stepTo("TWO_FACTOR_PENDING", 3, { shown: shownQuestion, pending })

/** Accepts a collection that waits for an answer to {@link question} before step 2. Returns its id. */
export const waiting = Effect.fnUntraced(function* (clientId: string) {
  const store = yield* CollectionStore
  const { collectionId } = (yield* accepted(clientId)).identity
  yield* store.advance(found(collectionId, 0, 1), [stepTo("LOGIN", 2)])
  yield* store.advance(found(collectionId, 1, 2), [asking])
  return collectionId
})

/** Returns the changes that an answer makes to a {@link waiting} collection. */
export const answeredWith = (answers: SupplementInfo | ReadonlyArray<SupplementInfo>, more: Partial<Answered> = {}) => {
  const answered: Answered = {
    revision: 4,
    shown: {},
    at: start + 10_000,
    answers: [answers].flat(),
    answeredEtags: [],
    answeredQuestions: [],
    ...more
  }
  return answered
}

/** Returns the history entry for a timeout of {@link question}. */
export const timedOut = (revision: number, at: number): NewHistoryEntry => ({
  status: decided("TWO_FACTOR_PENDING"),
  revision,
  at
})

/** Accepts a collection that ends in its first step. Returns its id. */
export const ended = Effect.fnUntraced(function* (
  clientId: string,
  status: CollectionStatus,
  more: Partial<Advance> = {},
  identity: Facts = {}
) {
  const store = yield* CollectionStore
  const { collectionId } = (yield* accepted(clientId, identity)).identity
  yield* store.advance(found(collectionId, 0, 1), [stepTo(status, 2, more)])
  return collectionId
})

export const document = (documentId: string, more: Partial<StoredDocument> = {}): StoredDocument => ({
  documentId,
  product: "INSURANCE",
  name: "Terms of 2026",
  contentType: "application/pdf",
  bytes: Text.bytes("%PDF-1.7 terms"),
  ...more
})

/** Returns stored records, or an empty list if none are stored. */
export const recordsOf = <A, E>(records: Effect.Effect<Option.Option<ReadonlyArray<A>>, E>) =>
  Effect.map(
    records,
    Option.getOrElse((): ReadonlyArray<A> => [])
  )

/** Abandons a collection in its current state. */
export const abandoned = Effect.fnUntraced(function* (collectionId: string, at: number) {
  const store = yield* CollectionStore
  const outline = Option.getOrThrow(yield* store.outline(collectionId))
  return yield* store.abandon(outline, { status: decided("FAILED"), revision: outline.revision + 1, at })
})

/** Returns the input of a collection's next step. */
export const workOf = (collectionId: string) =>
  Effect.map(
    Effect.flatMap(CollectionStore, (store) => store.work(collectionId)),
    (found) => Struct.omit(Option.getOrThrow(found), ["shard"])
  )

/** Lists a client's collections. */
export const list = (clientId: string, query: Partial<CollectionListQuery> = {}) =>
  Effect.flatMap(CollectionStore, (store) => store.list({ clientId, latest: false, limit: 100, ...query }))
