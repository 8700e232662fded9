/** Consents in each state, for the store's tests. */
import type { Vitest } from "@effect/vitest"
import * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import { brandStatus } from "@sheaf/domain/testing"
import { Effect, Option, Struct } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { ClientStore } from "../../auth/ClientStore.ts"
import type { DueProcesses } from "../../processes/DueProcesses.ts"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type {
  ConsentChange,
  ConsentListQuery,
  ConsentInstructions,
  ConsentPrecondition,
  ConsentView,
  NewConsent
} from "../../consents/ConsentStore.ts"
import type { BankConsentReference, ConsentProgress } from "../../consents/ConsentProgress.ts"
import type { UserStore } from "../../users/UserStore.ts"
import * as CollectionSample from "./CollectionSample.ts"
import { newClient, newId, newUser, startTime } from "./Fixture.ts"

export type ConsentTestStores = ClientStore | CollectionStore | ConsentStore | DueProcesses | UserStore

export type ConsentTestMethods = Vitest.MethodsNonLive<ConsentTestStores>

export interface ConsentOwner {
  readonly clientId: string
  readonly userId: string
}

export { startTime } from "./Fixture.ts"

export const expiresAt = Date.UTC(2026, 5, 30, 23, 59, 59, 999)

export type ConsentKey = Pick<ConsentView, "clientId" | "consentId">

export const sharedProgress = {
  terms: {
    scope: { type: "PSD2_AIS", accountIds: ["acc-1", "acc-2"], balances: true, transactions: true },
    psuIpAddress: "192.0.2.17",
    psuLocale: "sv-se",
    validUntil: "2026-06-30"
  },
  attempts: 0
} as const

export const identityOf = (personalNumber: string) =>
  ({ loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE", login: { type: "SWEDISH_EID", personalNumber } }) as const

export const electronicIdIdentity = identityOf("198112189876")

export const bankReference: BankConsentReference = { bankConsentId: "bank-1" }

export const initialProgress: NewConsent["progress"] = {
  ...sharedProgress,
  _tag: "Requested",
  authorization: { _tag: "ElectronicId", identity: electronicIdIdentity }
}

export const redirectAuthorization = (state: string) => ({ authorization: { _tag: "Page", state } }) as const

/** A consent whose user is on the bank's page or, if `state` is omitted, has already returned from it. */
export const redirectedProgress = (state?: string): ConsentProgress => ({
  ...sharedProgress,
  _tag: "Redirected",
  bank: bankReference,
  returns: { _tag: "Page", ...(state !== undefined && { state }) }
})

export const authorizedProgress: ConsentProgress = { ...sharedProgress, _tag: "Authorized", bank: bankReference }

export const endedProgress: ConsentProgress = { ...sharedProgress, _tag: "Ended", bank: bankReference }

export const instructions: ConsentInstructions = {
  autoStartToken: "131daac9-16c6-4618-beb0-365768f37288",
  display: [{ _tag: "AnimatedCode", startToken: "start-token", startSecret: "start-secret", startedAt: startTime }]
}

export const newOwner = Effect.fnUntraced(function* (ofClient?: string) {
  const clientId = ofClient ?? (yield* newClient)
  const owner: ConsentOwner = { clientId, userId: yield* newUser(clientId) }
  return owner
})

export const make = Effect.fnUntraced(function* (
  owner: ConsentOwner,
  facts: Partial<NewConsent["view"]> = {},
  more: Partial<NewConsent["progress"]> = {},
  returnTo?: ReturnTarget
) {
  const createdAt = facts.createdAt ?? startTime
  const consent: NewConsent = {
    view: {
      ...ConsentLifecycle.initialState,
      ...owner,
      consentId: yield* newId,
      company: "se-fjallbanken",
      market: "se",
      createdAt,
      statusChangedAt: createdAt,
      expiresAt,
      scope: initialProgress.terms.scope,
      ...facts
    },
    progress: { ...initialProgress, ...more },
    ...(returnTo && { returnTo, loginMethod: "SWEDISH_SECURITY_TOKEN" })
  }
  return consent
})

export const acceptConsent = Effect.fnUntraced(function* (
  owner: ConsentOwner,
  facts: Partial<NewConsent["view"]> = {},
  more: Partial<NewConsent["progress"]> = {},
  returnTo?: ReturnTarget
) {
  const consent = yield* make(owner, facts, more, returnTo)
  yield* (yield* ConsentStore).accept(consent)
  return consent
})

export const precondition = (
  { clientId, consentId }: ConsentKey,
  step: number,
  revision: number
): ConsentPrecondition => ({
  clientId,
  consentId,
  step,
  revision
})

/** Returns a change to `status`, recorded `revision` seconds after the start time. */
export const changeToStatus = (
  status: ConsentStatus,
  revision: number,
  more: Partial<ConsentChange> = {}
): ConsentChange => {
  const at = startTime + revision * 1000
  return {
    status: brandStatus(status),
    revision,
    at,
    statusChangedAt: at,
    expiresAt,
    scope: initialProgress.terms.scope,
    shown: {},
    progress: initialProgress,
    dueAt: at + 2000,
    closed: false,
    ...(status === "REVOKED" && { revokedAt: at }),
    ...(status === "FAILED" && { failure: "USER_CANCELLED" as const }),
    ...more
  }
}

export const acceptClosedConsent = Effect.fnUntraced(function* (
  owner: ConsentOwner,
  more: Partial<ConsentChange> = {}
) {
  const { view } = yield* acceptConsent(owner)
  yield* (yield* ConsentStore).advance(
    precondition(view, 0, 1),
    changeToStatus("REVOKED", 2, { closed: true, ...more })
  )
  return view.consentId
})

export const loadState = Effect.fnUntraced(function* (consentId: string) {
  return Struct.omit(Option.getOrThrow(yield* (yield* ConsentStore).loadState(consentId)), ["shard"])
})

export const viewOf = Effect.fnUntraced(function* ({ clientId, consentId }: ConsentKey) {
  return Option.getOrThrow(yield* (yield* ConsentStore).find(clientId, consentId))
})

export const listConsents = (owner: ConsentOwner, query: Partial<ConsentListQuery> = {}) =>
  Effect.flatMap(ConsentStore, (store) => store.list({ ...owner, latest: false, limit: 100, ...query }))

/** Returns false if the limit on unattended reads has been reached. */
export const acceptUnattendedReading = Effect.fnUntraced(function* (consentId: string, at: number, perDay: number) {
  const collection = yield* CollectionSample.make(yield* newClient)
  const unattended = { consentId, at, rule: { perDay } }
  return (yield* (yield* CollectionStore).accept({ ...collection, unattended })) === "ACCEPTED"
})
