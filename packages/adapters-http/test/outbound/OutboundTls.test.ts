/** Tests the trusted certificate authorities and the client certificates of outbound calls (spec 16). */
import { assert, describe, it } from "@effect/vitest"
import { OutboundTls } from "@sheaf/adapters-mtls"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted, Result } from "effect"
import { HttpClientRequest } from "effect/http"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import type { SecureContext } from "node:tls"
import * as OutboundClient from "../../src/outbound/OutboundClient.ts"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"
import { certificates, serverName } from "../../src/testing/Certificates.ts"
import { loopback } from "./ScriptedDns.ts"
import * as TestServer from "../../src/testing/TestServer.ts"

const call = Effect.fnUntraced(function* (options: {
  readonly tls?: SecureContext
  readonly name?: string
  readonly mutual?: boolean
}) {
  const { authority, server } = yield* certificates
  const listening = yield* TestServer.make((_, response) => ScriptedResponses.completeResponse(200, "{}")(response), {
    cert: server.certificate,
    key: server.key,
    ca: authority,
    requestCert: options.mutual ?? false,
    rejectUnauthorized: options.mutual ?? false
  })
  const client = yield* OutboundClient.make({
    baseUrl: `https://${options.name ?? serverName}:${listening.port}`,
    allowPrivateAddresses: true,
    timeoutMillis: 10_000,
    maxBytes: 1024,
    ...(options.tls === undefined ? {} : { tls: options.tls })
  })
  return yield* client.send(HttpClientRequest.get("status")).pipe(
    Effect.match({
      onFailure: ({ code, reason }) => `${reason} ${code}`,
      onSuccess: ({ status }) => String(status)
    })
  )
}, Effect.provide(loopback))

const made = (options: OutboundTls.OutboundTlsOptions) => Effect.fromResult(OutboundTls.make(options))

const live = testsOf({ effect: it.live }, Effect.void)
const test = testsOf(it, Effect.void)

describe("A server over TLS", () => {
  live("is not trusted without an authority", function* () {
    assert.match(yield* call({}), /^UNREACHABLE (UNABLE_TO|SELF_SIGNED)/)
  })

  live("is trusted through a configured authority", function* () {
    const { authority } = yield* certificates
    assert.strictEqual(yield* call({ tls: yield* made({ ca: authority }) }), "200")
  })

  live("is trusted through this machine's authorities, even if its entry adds others", function* () {
    const { authority, client } = yield* certificates
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const before = getCACertificates("default")
        setDefaultCACertificates([authority])
        return before
      }),
      (before) => Effect.sync(() => setDefaultCACertificates(before))
    )
    assert.strictEqual(yield* call({}), "200")
    assert.strictEqual(yield* call({ tls: yield* made({ ca: client.certificate }) }), "200")
    const identity = { certificate: client.certificate, key: Redacted.make(client.key) }
    assert.strictEqual(yield* call({ tls: yield* made({ identity }) }), "200")
  })

  live("is not trusted under another name", function* () {
    const { authority } = yield* certificates
    const outcome = yield* call({ tls: yield* made({ ca: authority }), name: "bank.internal" })
    assert.strictEqual(outcome, "UNREACHABLE ERR_TLS_CERT_ALTNAME_INVALID")
  })

  live("receives the client certificate if it asks for one", function* () {
    const { authority, client } = yield* certificates
    const identity = { certificate: client.certificate, key: Redacted.make(client.key) }
    assert.strictEqual(yield* call({ tls: yield* made({ ca: authority, identity }), mutual: true }), "200")
    assert.match(yield* call({ tls: yield* made({ ca: authority }), mutual: true }), /^UNREACHABLE /)
  })
})

describe("Certificates", () => {
  test("are rejected with their fault", function* () {
    const { authority, client, server } = yield* certificates
    const key = Redacted.make(client.key)
    const refused: ReadonlyArray<[options: OutboundTls.OutboundTlsOptions, message: string]> = [
      [{ ca: "" }, "caFile holds no PEM certificate"],
      [{ ca: client.key }, "caFile holds no PEM certificate"],
      [{ identity: { certificate: "x", key } }, "certFile holds no PEM certificate"],
      [{ identity: { certificate: client.certificate, key: Redacted.make(authority) } }, "keyFile holds no PEM key"],
      [{ identity: { certificate: server.certificate, key } }, "keyFile is not the key of certFile"]
    ]
    for (const [options, message] of refused) {
      const result = OutboundTls.make(options)
      assert.strictEqual(Result.isFailure(result) && result.failure.message, message)
    }
  })
})
