/** Tests fetching the published keys of token issuers over real HTTP (spec 5, 16). */
import { assert, describe, it } from "@effect/vitest"
import { IssuerKeysHttp } from "@sheaf/adapters-http"
import { IssuerKeys } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Context, Effect, Layer } from "effect"
import type { IncomingMessage } from "node:http"
import { inspect } from "node:util"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"
import * as TestServer from "../../src/testing/TestServer.ts"

const issuer = "https://id.brask.example/"
const path = "/tenants/1/jwks.json"
const document = { keys: [{ kty: "EC", kid: "one" }] }

const keysAt = (jwksUrl: string, more: Partial<IssuerKeysHttp.IssuerKeySource> = {}) =>
  Effect.map(
    Layer.build(
      IssuerKeysHttp.layer([{ issuer, jwksUrl, allowPrivateAddresses: true, timeoutMillis: 10_000, ...more }])
    ),
    (context) => Context.get(context, IssuerKeys)
  )

const publishing = Effect.fnUntraced(function* (answer: ScriptedResponses.ScriptedResponse, timeoutMillis?: number) {
  const received: Array<Pick<IncomingMessage, "headers" | "method" | "url">> = []
  const server = yield* TestServer.make(({ headers, method, url }, response) => {
    received.push({ headers, method, url })
    answer(response)
  })
  const keys = yield* keysAt(server.origin + path, timeoutMillis === undefined ? {} : { timeoutMillis })
  return { keys, received, server }
})

const text = JSON.stringify(document)

const live = testsOf({ effect: it.live }, Effect.void)
const test = testsOf(it, Effect.void)

describe("The keys of an issuer", () => {
  test("are read without TLS only from this machine and only if private addresses are allowed", function* () {
    const refused = "must use https: only this machine can be called over http"
    for (const host of ["127.0.0.1", "[::1]"]) {
      yield* keysAt(`http://${host}${path}`)
      const error = yield* Effect.flip(keysAt(`http://${host}${path}`, { allowPrivateAddresses: false }))
      assert.strictEqual(error.message, refused)
    }
    assert.strictEqual((yield* Effect.flip(keysAt(`http://10.0.0.1${path}`))).message, refused)
  })

  live("are read as JSON from the configured address", function* () {
    const { keys, received } = yield* publishing(ScriptedResponses.completeResponse(200, text))
    assert.deepStrictEqual<unknown>(yield* keys.read(issuer), document)
    const [request] = received
    assert.strictEqual(`${request?.method} ${request?.url}`, `GET ${path}`)
    assert.strictEqual(request?.headers.accept, "application/jwk-set+json, application/json")
    assert.notProperty(request?.headers, "authorization")
  })

  live("are read on every call, without a cache", function* () {
    const { keys, received } = yield* publishing(
      ScriptedResponses.completeResponse(200, text, { "cache-control": "max-age=3600" })
    )
    yield* keys.read(issuer)
    yield* keys.read(issuer)
    assert.lengthOf(received, 2)
  })

  live.each(["application/jwk-set+json", "application/json; charset=utf-8", "text/plain"])(
    "can have the media type %s",
    function* (_, contentType) {
      const { keys } = yield* publishing(ScriptedResponses.completeResponse(200, text, { "content-type": contentType }))
      assert.deepStrictEqual<unknown>(yield* keys.read(issuer), document)
    }
  )

  live("are passed on unchanged, up to 64 KiB", function* () {
    const whole = JSON.stringify("x".repeat(64 * 1024 - 2))
    const { keys } = yield* publishing(ScriptedResponses.completeResponse(200, whole))
    assert.strictEqual(JSON.stringify(yield* keys.read(issuer)), whole)
    const beyond = yield* publishing(ScriptedResponses.completeResponse(200, `${whole} `))
    yield* Effect.flip(beyond.keys.read(issuer))
  })

  live.each<[what: string, answer: ScriptedResponses.ScriptedResponse, shown: RegExp, timeoutMillis?: number]>([
    ["does not respond", ScriptedResponses.silence, /TIMEOUT/, 200],
    ["sends a page", ScriptedResponses.completeResponse(200, "<html>"), /MALFORMED/],
    ["returns 500", ScriptedResponses.completeResponse(500, text), /\b500\b/]
  ])(
    "are unreachable if the server %s, and the error contains neither path nor response",
    function* (_, [, answer, shown, timeoutMillis]) {
      const { keys, received } = yield* publishing(answer, timeoutMillis)
      const error = yield* Effect.flip(keys.read(issuer))
      assert.strictEqual(error._tag, "IssuerUnreachable")
      const told = inspect(error, { depth: 10 })
      assert.match(told, shown)
      for (const hidden of [path, "html", "kty"]) assert.notInclude(told, hidden)
      assert.lengthOf(received, 1, "no retries here")
    }
  )

  live("exist only for configured issuers", function* () {
    const { keys, received } = yield* publishing(ScriptedResponses.completeResponse(200, text))
    yield* Effect.flip(keys.read("https://id.brask.example"))
    assert.isEmpty(received)
  })

  live("are separate for each issuer", function* () {
    const one = yield* TestServer.make((_, response) => ScriptedResponses.completeResponse(200, '"one"')(response))
    const other = yield* TestServer.make((_, response) => ScriptedResponses.completeResponse(200, '"other"')(response))
    const target = { allowPrivateAddresses: true, timeoutMillis: 10_000 }
    const context = yield* Layer.build(
      IssuerKeysHttp.layer([
        { ...target, issuer: "one", jwksUrl: one.origin },
        { ...target, issuer: "other", jwksUrl: other.origin }
      ])
    )
    const keys = Context.get(context, IssuerKeys)
    assert.deepStrictEqual([yield* keys.read("one"), yield* keys.read("other")], ["one", "other"])
  })
})
