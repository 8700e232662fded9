/** The contract as its typed client sees it: what the server sends is what the contract says, headers too. */
import { assert, layer } from "@effect/vitest"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Api20250101, Api20260401 } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import * as Client from "../Client.ts"
import * as Persons from "../Persons.ts"
import { consentScenarios, documentBytes, documentId, ids, insurances, scenarios, seen, wealth } from "../World.ts"

const throughTheInterface = Layer.effect(
  FetchHttpClient.Fetch,
  Effect.map(
    Client.Client,
    ({ fetch }) =>
      (input, init) =>
        fetch(new Request(input instanceof URL ? input.href : input, init))
  )
)

const speaking = (version: ApiVersion, more: Readonly<Record<string, string>> = {}) => ({
  baseUrl: Client.base,
  transformClient: HttpClient.mapRequest(
    HttpClientRequest.setHeaders({ ...Client.usualHeaders, "service-version": version, ...more })
  )
})

const typed = HttpApiClient.make(Api20260401, speaking("2026-04-01"))
const inTheNameOfMaja = HttpApiClient.make(
  Api20260401,
  speaking("2026-04-01", { authorization: `Bearer ${Persons.tokens.maja}` })
)
const typed20250101 = HttpApiClient.make(Api20250101, speaking("2025-01-01"))

const surroundings = FetchHttpClient.layer.pipe(Layer.provideMerge(throughTheInterface), Layer.provide(Client.layer))

layer(surroundings)("The typed client", (it) => {
  it.effect("follows a collection from its start to its data", () =>
    Effect.gen(function* () {
      const { collectedData, collections } = yield* typed
      const started = yield* collections.start({
        payload: {
          company: "se-nordhem",
          loginMethod: "EMAIL",
          parameters: [{ type: "EMAIL", email: "maja@example.com" }]
        }
      })
      assert.strictEqual(started.headers.location, `/collections/${started.body.collectionId}/status`)

      const polled = yield* collections.status({ params: { collectionId: ids.waiting } })
      assert.strictEqual(polled.body.status, "TWO_FACTOR_PENDING")
      assert.strictEqual(polled.headers["retry-after"], "2")
      assert.include(polled.headers.etag, ids.waiting)

      const payload = { type: "TWO_FACTOR_CODE", value: "123456" } as const
      const supplied = yield* collections.supplementInfo({ params: { collectionId: ids.waiting }, payload })
      assert.strictEqual(supplied.body.collectionId, ids.waiting)

      const params = { collectionId: ids.completed }
      assert.deepStrictEqual((yield* collectedData.insuranceData({ params })).body, insurances)
      assert.deepStrictEqual((yield* collectedData.wealthData({ params })).body, wealth)
      const document = yield* collectedData.insuranceDocument({ params: { ...params, documentId } })
      assert.deepStrictEqual(Array.from(document.body), Array.from(documentBytes))
      assert.include(document.headers["content-disposition"], "attachment")
    })
  )

  it.effect("lists with typed filters", () =>
    Effect.gen(function* () {
      const { collections } = yield* typed
      const query = { latest: true, statusIn: ["RUNNING", "LOGIN"], limit: 2 } as const
      const page = yield* collections.list({ query })
      assert.lengthOf(page.body, 2)
      assert.include(page.headers.link, 'rel="next"')
      assert.deepStrictEqual({ ...seen.list }, { ...query, statusIn: [...query.statusIn] })
    })
  )

  it.effect("reads companies and scenarios", () =>
    Effect.gen(function* () {
      const { companies, sandbox } = yield* typed
      const availability = yield* companies.availability({ query: { market: "fr" } })
      assert.deepStrictEqual(
        availability.body.map(({ company }) => company),
        ["fr-lumiere"]
      )
      assert.deepStrictEqual(yield* sandbox.scenarios(), scenarios)
    })
  )

  it.effect("knows users, and what has no answer but its status", () =>
    Effect.gen(function* () {
      const { collections, sandbox, users } = yield* typed
      const { maja } = Persons.persons
      const params = { userId: maja.userId }
      const known = yield* users.create({ payload: { externalId: maja.user.externalId } })
      assert.deepStrictEqual(known.body, maja.user)
      assert.notProperty(known.headers, "location")
      const created = yield* users.create({ payload: { externalId: "somebody new" } })
      assert.containsSubset(created.headers, { location: `/users/${created.body.userId}` })
      assert.deepStrictEqual((yield* users.find({ query: { externalId: maja.user.externalId } })).body, [maja.user])
      assert.strictEqual((yield* users.openSession({ params })).body.userId, maja.userId)
      assert.isUndefined(yield* users.endSessions({ params }))
      assert.isUndefined(yield* users.erase({ params }))
      assert.isUndefined(yield* collections.erase({ params: { collectionId: ids.completed } }))
      const tooEarly = yield* Effect.flip(collections.erase({ params: { collectionId: ids.waiting } }))
      assert.containsSubset(tooEarly, { status: 409, code: "COLLECTION_NOT_ENDED" })
      assert.deepStrictEqual(yield* sandbox.consentScenarios(), consentScenarios)
    })
  )

  it.effect("follows a consent in the name of its user", () =>
    Effect.gen(function* () {
      const { consents } = yield* inTheNameOfMaja
      const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }] as const
      const created = yield* consents.create({ payload: { company: "se-nordhem", parameters } })
      assert.strictEqual(created.headers.location, `/consents/${created.body.consentId}/status`)
      assert.deepStrictEqual(Persons.seen.created, { company: "se-nordhem", parameters })
      const { body, headers } = yield* consents.status({ params: { consentId: "failed" } })
      assert.strictEqual(body.error?.code, "USER_CANCELLED")
      assert.notProperty(headers, "retry-after")
      const revoked = yield* consents.revoke({ params: { consentId: "authorized" } })
      assert.strictEqual(revoked.body.consentId, "authorized")
      const unknown = yield* Effect.flip(consents.read({ params: { consentId: "of-nobody" } }))
      assert.containsSubset(unknown, { status: 404, code: "NOT_FOUND" })
    })
  )

  it.effect("gets problems as typed failures", () =>
    Effect.gen(function* () {
      const { collectedData } = yield* typed
      const tooEarly = yield* Effect.flip(collectedData.wealthData({ params: { collectionId: ids.running } }))
      assert.containsSubset(tooEarly, { status: 409, code: "COLLECTION_NOT_COMPLETED" })
      const unknown = yield* Effect.flip(collectedData.wealthData({ params: { collectionId: ids.unknown } }))
      assert.containsSubset(unknown, { status: 404, code: "NOT_FOUND" })
    })
  )
})

layer(surroundings)("The typed client of 2025-01-01", (it) => {
  const start = {
    company: "se-nordhem",
    loginMethod: "EMAIL",
    parameters: [{ type: "EMAIL", email: "maja@example.com" }]
  } as const

  it.effect("speaks of collections in the terms of the newest version", () =>
    Effect.gen(function* () {
      const { insuranceCollections, wealthCollections } = yield* typed20250101
      const started = yield* wealthCollections.start({ payload: start })
      assert.deepStrictEqual<unknown>(seen.start, { ...start, products: ["WEALTH", "PSD2_AIS"] })
      assert.strictEqual(started.body.status, "RUNNING")
      yield* insuranceCollections.start({ payload: start })
      assert.deepStrictEqual<unknown>(seen.start, { ...start, products: ["INSURANCE"] })

      const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const
      yield* wealthCollections.supplementInfo({ params: { collectionId: ids.waiting }, payload: code })
      assert.deepStrictEqual(seen.input, code)
      const contact = {
        type: "COLLECTION_INPUT",
        inputs: { EMAIL: "maja@example.com", MOBILE_PHONE_NUMBER: "46701740605" }
      } as const
      yield* insuranceCollections.addContactFormInput({ params: { collectionId: ids.contactForm }, payload: contact })
      assert.deepStrictEqual(seen.input, contact)
    })
  )

  it.effect("reads of a collection what the client of 2026-04-01 reads, but for what is not shown", () =>
    Effect.gen(function* () {
      const { insuranceCollections, wealthCollections } = yield* typed20250101
      const { collectedData, collections } = yield* typed
      for (const collectionId of [ids.running, ids.waiting, ids.completed, ids.qr, ids.notApplicableInEstonia]) {
        const params = { collectionId }
        const { body } = yield* collections.status({ params })
        const old = yield* wealthCollections.status({ params })
        const { collectionId: _, createdAt: _at, externalReference: _by, statusChangedAt: _changed, ...shown } = body
        assert.deepStrictEqual<unknown>(old.body, shown)
        assert.deepStrictEqual(old.body, (yield* insuranceCollections.status({ params })).body)
      }
      const params = { collectionId: ids.completed }
      const insurance = yield* insuranceCollections.data({ params })
      assert.deepStrictEqual(insurance.body, (yield* collectedData.insuranceData({ params })).body)
      const document = { params: { ...params, documentId } }
      const file = yield* insuranceCollections.document(document)
      assert.deepStrictEqual(file, yield* collectedData.insuranceDocument(document))
      const found = yield* wealthCollections.data({ params })
      assert.deepStrictEqual<unknown>(found.body.map(withoutOwnership), wealth.map(withoutOwnership))
    })
  )
})

/** 2025-01-01 does not tell whether an account has one owner. */
const withoutOwnership = (record: WealthRecord): WealthRecord => {
  if (!("accountInformation" in record) || record.accountInformation === undefined) return record
  const { hasExclusiveOwnership: _, ...accountInformation } = record.accountInformation
  return { ...record, accountInformation }
}
