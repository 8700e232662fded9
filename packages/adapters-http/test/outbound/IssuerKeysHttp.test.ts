/** The published keys of issuers, read from a real server (decisions 8, 9). */
import { assert, describe, it } from "@effect/vitest"
import { IssuerKeysHttp } from "@sheaf/adapters-http"
import { IssuerKeys } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import type { IncomingMessage } from "node:http"
import { inspect } from "node:util"
import * as Answers from "../../src/testing/Answers.ts"
import * as TestServer from "../../src/testing/TestServer.ts"

const issuer = "https://id.brask.example/"
const path = "/tenants/1/jwks.json"
const document = { keys: [{ kty: "EC", kid: "one" }] }

const keysAt = (jwksUrl: string, more: Partial<IssuerKeysHttp.PublishedKeys> = {}) =>
  Effect.map(
    Layer.build(
      IssuerKeysHttp.layer([{ issuer, jwksUrl, allowPrivateAddresses: true, timeoutMillis: 10_000, ...more }])
    ),
    (context) => Context.get(context, IssuerKeys)
  )

/** An issuer whose server answers like this, and what it was asked. */
const publishing = Effect.fnUntraced(function* (answer: Answers.ScriptedAnswer, timeoutMillis?: number) {
  const received: Array<Pick<IncomingMessage, "headers" | "method" | "url">> = []
  const server = yield* TestServer.make(({ headers, method, url }, response) => {
    received.push({ headers, method, url })
    answer(response)
  })
  const keys = yield* keysAt(server.origin + path, timeoutMillis === undefined ? {} : { timeoutMillis })
  return { keys, received, server }
})

const text = JSON.stringify(document)

describe("The keys of an issuer", () => {
  it.effect("are read without TLS from this machine only, and there if it is allowed", () =>
    Effect.gen(function* () {
      const refused = "must use https: only this machine can be called over http"
      for (const host of ["127.0.0.1", "[::1]"]) {
        yield* keysAt(`http://${host}${path}`)
        const error = yield* Effect.flip(keysAt(`http://${host}${path}`, { allowPrivateAddresses: false }))
        assert.strictEqual(error.message, refused)
      }
      for (const host of ["10.0.0.1", "192.168.1.1", "[fd12:3456::1]", "8.8.8.8"]) {
        assert.strictEqual((yield* Effect.flip(keysAt(`http://${host}${path}`))).message, refused)
      }
    })
  )

  it.live("are read at the address that is configured, and as JSON", () =>
    Effect.gen(function* () {
      const { keys, received } = yield* publishing(Answers.answer(200, text))
      assert.deepStrictEqual<unknown>(yield* keys.read(issuer), document)
      const [request] = received
      assert.strictEqual(`${request?.method} ${request?.url}`, `GET ${path}`)
      assert.strictEqual(request?.headers.accept, "application/jwk-set+json, application/json")
      assert.notProperty(request?.headers, "authorization")
    })
  )

  it.live("are read anew every time: when to ask is not for the one who asks", () =>
    Effect.gen(function* () {
      const { keys, received } = yield* publishing(Answers.answer(200, text, { "cache-control": "max-age=3600" }))
      yield* keys.read(issuer)
      yield* keys.read(issuer)
      assert.lengthOf(received, 2)
    })
  )

  for (const contentType of ["application/jwk-set+json", "application/json; charset=utf-8", "text/plain"]) {
    it.live(`may be said to be ${contentType}`, () =>
      Effect.gen(function* () {
        const { keys } = yield* publishing(Answers.answer(200, text, { "content-type": contentType }))
        assert.deepStrictEqual<unknown>(yield* keys.read(issuer), document)
      })
    )
  }

  it.live("are handed on as they are, up to 64 KiB", () =>
    Effect.gen(function* () {
      const whole = JSON.stringify("x".repeat(64 * 1024 - 2))
      const { keys } = yield* publishing(Answers.answer(200, whole))
      assert.strictEqual(JSON.stringify(yield* keys.read(issuer)), whole)
      const beyond = yield* publishing(Answers.answer(200, `${whole} `))
      yield* Effect.flip(beyond.keys.read(issuer))
    })
  )

  const faults: ReadonlyArray<[what: string, answer: Answers.ScriptedAnswer, shown: RegExp, timeoutMillis?: number]> = [
    ["says nothing", Answers.silence, /TIMEOUT/, 50],
    ["never ends its answer", Answers.slowBody, /TIMEOUT/, 50],
    ["cuts the connection", Answers.cut, /UNREACHABLE/],
    ["sends half an answer", Answers.halfBody, /UNREACHABLE/],
    ["sends 100 MB", Answers.huge(), /TOO_LARGE/],
    ["sends a page", Answers.answer(200, "<html>"), /MALFORMED/],
    ["sends nothing", Answers.answer(200, ""), /MALFORMED/],
    ["sends bytes that are no text", Answers.answer(200, Uint8Array.of(0x22, 0xff, 0x22)), /MALFORMED/],
    ["redirects", Answers.answer(302, "", { location: path }), /REDIRECTED/],
    ["has none", Answers.answer(404, text), /\b404\b/],
    ["has an error", Answers.answer(500, text), /\b500\b/],
    ["has nothing to say", Answers.answer(204, ""), /\b204\b/]
  ]
  for (const [what, answer, shown, timeoutMillis] of faults) {
    it.live(`cannot be read when it ${what}: that is told, and neither the path nor the answer`, () =>
      Effect.gen(function* () {
        const { keys, received } = yield* publishing(answer, timeoutMillis)
        const error = yield* Effect.flip(keys.read(issuer))
        assert.strictEqual(error._tag, "IssuerUnreachable")
        const told = inspect(error, { depth: 10 })
        assert.match(told, shown)
        for (const hidden of [path, "html", "kty"]) assert.notInclude(told, hidden)
        assert.lengthOf(received, 1, "nothing is tried again here")
      })
    )
  }

  it.live("are those of a configured issuer: of any other there are none", () =>
    Effect.gen(function* () {
      const { keys, received } = yield* publishing(Answers.answer(200, text))
      yield* Effect.flip(keys.read("https://id.brask.example"))
      assert.isEmpty(received)
    })
  )

  it.live("are each issuer's own", () =>
    Effect.gen(function* () {
      const [one, other] = [
        yield* TestServer.make((_, response) => Answers.answer(200, '"one"')(response)),
        yield* TestServer.make((_, response) => Answers.answer(200, '"other"')(response))
      ]
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
  )

  it.live("on this machine are read only when that is allowed, also by name", () =>
    Effect.gen(function* () {
      const { server } = yield* publishing(Answers.answer(200, text))
      const keys = yield* keysAt(`https://localhost:${server.port}${path}`, { allowPrivateAddresses: false })
      assert.match(inspect(yield* Effect.flip(keys.read(issuer)), { depth: 10 }), /FORBIDDEN_ADDRESS/)
      assert.strictEqual(server.connections(), 0)
    })
  )

  for (const jwksUrl of [
    "http://id.brask.example/jwks.json",
    "https://127.0.0.1/jwks.json",
    "https://user:secret@id.brask.example/jwks.json",
    "file:///etc/jwks.json",
    "jwks.json"
  ]) {
    it.live(`are never read at ${jwksUrl}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(keysAt(jwksUrl, { allowPrivateAddresses: false }))
        assert.strictEqual(error._tag, "InvalidTarget")
        assert.notInclude(error.message, "secret")
      })
    )
  }
})
