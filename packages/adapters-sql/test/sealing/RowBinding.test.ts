/** Tests that Sheaf ignores rows that someone edited by hand. */
import { assert, layer } from "@effect/vitest"
import {
  CertificateStore,
  ClientStore,
  CollectionStore,
  SigningKeyStore,
  WebhookDeliveryStore,
  WebhookEndpointStore
} from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { KeyCheck } from "../../src/index.ts"
import * as Database from "../Database.ts"

const hashOf = (byte: number) => new Uint8Array(32).fill(byte)

const addClient = (id: string) =>
  Effect.flatMap(ClientStore, (clients) => clients.addClient({ id, name: id, environment: "test" }))

const byHand = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

const openAgain = Effect.scoped(Layer.build(Layer.fresh(KeyCheck.layer)))

const limits = { expiresAt: 4_000_000_000_000, scopes: ["consents"], networks: ["192.0.2.0/24", "::1"] } as const

const certificate = {
  serial: "01",
  clientId: "brask",
  environment: "test",
  subjectKeyId: "0a",
  notBefore: 0,
  notAfter: 1,
  issuedAt: 0
} as const

const setUp = Effect.gen(function* () {
  for (const id of ["brask", "lund"]) yield* addClient(id)
  const [clients, certificates] = [yield* ClientStore, yield* CertificateStore]
  yield* clients.addKey("brask", hashOf(1), "plain")
  yield* clients.addKey("brask", hashOf(2), "limited", limits)
  yield* clients.addReturnUrl("brask", "https://brask.example/done")
  yield* clients.addOrigin("brask", "https://brask.example")
  yield* certificates.record(certificate)
})

/** Everything that Sheaf currently accepts: keys with their owners, return URLs, origins, and the certificate. */
const inUse = Effect.gen(function* () {
  const [clients, certificates] = [yield* ClientStore, yield* CertificateStore]
  const keys = yield* Effect.forEach([1, 2], (byte) => clients.findByKey(hashOf(byte)))
  return {
    owners: keys.map((holder) => Option.getOrUndefined(Option.map(holder, ({ id }) => id))),
    urls: [yield* clients.returnUrls("brask"), yield* clients.returnUrls("lund")],
    origins: [yield* clients.origins("brask"), yield* clients.origins("lund")],
    certificate: Option.isSome(yield* certificates.find(certificate.serial))
  }
})

const whole = {
  owners: ["brask", "brask"],
  urls: [["https://brask.example/done"], []],
  origins: [["https://brask.example"], []],
  certificate: true
}

const services = Layer.provideMerge(KeyCheck.layer, Database.stores)

/** Manual edits, each with the edit that undoes it and the rows that remain in use. */
const changes: ReadonlyArray<readonly [change: string, reversal: string, rest: object]> = [
  [
    "UPDATE api_key SET client_id = 'lund' WHERE key_id = 'plain'",
    "UPDATE api_key SET client_id = 'brask'",
    { owners: [undefined, "brask"] }
  ],
  [
    "UPDATE api_key SET scopes = 'users:erase' WHERE key_id = 'limited'",
    "UPDATE api_key SET scopes = 'consents' WHERE key_id = 'limited'",
    { owners: ["brask", undefined] }
  ],
  [
    "UPDATE api_key SET networks = NULL WHERE key_id = 'limited'",
    "UPDATE api_key SET networks = '192.0.2.0/24 ::1' WHERE key_id = 'limited'",
    { owners: ["brask", undefined] }
  ],
  [
    "UPDATE api_key SET expires_at = expires_at + 1 WHERE key_id = 'limited'",
    "UPDATE api_key SET expires_at = expires_at - 1 WHERE key_id = 'limited'",
    { owners: ["brask", undefined] }
  ],
  [
    "UPDATE client_return_url SET client_id = 'lund'",
    "UPDATE client_return_url SET client_id = 'brask'",
    { urls: [[], []] }
  ],
  [
    "UPDATE client_return_url SET return_url = 'https://mallory.example'",
    "UPDATE client_return_url SET return_url = 'https://brask.example/done'",
    { urls: [[], []] }
  ],
  [
    "UPDATE client_origin SET client_id = 'lund'",
    "UPDATE client_origin SET client_id = 'brask'",
    { origins: [[], []] }
  ],
  [
    "UPDATE client_origin SET origin = 'https://mallory.example'",
    "UPDATE client_origin SET origin = 'https://brask.example'",
    { origins: [[], []] }
  ],
  ["UPDATE certificate SET client_id = 'lund'", "UPDATE certificate SET client_id = 'brask'", { certificate: false }],
  [
    "UPDATE certificate SET subject_key_id = '0b'",
    "UPDATE certificate SET subject_key_id = '0a'",
    { certificate: false }
  ]
]

layer(services)("a row that was changed manually", (it) => {
  const test = testsOf(it, Effect.void)

  test("is not used, even after a restart", function* () {
    yield* setUp
    assert.deepStrictEqual(yield* inUse, whole)
    for (const [change, reversal, rest] of changes) {
      yield* byHand(change)
      yield* openAgain
      assert.deepStrictEqual(yield* inUse, { ...whole, ...rest }, change)
      yield* byHand(reversal)
      assert.deepStrictEqual(yield* inUse, whole, reversal)
    }
  })

  test("is reported once, without secrets, and listed", function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(JSON.stringify(message)))
    yield* byHand("UPDATE api_key SET client_id = 'lund', scopes = NULL WHERE key_id = 'limited'")
    const find = Effect.flatMap(ClientStore, (clients) => clients.findByKey(hashOf(2)))
    const poll = Effect.flatMap(CollectionStore, (store) => store.poll({ _tag: "Hash", hash: hashOf(2) }, "any"))
    yield* Effect.all([find, find, poll]).pipe(Effect.provide(Logger.layer([logger])))
    assert.deepStrictEqual(lines, ['["ignored a row that was changed outside of Sheaf"]'])
    const [listed] = yield* (yield* ClientStore).keys("lund")
    assert.isTrue(listed?.isAltered)
    yield* byHand("UPDATE api_key SET client_id = 'brask', scopes = 'consents' WHERE key_id = 'limited'")
  })

  test("cannot revive a revoked key or certificate", function* () {
    assert.isTrue(yield* (yield* ClientStore).revokeKey("plain"))
    assert.isTrue(yield* (yield* CertificateStore).revoke(certificate.serial))
    for (const table of ["api_key", "certificate"]) yield* byHand(`UPDATE ${table} SET revoked_at = NULL`)
    yield* openAgain
    assert.deepStrictEqual(yield* inUse, { ...whole, owners: [undefined, "brask"], certificate: false })
  })

  test("does not open a webhook endpoint", function* () {
    const [endpoints, deliveries] = [yield* WebhookEndpointStore, yield* WebhookDeliveryStore]
    const url = "https://brask.example/hooks"
    const endpoint = { endpointId: "hook", clientId: "brask", version: "2026-04-01", url, createdAt: 0 } as const
    yield* endpoints.add({ ...endpoint, secrets: { current: Redacted.make("whsec_") } }, { batch: 0, seq: 0 })
    const urls = Effect.gen(function* () {
      const [own, other] = [yield* endpoints.list("brask"), yield* endpoints.list("lund")]
      const dispatched = Option.toArray(yield* deliveries.state("hook"))
      return [own.length, other.length, dispatched.length]
    })
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(JSON.stringify(message)))
    assert.deepStrictEqual(yield* urls, [1, 0, 1])
    yield* byHand("UPDATE webhook_endpoint SET client_id = 'lund'")
    const moved = Effect.all([urls, endpoints.find("lund", "hook")]).pipe(Effect.provide(Logger.layer([logger])))
    assert.deepStrictEqual(yield* moved, [[0, 0, 0], Option.none()])
    assert.deepStrictEqual([...new Set(lines)], ['["ignored an unreadable webhook endpoint"]'])
    assert.isTrue(yield* endpoints.remove("lund", "hook"))
  })

  test("does not open a signing key", function* () {
    const keys = yield* SigningKeyStore
    for (const [keyId, after] of [
      ["one", undefined],
      ["two", "one"]
    ] as const) {
      yield* keys.add({ purpose: "TOKEN", keyId, jwk: Redacted.make(keyId), createdAt: 0 }, after)
    }
    yield* byHand("UPDATE signing_key SET jwk = (SELECT jwk FROM signing_key WHERE id = 'one') WHERE id = 'two'")
    assert.strictEqual((yield* Effect.flip(keys.all("TOKEN"))).reason, "UNREADABLE")
  })
})
