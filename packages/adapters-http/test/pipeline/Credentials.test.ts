/** Tests API keys and user tokens in every combination (spec 5). */
import { assert, describe, layer } from "@effect/vitest"
import { ApiKeys, StoreError, Tokens } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Context, Effect, Layer } from "effect"
import * as Client from "../Client.ts"
import { send } from "../Client.ts"
import { consents, tokens } from "../TestUsers.ts"
import * as World from "../World.ts"
import { apiKey, ids, otherApiKey } from "../World.ts"

const ofKey = 'ApiKey realm="sheaf", header="Authorization-token"'
const ofToken = 'Bearer realm="sheaf"'
const otherToken = 'Bearer realm="sheaf", error="invalid_token"'

const bearer = (token: string) => `Bearer ${token}`

const accepted = { status: 200 }
const refused = (code: string, challenge: string) => ({ status: 401, code, challenge })

const missingKey = refused("MISSING_CREDENTIALS", ofKey)
const missingToken = refused("MISSING_CREDENTIALS", ofToken)
const wrongKey = refused("INVALID_API_KEY", ofKey)
const wrongToken = refused("INVALID_TOKEN", otherToken)
const noToken = refused("INVALID_TOKEN", ofToken)
const mismatch = refused("CREDENTIALS_MISMATCH", otherToken)

const ask = Effect.fnUntraced(function* (
  path: string,
  key: string | undefined,
  authorization: string | undefined,
  method = "GET"
) {
  const answer = yield* send(path, { method, headers: { "authorization-token": key, authorization } })
  const challenge = answer.header("www-authenticate")
  return answer.status === 200 ? accepted : { status: answer.status, code: answer.problem.code, challenge }
})

/** Paths that require an API key, and paths that accept a token instead. */
const keyPaths = ["/companies/availability", `/collections/${ids.waiting}/status`, "/collections"]
const consent = `/consents/${consents.waiting.body.consentId}`
const eitherPaths = [consent, `${consent}/status`, "/consents"]

const twoTokens = `${bearer(tokens.maja)}, ${bearer(tokens.nils)}`

layer(Client.layer)("Credentials", (it) => {
  const test = testsOf(it, Client.Client)

  for (const [key, authorization, byKey, byEither] of [
    [apiKey, undefined, accepted, accepted],
    [apiKey, bearer(tokens.maja), accepted, accepted],
    [apiKey, bearer(tokens.other), mismatch, mismatch],
    [otherApiKey, bearer(tokens.maja), mismatch, mismatch],
    [apiKey, bearer("token.of.somebody"), wrongToken, wrongToken],
    [apiKey, "Bearer", wrongToken, wrongToken],
    [apiKey, twoTokens, wrongToken, wrongToken],
    [apiKey, "", noToken, noToken],
    [apiKey, "Basic bWFqYTpzZWNyZXQ=", noToken, noToken],
    [undefined, undefined, missingKey, missingKey],
    ["", undefined, missingKey, missingKey],
    [undefined, bearer(tokens.maja), missingKey, accepted],
    ["", bearer(tokens.maja), missingKey, accepted],
    [undefined, bearer("token.of.somebody"), missingKey, wrongToken],
    [undefined, "Bearer", missingKey, wrongToken],
    [undefined, twoTokens, missingKey, wrongToken],
    ["sheaf_test_x", undefined, wrongKey, wrongKey],
    ["sheaf_test_x", bearer(tokens.maja), wrongKey, wrongKey]
  ] as const) {
    for (const [paths, expected] of [
      [keyPaths, byKey],
      [eitherPaths, byEither]
    ] as const) {
      test.each(paths)(
        `the key ${key} and the token "${authorization}" get ${expected.status} at %s`,
        function* (_, path) {
          assert.deepStrictEqual<object>(yield* ask(path, key, authorization), expected)
        }
      )
    }
  }

  const collection = `/collections/${ids.waiting}`
  test.each([
    ["sheaf-reader", [`${collection}/status`, "/collections", "/companies/availability"]],
    ["sheaf-writer", [`POST ${collection}/supplement-info`, "/sandbox/scenarios"]],
    ["sheaf-consents", ["/consents", consent, `${consent}/status`]],
    ["sheaf-eraser", ["/users?externalId=none"]]
  ] as const)("of the key %s allow its own scope's operations only", function* (_, [key, own]) {
    const authorization = bearer(tokens.maja)
    const operations = [...keyPaths, ...eitherPaths, `POST ${collection}/supplement-info`, ...own]
    for (const operation of new Set(operations)) {
      const [path = "", method = "GET"] = operation.split(" ").toReversed()
      const answer = yield* send(path, { method, headers: { "authorization-token": key, authorization } })
      const isOwn = own.some((each) => each === operation) || path.startsWith("/companies")
      assert.strictEqual(answer.status === 403, !isOwn, `${operation}: ${answer.text}`)
      if (!isOwn) assert.strictEqual(answer.problem.code, "INSUFFICIENT_SCOPE")
    }
  })

  test("with a key that is limited to other networks allow nothing", function* () {
    for (const path of keyPaths) {
      const forbidden = { status: 403, code: "NETWORK_NOT_ALLOWED", challenge: undefined }
      assert.containsSubset(yield* ask(path, "sheaf-elsewhere", undefined), forbidden)
    }
  })

  test("are checked before the response names another version that has the path", function* () {
    const path = "/wealth/collection/x/status"
    assert.deepStrictEqual<object>(yield* ask(path, undefined, undefined), missingKey)
    assert.deepStrictEqual<object>(yield* ask(path, apiKey, bearer(tokens.other)), mismatch)
    assert.containsSubset(yield* ask(path, apiKey, undefined), { code: "NOT_IN_THIS_VERSION" })
  })

  test("of other users, whether of this client or another, get 404 for the consent", function* () {
    for (const token of [tokens.nils, tokens.other]) {
      assert.containsSubset(yield* ask(consent, undefined, bearer(token)), { status: 404, code: "NOT_FOUND" })
    }
  })
})

const gone = Effect.fail(new StoreError({ operation: "find", cause: new Error("gone") }))

const broken = <I, S>(service: Context.Key<I, S>, failing: S) =>
  Client.over(
    Layer.effectContext(Effect.map(Effect.context<World.Ports>(), Context.add(service, failing))).pipe(
      Layer.provide(World.layer)
    )
  )

const brokenTokens = broken(Tokens, { issue: () => gone, verify: () => gone, publicKeys: gone, rotate: gone })
const brokenKeys = broken(ApiKeys, { verify: () => gone, lookup: () => undefined, issue: () => gone })

describe("A token that cannot be verified because of a store failure", () => {
  layer(brokenTokens)((it) => {
    const test = testsOf(it, Client.Client)

    test("is 500", function* () {
      assert.containsSubset(yield* ask("/consents", undefined, bearer(tokens.maja)), { code: "INTERNAL" })
      assert.containsSubset(yield* ask("/collections", apiKey, bearer(tokens.maja)), { code: "INTERNAL" })
      assert.containsSubset(yield* ask("/.well-known/jwks.json", undefined, undefined), { code: "INTERNAL" })
    })

    test("is not verified without the key that the path requires", function* () {
      for (const path of [...keyPaths, "/wealth/collection/x/status"]) {
        assert.deepStrictEqual<object>(yield* ask(path, "sheaf_test_x", bearer(tokens.maja)), wrongKey)
        assert.deepStrictEqual<object>(yield* ask(path, undefined, bearer(tokens.maja)), missingKey)
      }
    })
  })
})

describe("A key that cannot be verified because of a store failure", () => {
  layer(brokenKeys)((it) => {
    const test = testsOf(it, Client.Client)

    test("is 500", function* () {
      assert.containsSubset(yield* ask("/consents", apiKey, bearer(tokens.maja)), { code: "INTERNAL" })
    })

    test("is not verified without the token that the path requires", function* () {
      assert.deepStrictEqual<object>(yield* ask(consent, apiKey, bearer("token.of.somebody"), "DELETE"), wrongToken)
      assert.deepStrictEqual<object>(yield* ask(consent, apiKey, undefined, "DELETE"), missingToken)
    })
  })
})
