/** Collections in each state, for the store's tests. */
import type { Vitest } from "@effect/vitest"
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { LoginRequest, StoredConsentRequest } from "@sheaf/domain/StartCollection"
import type { Question, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { brandStatus } from "@sheaf/domain/testing"
import { Effect, Option, Struct } from "effect"
import type { ClientStore } from "../../auth/ClientStore.ts"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type {
  CollectionChange,
  AnswerChange,
  CollectionListQuery,
  CollectionStatusView,
  NewCollection,
  NewHistoryEntry,
  PendingQuestion,
  StatusInformation,
  CollectionPrecondition,
  StoredDocument
} from "../../collections/CollectionStore.ts"
import type { ConsentStore } from "../../consents/ConsentStore.ts"
import type { UserStore } from "../../users/UserStore.ts"
import { newId, startTime } from "./Fixture.ts"
import type { DueProcesses } from "../../processes/DueProcesses.ts"
import * as Text from "./Text.ts"

export type CollectionTestMethods = Vitest.MethodsNonLive<
  CollectionStore | ClientStore | ConsentStore | DueProcesses | UserStore
>

export type IdentityOverrides = Partial<NewCollection["identity"]>

export { newClient, newUser, startTime } from "./Fixture.ts"

export const deadline = startTime + 600_000

export const loginOrder: LoginRequest = {
  _tag: "Login",
  loginMethod: "USERNAME_AND_PASSWORD",
  login: { type: "USERNAME_PASSWORD", username: "maja", password: "the-password-of-maja" },
  accountOwnerName: "Maja Lind",
  filter: { insuranceTypes: ["vehicleInsurance"] },
  attributes: { SESSION_ID: "session-77", ADVISOR_HANDLE: "advisor-12" }
}

export const storedConsentOrder: StoredConsentRequest = {
  _tag: "StoredConsent",
  consent: { consentId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10", psuIpAddress: "192.0.2.17" },
  attributes: { EXTERNAL_REFERENCE: "case 4711" }
}

export const codeQuestion: Question = { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" }
export const codeAnswer: SupplementInfo = { type: "TWO_FACTOR_CODE", value: "123456" }
export const codeQuestionInformation: StatusInformation = {
  information: {
    TWO_FACTOR_AUTHENTICATION_INSTRUCTION: {
      authenticationInstruction: "Enter the code from the message.",
      responseType: "NUMBER_CODE"
    }
  }
}
export const questionDeadline = startTime + 180_000

export const pendingQuestion: PendingQuestion = {
  inputId: "question-1",
  question: codeQuestion,
  until: questionDeadline
}

export const carInsuranceRecord = {
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

export const pensionRecord = {
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

export const noAnswers = { answers: [], answeredEtags: [], answeredQuestions: [], identified: false } as const

export const make = Effect.fnUntraced(function* (clientId: string, identity: IdentityOverrides = {}) {
  const createdAt = identity.createdAt ?? startTime
  const collection: NewCollection = {
    identity: {
      ...CollectionLifecycle.initialState,
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
    order: loginOrder,
    deadline
  }
  return collection
})

export const listItemOf = ({
  identity,
  products
}: Pick<NewCollection, "identity" | "products">): CollectionStatusView => ({
  ...identity,
  products,
  shown: {}
})

export const acceptCollection = Effect.fnUntraced(function* (clientId: string, identity: IdentityOverrides = {}) {
  const store = yield* CollectionStore
  const collection = yield* make(clientId, identity)
  yield* store.accept(collection)
  return collection
})

export const precondition = (collectionId: string, step: number, revision: number): CollectionPrecondition => ({
  collectionId,
  step,
  revision
})

/** Returns a change to `status`, recorded `revision` seconds after the start time. */
export const changeToStatus = (
  status: CollectionStatus,
  revision: number,
  more: Partial<CollectionChange> = {}
): CollectionChange => ({
  status: brandStatus(status),
  revision,
  at: startTime + revision * 1000,
  statusChangedAt: startTime + revision * 1000,
  shown: {},
  identified: false,
  ...(!isFinal(status) && { session: `session-${revision}` }),
  ...more
})

export const questionChange = changeToStatus("TWO_FACTOR_PENDING", 3, {
  shown: codeQuestionInformation,
  pending: pendingQuestion
})

/** Accepts a collection whose step 2 waits for an answer to {@link question}. Returns its id. */
export const acceptWaitingCollection = Effect.fnUntraced(function* (clientId: string) {
  const store = yield* CollectionStore
  const { collectionId } = (yield* acceptCollection(clientId)).identity
  yield* store.advance(precondition(collectionId, 0, 1), [changeToStatus("LOGIN", 2)])
  yield* store.advance(precondition(collectionId, 1, 2), [questionChange])
  return collectionId
})

export const answerChange = (
  answers: SupplementInfo | ReadonlyArray<SupplementInfo>,
  more: Partial<AnswerChange> = {}
) => {
  const answered: AnswerChange = {
    revision: 4,
    shown: {},
    at: startTime + 10_000,
    answers: [answers].flat(),
    answeredEtags: [],
    answeredQuestions: [],
    ...more
  }
  return answered
}

export const timeoutEntry = (revision: number, at: number): NewHistoryEntry => ({
  status: brandStatus("TWO_FACTOR_PENDING"),
  revision,
  at
})

export const acceptEndedCollection = Effect.fnUntraced(function* (
  clientId: string,
  status: CollectionStatus,
  more: Partial<CollectionChange> = {},
  identity: IdentityOverrides = {}
) {
  const store = yield* CollectionStore
  const { collectionId } = (yield* acceptCollection(clientId, identity)).identity
  yield* store.advance(precondition(collectionId, 0, 1), [changeToStatus(status, 2, more)])
  return collectionId
})

export const makeDocument = (documentId: string, more: Partial<StoredDocument> = {}): StoredDocument => ({
  documentId,
  product: "INSURANCE",
  name: "Terms of 2026",
  contentType: "application/pdf",
  bytes: Text.textBytes("%PDF-1.7 terms"),
  ...more
})

export const recordsOf = <A, E>(records: Effect.Effect<Option.Option<ReadonlyArray<A>>, E>) =>
  Effect.map(
    records,
    Option.getOrElse((): ReadonlyArray<A> => [])
  )

export const abandonCollection = Effect.fnUntraced(function* (collectionId: string, at: number) {
  const store = yield* CollectionStore
  const outline = Option.getOrThrow(yield* store.outline(collectionId))
  return yield* store.abandon(outline, { status: brandStatus("FAILED"), revision: outline.revision + 1, at })
})

export const loadState = (collectionId: string) =>
  Effect.map(
    Effect.flatMap(CollectionStore, (store) => store.loadState(collectionId)),
    (found) => Struct.omit(Option.getOrThrow(found), ["shard"])
  )

export const listCollections = (clientId: string, query: Partial<CollectionListQuery> = {}) =>
  Effect.flatMap(CollectionStore, (store) => store.list({ clientId, latest: false, limit: 100, ...query }))
