/** Tests the login host for users' devices: its pages, limits and certificate (spec 2.7). */
import { afterAll, assert, describe } from "@effect/vitest"
import type { RequestObject } from "@sheaf/domain/ExtraInformation"
import { Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import { Connectors } from "@sheaf/ports"
import type { ResponseObject, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Clock, Effect, Layer, Logger, Option, Redacted } from "effect"
import { X509Certificate } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as LoginHostCertificate from "../../src/clientSide/LoginHostCertificate.ts"
import { LoginHost } from "../../src/clientSide/LoginHost.ts"
import * as Host from "../../src/clientSide/LoginHost.ts"
import * as ConsentFileStore from "../../src/banks/ConsentFileStore.ts"
import * as AuthorizationStore from "../../src/banks/oauth/AuthorizationStore.ts"
import { ElectronicIdSandbox, layer } from "../../src/index.ts"
import { executeRequest } from "../../src/testing/Device.ts"
import { liveTestWith } from "../TestSuites.ts"

const folders: Array<string> = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-login-host-"))
  folders.push(folder)
  return folder
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const folder = newFolder()
const options = { host: "127.0.0.1", port: 0, folder }
const loginHost = (started: Host.LoginHostOptions) =>
  Layer.provide(
    Host.layer(started),
    Layer.merge(ConsentFileStore.layer({ folder: join(folder, "consents") }), AuthorizationStore.layer)
  )
const trusted = (): string => readFileSync(join(folder, "login-host.pem"), "utf8")

const sandbox = layer({ loginHost: options }).pipe(Layer.provide(ElectronicIdSandbox.layer))

const method = "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK"

const recorded = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
  return { lines, logger: Logger.layer([logger]) }
}

/** Stops logins in which the person never signs. */
const maxSteps = 20

const logIn = Effect.fnUntraced(function* (personalNumber: string) {
  const { connector } = Option.getOrThrow(yield* (yield* Connectors).find("se-nordhem"))
  const login = Redacted.make({ type: "SWEDISH_EID", personalNumber } as const)
  const found: Array<ResponseObject> = []
  const asked: Array<ReadonlyArray<RequestObject>> = []
  let step = yield* connector.begin({ company: "se-nordhem", products: ["INSURANCE"], loginMethod: method, login }, "0")
  let told: string | undefined
  for (let count = 1; step._tag !== "End" && count < maxSteps; count++) {
    told ??= step.authenticated?.fromDevice
    const requests = step.information?.INSTRUCTIONS ?? []
    if (requests.length > 0) asked.push(requests)
    const responses = yield* Effect.forEach(requests, (request) => executeRequest(request, trusted()), {
      concurrency: "unbounded"
    })
    found.push(...responses)
    const signal =
      step._tag === "Ask"
        ? ({ _tag: "Responses", responses: Redacted.make(responses) } as const)
        : ({ _tag: "Tick" } as const)
    step = yield* connector.resume(step.session, signal, `${count}`)
  }
  return { end: step, asked, found, told: told ?? step.authenticated?.fromDevice }
})

const test = liveTestWith(sandbox)
const live = liveTestWith(Layer.empty)

const withoutHeaders = (supplements: ReadonlyArray<SupplementInfo> = []) =>
  supplements.map((supplement) => ({ ...supplement, headers: {} }))

describe("logging in from a device", () => {
  for (const [name, personalNumber, status, told] of [
    ["client-side", "199001012385", "COMPLETED", "199001012385"],
    ["client-side-cancelled", "199001022392", "AUTHENTICATION_CANCELLED", undefined],
    ["client-side-refused", "199001032383", "AUTHENTICATION_ERROR", undefined],
    ["client-side-mismatch", "199001042390", "COMPLETED", "198006062395"]
  ] as const) {
    test(`gets the prepared responses over TLS: ${name}`, function* () {
      const listed = (yield* Scenarios).all.find(({ scenario }) => scenario === name)
      const outcome = yield* logIn(personalNumber)
      assert.strictEqual(outcome.end.status, status)
      assert.strictEqual(outcome.told, told)
      assert.deepStrictEqual(withoutHeaders(outcome.found), withoutHeaders(listed?.supplements))
    })
  }

  test("continues polling if the person never signs", function* () {
    const { asked, end } = yield* logIn("199001052381")
    assert.strictEqual(end.status, "WAITING_FOR_USER_ACTION")
    const last = asked.at(-1)?.[0]
    assert.match(last?.etag ?? "", /^signature-[0-9]+$/)
    assert.isAbove(asked.length, 6)
  })

  test("does not report who signed if the personal number selects no scenario", function* () {
    const { end, told } = yield* logIn("198506152399")
    assert.strictEqual(end.status, "COMPLETED")
    assert.strictEqual(told, undefined)
  })

  for (const [personalNumber, rounds] of [
    [
      "199001012385",
      ["start-1", "device-1", "terms-1", "electronic-id-1", "signature-1", "signature-2", "signature-3"]
    ],
    ["198506152399", ["start-1", "device-1 terms-1", "electronic-id-1", "signature-1", "signature-2"]]
  ] as const) {
    test(`uses new addresses in each round: ${rounds.join()}`, function* () {
      const { asked } = yield* logIn(personalNumber)
      assert.deepStrictEqual<ReadonlyArray<string>>(
        asked.map((round) => round.map(({ etag }) => etag).join(" ")),
        rounds
      )
      const urls = asked.flat().map(({ url }) => url)
      assert.deepStrictEqual([...new Set(urls)], urls)
      for (const { url } of asked.flat()) assert.notMatch(url, /[0-9]{10}/)
    })
  }
})

describe("the login host", () => {
  const hosted = liveTestWith(loginHost(options))
  const host = Effect.flatMap(LoginHost, ({ address }) => address)
  const request = (url: string, more: Partial<RequestObject> = {}): RequestObject => ({
    id: "any",
    etag: "any",
    url,
    method: "GET",
    headers: { "x-requested-with": "sandbox-app" },
    ...more
  })
  const statusOf = Effect.fnUntraced(function* (path: string, more?: Partial<RequestObject>) {
    const { href } = new URL(path, yield* host)
    return (yield* executeRequest(request(href, more), trusted())).statusCode
  })

  hosted("requires the first round's cookie and the app's header", function* () {
    const { href } = new URL("/se-nordhem/client-side/start", yield* host)
    const { headers } = yield* executeRequest(request(href), trusted())
    const [, value = ""] = /^login=([^;]+);/.exec(headers["set-cookie"]?.[0] ?? "") ?? []
    const cookie = { name: "login", value, domain: "127.0.0.1", path: "/", secure: true, httpOnly: true }
    const terms = "/se-nordhem/client-side/terms"
    assert.strictEqual(yield* statusOf(terms, { cookies: [cookie] }), 200)
    assert.strictEqual(yield* statusOf(terms, { cookies: [cookie], headers: {} }), 403)
    assert.strictEqual(yield* statusOf(terms, { cookies: [{ ...cookie, value: "another" }] }), 403)
    assert.strictEqual(yield* statusOf(terms), 403)
    assert.strictEqual(yield* statusOf("/se-nordhem/client-side-refused/terms", { cookies: [cookie] }), 403)
  })

  hosted("returns 404 and 405 for unknown addresses and methods", function* () {
    const missing = [
      "/",
      "/se-nordhem/client-side",
      "/se-nobody/client-side/start",
      "/se-nordhem/nobody/start",
      "/se-nordhem/client-side/constructor",
      "/se-nordhem/client-side/signature/0",
      "/../etc/passwd"
    ]
    for (const path of missing) assert.strictEqual(yield* statusOf(path), 404, path)
    assert.strictEqual(yield* statusOf("/se-nordhem/client-side/start?again=1"), 200)
    assert.strictEqual(yield* statusOf("/se-nordhem/client-side/start", { method: "POST" }), 405)
  })

  hosted("tells browsers at its root what it is for", function* () {
    const open = (headers: Readonly<Record<string, string>>) =>
      Effect.promise(async () => {
        const response = await fetch(Host.pagesAt(address), { headers })
        return { status: response.status, text: await response.text() }
      })
    const address = yield* host
    const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    const english = yield* open({ accept })
    assert.strictEqual(english.status, 200)
    assert.include(english.text, "<h1>Simulated banks and companies</h1>")
    assert.include((yield* open({ accept, "accept-language": "sv-SE,sv;q=0.9" })).text, "Sheafs sandlåda")
    assert.deepStrictEqual(yield* open({}), { status: 404, text: '{"error":"unknown"}' })
  })

  hosted("fails if its port is taken, or uses a free port with fallback", function* () {
    const taken = Number((yield* host).port)
    const { lines, logger } = recorded()
    const on = (more: Partial<Host.LoginHostOptions>) =>
      Effect.provide(host, loginHost({ ...options, port: taken, ...more }).pipe(Layer.provide(logger)))
    assert.strictEqual((yield* Effect.flip(on({}))).reason, "LISTEN")
    assert.deepStrictEqual(lines, [])
    const used = yield* on({ fallback: true })
    assert.deepStrictEqual(lines, ["Warn login host: port taken, using a free port"])
    assert.notStrictEqual(Number(used.port), taken)
    assert.isAbove(Number(used.port), 0)
  })

  live("logs a failed start without blocking other parts", function* () {
    const file = join(newFolder(), "a-file")
    writeFileSync(file, "")
    const { lines, logger } = recorded()
    const failing = loginHost({ ...options, folder: join(file, "inside"), fallback: true }).pipe(Layer.provide(logger))
    const error = yield* Effect.flip(Effect.provide(host, failing))
    assert.strictEqual(error.reason, "CERTIFICATE")
    assert.deepStrictEqual(lines, ["Error login host cannot start"])
  })
})

describe("the login host's certificate", () => {
  const year = 366 * 86_400_000

  live("covers only this machine, and its key is readable only by its owner", function* () {
    const place = newFolder()
    const now = yield* Clock.currentTimeMillis
    const { certificate } = yield* LoginHostCertificate.load(place, now)
    assert.strictEqual(readFileSync(join(place, "login-host.pem"), "utf8"), certificate)
    assert.strictEqual(statSync(join(place, "login-host.key")).mode & 0o777, 0o600)
    const parsed = new X509Certificate(certificate)
    assert.strictEqual(parsed.subjectAltName, "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1")
    assert.isFalse(parsed.ca)
    assert.strictEqual(parsed.publicKey.asymmetricKeyDetails?.namedCurve, "prime256v1")
  })

  live("stays the same until it expires or is damaged", function* () {
    const place = newFolder()
    const now = yield* Clock.currentTimeMillis
    const load = (at: number) => LoginHostCertificate.load(place, at)
    const first = yield* load(now)
    assert.deepStrictEqual(yield* load(now + 1000), first)
    const renewed = yield* load(now + year)
    assert.notStrictEqual(renewed.certificate, first.certificate)
    writeFileSync(join(place, "login-host.pem"), "nothing")
    const mended = yield* load(now + year)
    assert.notStrictEqual(mended.certificate, renewed.certificate)
    writeFileSync(join(place, "login-host.key"), first.key)
    assert.notStrictEqual((yield* load(now + year)).key, first.key)
  })
})
