/** Consents for the suite of the store, at each point of their life. Every test has its own client, user and consents. */
import type { Vitest } from "@effect/vitest"
import * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { Effect, Option } from "effect"
import { ClientStore } from "../../users/ApiKeys.ts"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type {
  ConsentChange,
  ConsentProgress,
  ConsentShown,
  ConsentStanding,
  ConsentView,
  NewConsent
} from "../../consents/ConsentStore.ts"
import { UserStore } from "../../users/UserStore.ts"
import { newId } from "../Fixture.ts"

/** What the suite needs beside the store that it checks. */
export type Stores = ConsentStore | UserStore | ClientStore

/** What the parts of the suite register their tests with. */
export type Suite = Vitest.MethodsNonLive<Stores>

/** Whose consents a test makes. */
export interface Owner {
  readonly clientId: string
  readonly userId: string
}

/** When consents are created unless a test says otherwise; milliseconds since 1970, as all times here. */
export const start = Date.UTC(2026, 3, 1, 9, 30)
export const expiresAt = Date.UTC(2026, 5, 30, 23, 59, 59, 999)

export const progress: ConsentProgress = {
  terms: {
    scope: { type: "PSD2_AIS", accountIds: ["acc-1", "acc-2"], balances: true, transactions: true },
    psuIpAddress: "192.0.2.17",
    psuLocale: "sv-se",
    validUntil: "2026-06-30"
  },
  identity: { loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE", personalNumber: "198112189876" },
  attempts: 0
}

/** What a consent shows while the person is to authorise. */
export const instructions: ConsentShown = {
  autoStartToken: "131daac9-16c6-4618-beb0-365768f37288",
  animatedQr: { startToken: "start-token", startSecret: "start-secret", startedAt: start }
}

const newClient = Effect.gen(function* () {
  const clientId = `client-${yield* newId}`
  yield* (yield* ClientStore).addClient({ id: clientId, name: "A client", environment: "test" })
  return clientId
})

/** A new user of a client, who is a new one too unless given. */
export const newOwner = Effect.fnUntraced(function* (ofClient?: string) {
  const clientId = ofClient ?? (yield* newClient)
  const userId = yield* newId
  yield* (yield* UserStore).create({ userId, clientId, externalId: `person-${userId}`, createdAt: start })
  const owner: Owner = { clientId, userId }
  return owner
})

/** A consent that nobody has accepted yet. */
export const make = Effect.fnUntraced(function* (
  owner: Owner,
  head: Partial<NewConsent["view"]> = {},
  more: Partial<ConsentProgress> = {}
) {
  const createdAt = head.createdAt ?? start
  const consent: NewConsent = {
    view: {
      ...ConsentLifecycle.begin,
      ...owner,
      consentId: yield* newId,
      company: "se-fjallbanken",
      market: "se",
      createdAt,
      statusChangedAt: createdAt,
      expiresAt,
      scope: progress.terms.scope,
      ...head
    },
    progress: { ...progress, ...more }
  }
  return consent
})

/** A consent that was accepted, of which no step was recorded. */
export const accepted = Effect.fnUntraced(function* (
  owner: Owner,
  head: Partial<NewConsent["view"]> = {},
  more: Partial<ConsentProgress> = {}
) {
  const consent = yield* make(owner, head, more)
  yield* (yield* ConsentStore).accept(consent)
  return consent
})

/** A consent as somebody found it. */
export const found = (
  { clientId, consentId }: Pick<ConsentView, "clientId" | "consentId">,
  step: number,
  revision: number
): ConsentStanding => ({ clientId, consentId, step, revision })

/** A change that leads to `status`, one second after the start for each revision. */
export const changeTo = (status: ConsentStatus, revision: number, more: Partial<ConsentChange> = {}): ConsentChange => {
  const at = start + revision * 1000
  return {
    status,
    revision,
    at,
    statusChangedAt: at,
    expiresAt,
    scope: progress.terms.scope,
    shown: {},
    progress,
    dueAt: at + 2000,
    closed: false,
    ...(status === "REVOKED" && { revokedAt: at }),
    ...(status === "FAILED" && { failure: "USER_CANCELLED" as const }),
    ...more
  }
}

/** A consent that ended at its first step, and of which nothing is left to be done. */
export const closed = Effect.fnUntraced(function* (
  owner: Owner,
  more: Partial<ConsentChange> = {},
  head: Partial<NewConsent["view"]> = {}
) {
  const { view } = yield* accepted(owner, head)
  yield* (yield* ConsentStore).advance(found(view, 0, 1), changeTo("REVOKED", 2, { closed: true, ...more }))
  return view.consentId
})

/** All that the next step of a consent needs; the test fails when there is no next step. */
export const workOf = Effect.fnUntraced(function* (consentId: string) {
  return Option.getOrThrow(yield* (yield* ConsentStore).work(consentId))
})
