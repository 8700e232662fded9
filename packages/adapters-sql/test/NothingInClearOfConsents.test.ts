/**
 * Tests that the database files contain no personal data or secrets of users, consents and signing keys in plain text.
 */
import { assert, layer } from "@effect/vitest"
import { CollectionSample, ConsentSample as Sample, testsOf } from "@sheaf/ports/testing"
import { ApiKeys, ClientStore, CollectionStore, ConsentStore, SigningKeyStore, UserStore } from "@sheaf/ports"
import type { ConsentProgress } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "./Database.ts"
import * as RawFiles from "./RawFiles.ts"

/** One string for each kind of personal data or secret. None is part of another or of public data. */
const secrets = {
  externalId: "maja-åsa.lind@hemlig.example",
  account: "account-5561-4402-77",
  granted: "account-granted-9981",
  personalNumber: "198112189876",
  address: "203.0.113.77",
  bankConsentId: "bank-consent-7d1c2f",
  orderRef: "order-ref-131daac9",
  deviceAddress: "192.0.2.99",
  signature: "c2lnbmF0dXJlLW9mLW1hamE=",
  returnState: "return-state-8f14e45f",
  returnUrl: "https://app.example/banks/done-9912",
  clientState: "state-of-the-client-6f1c",
  redirectUrl: "https://bank.example/authorise/77-31",
  autostart: "autostart-16c6-4618",
  startToken: "67df3917-fa0d-44e5-b327",
  startSecret: "d28db9a7-4cde-429e-a983",
  privateKey: "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"
}

const now = Sample.startTime
const clientId = "client-one"
const userId = "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"
const consentId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"
const collectionId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d11"

const scope = { type: "PSD2_AIS", accountIds: [secrets.account], balances: true, transactions: true } as const
const granted = { ...scope, accountIds: [secrets.granted] } as const

const shared = {
  terms: { scope, psuIpAddress: secrets.address, psuLocale: "sv-se", validUntil: "2026-06-30" },
  attempts: 0
} as const
const bank = { bankConsentId: secrets.bankConsentId }
const returns = { _tag: "Client", state: secrets.returnState, codeHash: "hash" } as const
const progress: ConsentProgress = { ...shared, _tag: "Redirected", bank, returns }
const ordered: ConsentProgress = {
  ...shared,
  _tag: "Ordered",
  bank,
  identity: {
    loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
    login: { type: "SWEDISH_EID", personalNumber: secrets.personalNumber, endUserIp: secrets.deviceAddress }
  },
  proof: { signature: secrets.signature },
  orderRef: secrets.orderRef
}

const change = Sample.changeToStatus("AWAITING_AUTHORIZATION", 2, {
  scope,
  progress,
  shown: {
    redirectUrl: secrets.redirectUrl,
    autoStartToken: secrets.autostart,
    display: [
      { _tag: "AnimatedCode", startToken: secrets.startToken, startSecret: secrets.startSecret, startedAt: now }
    ]
  }
})

const found = (step: number) => Sample.precondition({ clientId, consentId }, step, step + 1)

const create = Effect.gen(function* () {
  yield* (yield* ClientStore).addClient({ id: clientId, name: "One", environment: "test" })
  yield* (yield* UserStore).create({ userId, clientId, externalId: secrets.externalId, createdAt: now })
  const jwk = Redacted.make(JSON.stringify({ kty: "EC", crv: "P-256", d: secrets.privateKey }))
  yield* (yield* SigningKeyStore).add({ purpose: "TOKEN", keyId: "signing-1", jwk, createdAt: now }, undefined)
})

const accept = Effect.gen(function* () {
  const returnTo = { returnUrl: secrets.returnUrl, state: secrets.clientState }
  yield* Sample.acceptConsent(
    { clientId, userId },
    { consentId, scope },
    { ...shared, authorization: returns },
    returnTo
  )
  const store = yield* CollectionStore
  const order = {
    _tag: "StoredConsent",
    consent: { consentId, psuIpAddress: secrets.address },
    attributes: {}
  } as const
  const collection = yield* CollectionSample.make(clientId, { collectionId, userId })
  yield* store.accept({ ...collection, products: ["PSD2_AIS"], order })
})

const instruct = Effect.gen(function* () {
  const store = yield* ConsentStore
  assert.isTrue(yield* store.advance(found(0), change))
  assert.isTrue(Option.isSome(yield* store.takeReturn(secrets.returnState)))
  assert.lengthOf(yield* store.list({ clientId, userId, latest: false, limit: 10 }), 1)
})

const order = Effect.gen(function* () {
  const store = yield* ConsentStore
  const change = Sample.changeToStatus("AWAITING_AUTHORIZATION", 3, { scope, progress: ordered })
  assert.isTrue(yield* store.advance(found(1), change))
})

const authorize = Effect.gen(function* () {
  const store = yield* ConsentStore
  const progress: ConsentProgress = { ...shared, _tag: "Authorized", bank }
  const authorized = Sample.changeToStatus("AUTHORIZED", 4, { progress, scope: granted })
  assert.isTrue(yield* store.advance(found(2), authorized))
  assert.isTrue(yield* Sample.acceptUnattendedReading(consentId, Date.parse("2026-04-01"), 4))
})

const close = Effect.gen(function* () {
  const store = yield* ConsentStore
  const closed = Sample.changeToStatus("REVOKED", 5, { shown: change.shown, progress, scope: granted, closed: true })
  assert.isTrue(yield* store.advance(found(3), closed))
})

const erase = Effect.gen(function* () {
  assert.isTrue(yield* (yield* UserStore).erase(clientId, userId, now))
  assert.isTrue(yield* (yield* ConsentStore).eraseOfUser(clientId, userId))
})

const expectNothing = RawFiles.expectNone(secrets, [clientId, userId, "signing-1"])

const filled = (row: Record<string, unknown> | undefined) =>
  Object.entries(row ?? {})
    .filter(([, value]) => value !== null)
    .map(([name]) => name)

const sealedOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Record<string, unknown>>`SELECT scope, shown, progress, return_to, return_index FROM consent`
  return filled(row)
})

layer(Database.stores)("the files of the database", (it) => {
  const test = testsOf(it, SqlClient.SqlClient)

  test("contain no plain text of users and consents, and only the sealed columns that each stage needs", function* () {
    const stages = [
      { stage: create, sealed: [] },
      { stage: accept, sealed: ["scope", "progress", "return_to", "return_index"] },
      { stage: instruct, sealed: ["scope", "shown", "progress", "return_to", "return_index"] },
      { stage: order, sealed: ["scope", "progress"] },
      { stage: authorize, sealed: ["scope", "progress"] },
      { stage: close, sealed: ["scope"] },
      { stage: erase, sealed: [] }
    ]
    for (const { sealed, stage } of stages) {
      yield* stage
      yield* expectNothing
      assert.deepStrictEqual(yield* sealedOf, sealed)
    }
  })

  test("contain only the id of an API key", function* () {
    const issue = Effect.flatMap(ApiKeys, (keys) => keys.issue(clientId))
    const text = Redacted.value(yield* Effect.provide(issue, Database.apiKeys))
    const bytes = yield* RawFiles.read
    const [, , keyId = "", secret = ""] = text.split("_")
    assert.isTrue(RawFiles.holds(bytes, keyId))
    for (const part of [text, secret]) assert.isFalse(RawFiles.holds(bytes, part))
  })
})
