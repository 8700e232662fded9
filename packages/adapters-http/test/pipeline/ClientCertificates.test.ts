/** Tests client certificates together with API keys and tokens (spec 5.3). */
import { createServer } from "node:http"
import { connect } from "node:net"
import type { Socket } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it, layer } from "@effect/vitest"
import { IncomingRequest, HttpApp, FastPath } from "@sheaf/adapters-http"
import { TestClient, waitFor } from "@sheaf/sandbox-site/testing"
import { ApiKeys, PeerCertificateError, PeerCertificates, StoreError, Tokens } from "@sheaf/ports"
import type { Caller, PeerClient } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Arbitrary, Context, Effect, Fiber, Layer, Option, Redacted, Schema } from "effect"
import { parseClientCert } from "../../src/inbound/connections/IncomingRequest.ts"
import * as TestUsers from "../TestUsers.ts"
import * as World from "../World.ts"
import { ids } from "../World.ts"

const host = "127.0.0.1"

/** Test certificates are words that name the expected outcome, such as `expired`. */
const refusals: Readonly<Record<string, PeerCertificateError["reason"]>> = {
  expired: "EXPIRED",
  early: "NOT_YET_VALID",
  revoked: "REVOKED",
  strange: "UNKNOWN_AUTHORITY",
  server: "NOT_FOR_CLIENTS",
  unknown: "UNKNOWN",
  foreign: "WRONG_ENVIRONMENT",
  "": "MALFORMED"
}

const takenBack = new Set<string>()

const peerOf = (certificate: string): Effect.Effect<PeerClient, PeerCertificateError | StoreError> => {
  if (certificate === "broken") return Effect.fail(new StoreError({ operation: "find certificate", cause: "gone" }))
  const reason = takenBack.has(certificate) ? "REVOKED" : refusals[certificate]
  if (reason !== undefined) return Effect.fail(new PeerCertificateError({ reason }))
  const [clientId = "", environment] = certificate.split("@")
  return Effect.succeed({ clientId, environment: environment === "production" ? "production" : "test", serial: "01" })
}

const later = Effect.promise(() => Promise.resolve())

const checks = new Map<string, number>()

/** A certificate that ends in a question mark is checked asynchronously. */
const peers = Layer.succeed(PeerCertificates, {
  identify: (der) =>
    Effect.suspend(() => {
      const certificate = Buffer.from(der).toString()
      checks.set(certificate, (checks.get(certificate) ?? 0) + 1)
      return certificate.endsWith("?") ? Effect.andThen(later, peerOf(certificate.slice(0, -1))) : peerOf(certificate)
    })
})

const careful: Caller = { clientId: "demo", environment: "test", requiresMutualTls: true }
const carefulKey = "sheaf-careful"
const carefulToken = "token.of.careful"

const world = Layer.effectContext(
  Effect.map(Effect.context<World.Ports>(), (context) => {
    const [keys, tokens] = [Context.get(context, ApiKeys), Context.get(context, Tokens)]
    const user = { ...careful, userId: TestUsers.testUsers.maja.userId }
    return context.pipe(
      Context.add(ApiKeys, {
        ...keys,
        verify: (key) => (Redacted.value(key) === carefulKey ? Effect.succeedSome(careful) : keys.verify(key))
      }),
      Context.add(Tokens, {
        ...tokens,
        verify: (token) => (Redacted.value(token) === carefulToken ? Effect.succeed(user) : tokens.verify(token))
      })
    )
  })
).pipe(Layer.provide(World.layer))

interface Asked {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
}

class Server extends Context.Service<
  Server,
  {
    /**
     * Returns the response's status, and the code if it is a problem. Validates responses against the OpenAPI
     * documents.
     */
    readonly ask: (asked: Asked) => Effect.Effect<string>
    readonly port: number
  }
>()("@sheaf/adapters-http/test/ClientCertificates/Server") {}

/** A server with the certificate gate. By default, every caller is a trusted proxy. */
const server = (options: IncomingRequest.CertificateGateOptions = { proxies: ["127.0.0.0/8"] }) =>
  Layer.effect(
    Server,
    Effect.gen(function* () {
      const usual = yield* NodeHttpServer.makeHandler(yield* HttpApp.make(), { scope: yield* Effect.scope })
      const fast = yield* FastPath.make()
      const gate = yield* IncomingRequest.makeCertificateGate(options)
      const listening = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer<typeof IncomingRequest.IncomingRequest>>>((resume) => {
          const made = createServer({ IncomingMessage: IncomingRequest.IncomingRequest, joinDuplicateHeaders: true })
          made.on("request", (request, response) =>
            gate(request, () => fast(request, response, () => usual(request, response)))
          )
          made.listen(0, host, () => resume(Effect.succeed(made)))
        }),
        (made) => Effect.sync(() => void made.close())
      )
      const address = listening.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const there = { base: `http://${host}:${port}`, headers: { "authorization-token": undefined } }
      const client = new TestClient(there)
      // Responses to HEAD have no body, so they cannot be validated against the OpenAPI documents.
      const ofHeads = new TestClient({ ...there, contract: "unchecked" })
      const ask = ({ path, ...request }: Asked) =>
        Effect.promise(async () => {
          const answer = await (request.method === "HEAD" ? ofHeads : client).send(path, request)
          const isProblem = answer.status >= 400 && answer.bytes.length > 0
          return isProblem ? `${answer.status} ${answer.problem.code}` : String(answer.status)
        })
      return Server.of({ ask, port })
    })
  ).pipe(Layer.provide(World.polls), Layer.provide([world, peers]))

const field = (certificate: string) => `:${Buffer.from(certificate).toString("base64")}:`

const shown = (certificate: string | undefined) =>
  certificate === undefined ? {} : { "client-cert": field(certificate) }

const paths = {
  open: "/health",
  usual: "/companies/availability",
  fast: `/collections/${ids.running}/status`,
  otherVersion: `/wealth/collection/${ids.running}/status`,
  nobodys: "/nowhere"
}

const real = { excludeTestServices: true }

layer(server(), real)("A rejected certificate", (it) => {
  const test = testsOf(it, Server)
  const rows = [
    ["expired", "403 CERTIFICATE_OUT_OF_DATE"],
    ["early", "403 CERTIFICATE_OUT_OF_DATE"],
    ["revoked", "403 CERTIFICATE_REVOKED"],
    ["strange", "403 CERTIFICATE_NOT_ACCEPTED"],
    ["server", "403 CERTIFICATE_NOT_ACCEPTED"],
    ["unknown", "403 CERTIFICATE_NOT_ACCEPTED"],
    ["foreign", "403 WRONG_ENVIRONMENT"],
    ["broken", "500 INTERNAL"]
  ] as const
  for (const [certificate, expected] of rows) {
    test(`(${certificate}) is ${expected} on every path`, function* ({ ask }) {
      for (const path of Object.values(paths)) {
        for (const text of [certificate, `${certificate}?`]) {
          const headers = { "authorization-token": World.apiKey, ...shown(text) }
          assert.strictEqual(yield* ask({ path, headers }), expected, path)
        }
      }
      const head = yield* ask({ path: paths.open, method: "HEAD", headers: shown(certificate) })
      assert.strictEqual(head, expected.slice(0, 3))
    })
  }

  for (const value of [":", "::", ":!:", field("demo").slice(1), "demo", `${field("demo")}, ${field("demo")}`]) {
    test(`in the malformed field ${value} gets 403`, function* ({ ask }) {
      const headers = { "client-cert": value }
      assert.strictEqual(yield* ask({ path: paths.open, headers }), "403 CERTIFICATE_NOT_ACCEPTED")
    })
  }
})

const mismatch = "403 CERTIFICATE_MISMATCH"
const wrongEnvironment = "403 WRONG_ENVIRONMENT"
const required = "403 MUTUAL_TLS_REQUIRED"

layer(server(), real)("A caller", (it) => {
  const test = testsOf(it, Server)
  const rows: ReadonlyArray<readonly [key: string, certificate: string | undefined, refusal: string | undefined]> = [
    [World.apiKey, undefined, undefined],
    [World.apiKey, "demo", undefined],
    [World.apiKey, "demo?", undefined],
    [World.apiKey, "other", mismatch],
    [World.apiKey, "demo@production", wrongEnvironment],
    [World.apiKey, "other@production", wrongEnvironment],
    [World.otherApiKey, "demo", mismatch],
    [carefulKey, undefined, required],
    [carefulKey, "demo", undefined],
    [carefulKey, "other", mismatch]
  ]
  for (const [key, certificate, refusal] of rows) {
    const words = `with the key ${key} and ${certificate ?? "no"} certificate`
    test(`${words} gets ${refusal ?? "a response"} on every path`, function* ({ ask }) {
      const headers = { "authorization-token": key, ...shown(certificate) }
      for (const [path, otherwise] of [
        [paths.usual, "200"],
        [paths.fast, "200"],
        [paths.otherVersion, "404 NOT_IN_THIS_VERSION"]
      ] as const) {
        assert.strictEqual(yield* ask({ path, headers }), refusal ?? otherwise, path)
      }
      // Open paths need no credentials, so the certificate has nothing to match.
      assert.strictEqual(yield* ask({ path: paths.open, headers }), "200")
    })
  }

  for (const [authorization, certificate, expected] of [
    [TestUsers.tokens.maja, undefined, "200"],
    [TestUsers.tokens.maja, "demo", "200"],
    [TestUsers.tokens.maja, "other", mismatch],
    [TestUsers.tokens.other, "demo", mismatch],
    [carefulToken, undefined, required],
    [carefulToken, "demo", "200"],
    [carefulToken, "demo@production", wrongEnvironment]
  ] as const) {
    const words = `with the token ${authorization} and ${certificate ?? "no"} certificate`
    test(`${words} gets ${expected}`, function* ({ ask }) {
      const headers = { authorization: `Bearer ${authorization}`, ...shown(certificate) }
      assert.strictEqual(yield* ask({ path: "/consents", headers }), expected)
      const both = { ...headers, "authorization-token": authorization === carefulToken ? carefulKey : World.apiKey }
      const ofOther = authorization === TestUsers.tokens.other
      const status = yield* ask({ path: paths.fast, headers: both })
      assert.strictEqual(status === "404 NOT_FOUND" ? "200" : status, ofOther ? "401 CREDENTIALS_MISMATCH" : expected)
    })
  }
})

layer(server({ proxies: ["10.0.0.0/8"] }), real)("Client-Cert from an untrusted address", (it) => {
  const test = testsOf(it, Server)
  test("is ignored", function* ({ ask }) {
    for (const certificate of ["demo", "other", "revoked", "broken"]) {
      const headers = { "authorization-token": World.apiKey, ...shown(certificate) }
      assert.strictEqual(yield* ask({ path: paths.fast, headers }), "200")
      assert.strictEqual(yield* ask({ path: paths.usual, headers }), "200")
    }
    const headers = { "authorization-token": carefulKey, ...shown("demo") }
    assert.strictEqual(yield* ask({ path: paths.fast, headers }), required)
  })
})

const conversation = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect(port, host, () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const exchange = (socket: Socket, bytes: string, until: "data" | "close") =>
  Effect.callback<string>((resume) => {
    let answer = ""
    const read = (chunk: Buffer) => void (answer += chunk.toString())
    socket.on("data", read)
    socket.once(until, () => {
      socket.off("data", read)
      resume(Effect.succeed(answer))
    })
    socket.write(bytes)
  })

layer(server(), real)("A kept connection", (it) => {
  const test = testsOf(it, Server)
  for (const [way, path] of Object.entries({ open: paths.open, usual: paths.usual, fast: paths.fast })) {
    test(`ends after the certificate is revoked: ${way}`, function* ({ port }) {
      const certificate = `demo@test@${way}`
      const socket = yield* conversation(port)
      const lines = [
        `GET ${path} HTTP/1.1`,
        `host: ${host}`,
        "service-version: 2026-04-01",
        `authorization-token: ${World.apiKey}`,
        `client-cert: ${field(certificate)}`
      ]
      const bytes = [...lines, "", ""].join("\r\n")
      assert.match(yield* exchange(socket, bytes, "data"), /^HTTP\/1\.1 200 /)
      takenBack.add(certificate)
      const answer = yield* exchange(socket, bytes, "close")
      assert.match(answer, /^HTTP\/1\.1 403 /)
      assert.include(answer, "CERTIFICATE_REVOKED")
    })
  }
})

layer(server(), real)("A held poll", (it) => {
  const test = testsOf(it, Server)
  test("gets no status if the certificate is revoked in the meantime", function* ({ ask }) {
    const certificate = "demo@test@held"
    const headers = { "authorization-token": World.apiKey, prefer: "wait=1", ...shown(certificate) }
    const held = yield* Effect.forkChild(ask({ path: paths.fast, headers }), { startImmediately: true })
    yield* Effect.promise(() =>
      waitFor(
        () => checks.get(certificate) ?? 0,
        (count) => count === 2
      )
    )
    takenBack.add(certificate)
    assert.strictEqual(yield* Fiber.join(held), "403 CERTIFICATE_REVOKED")
  })
})

describe("Client-Cert", () => {
  it.prop("contains any bytes unchanged", { bytes: Arbitrary.schema(Schema.Uint8Array) }, ({ bytes }) => {
    const read = parseClientCert(`:${Buffer.from(bytes).toString("base64")}:`)
    const expected = bytes.length === 0 ? undefined : Buffer.from(bytes)
    assert.deepStrictEqual(Option.getOrUndefined(read), expected)
  })
})
