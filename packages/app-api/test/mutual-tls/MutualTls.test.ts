/** Tests mutual TLS with curl and openssl as clients (spec 5.3). */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Installation from "./Installation.ts"
import * as Tools from "../Tools.ts"

let here: Installation.Installation

beforeAll(async () => {
  here = await Installation.install()
}, Installation.setupTimeout)
afterAll(() => here.end())

const { requestAs } = Installation

const apiKey = ["-H", "authorization-token: sheaf-demo"]
const newest = ["-H", "service-version: 2026-04-01"]
const json = (body: object) => ["-H", "content-type: application/json", "--data", JSON.stringify(body)]

const healthy = { status: 200, code: undefined, body: { status: "healthy" } }

const always = { from: "20240101000000Z", until: "20400101000000Z" }

describe("over mutual TLS", () => {
  it.each(["1.2", "1.3"])("TLS %s works", async (version) => {
    const answer = await requestAs(here, here.demo, "/health", `--tlsv${version}`, "--tls-max", version)
    assert.deepStrictEqual(answer, healthy)
  })

  it("the first call works as printed", async () => {
    const [, words = assert.fail("no call was printed")] =
      /^ {2}curl (.*--cacert.*)$/m.exec(here.service.output()) ?? []
    const unquoted = words.split(" ").map((word) => word.replace(/^'(.*)'$/, "$1"))
    const { code, err, out } = await Tools.curl(here, ...unquoted)
    assert.deepStrictEqual([code, out, err], [0, '{"status":"healthy"}', ""])
  })

  it("a body that waits for 100 Continue is accepted", async () => {
    const words = [...apiKey, ...newest, "-H", "expect: 100-continue", ...json({ company: "se-nordhem" })]
    assert.strictEqual((await requestAs(here, here.demo, "/collections", ...words)).code, "MISSING_FIELD")
  })

  it("the server's certificate is valid for each of its names", async () => {
    const { port } = new URL(here.base)
    for (const host of ["localhost", "127.0.0.1"]) {
      const verified = ["-CAfile", here.root, "-verify_return_error", "-verify_hostname", host]
      const named = host === "localhost" ? verified : [...verified.slice(0, 3), "-verify_ip", host]
      const pair = ["-cert", here.demo.certificate, "-key", here.demo.key]
      const request = `GET /health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`
      const { out } = await Tools.sendByOpenssl(here, request, "-connect", `127.0.0.1:${port}`, ...named, ...pair)
      assert.include(out, "Verify return code: 0 (ok)")
      assert.include(out, '{"status":"healthy"}')
      assert.include(out, "strict-transport-security: max-age=31536000")
    }
    const { code, err } = await Tools.curl(here, `${here.base}/health`, ...Installation.certificateOptions(here.demo))
    assert.strictEqual(code, 60, err)
  })
})

describe("a handshake fails", () => {
  /** Expects curl and openssl to fail before the server reads a request. */
  const expectRefused = async (pair: Installation.CertificatePair | undefined, ...curlWords: ReadonlyArray<string>) => {
    const shown = pair === undefined ? [] : Installation.certificateOptions(pair)
    const words = ["--cacert", here.root, ...shown, ...curlWords]
    const { code, out } = await Tools.curl(here, `${here.base}/health`, ...words)
    // curl's exit codes for a failed handshake, and for a connection that the server closed with or without an alert.
    assert.include([35, 52, 55, 56], code)
    assert.strictEqual(out, "")
    const files = pair === undefined ? [] : ["-cert", pair.certificate, "-key", pair.key]
    const request = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    const sent = await Tools.sendByOpenssl(here, request, "-connect", new URL(here.base).host, ...files)
    // The server asked for a certificate and then ended the handshake, with or without an alert.
    assert.match(sent.out, /^CONNECTED/m, sent.err)
    assert.include(sent.out, "Acceptable client certificate CA names", sent.err)
    assert.match(sent.err, /:(?:[a-z0-9]+ alert [a-z ]+|unexpected eof while reading):|errno=/)
    assert.notStrictEqual(sent.code, 0)
    assert.notInclude(sent.out, "HTTP/1.1")
  }

  it("without a certificate", () => expectRefused(undefined))

  it("with a self-signed certificate", async () => {
    const pair = { key: "own.key", certificate: "own.pem" }
    const words = ["-newkey", "rsa:2048", "-nodes", "-keyout", pair.key, "-out", pair.certificate, "-subj", "/CN=demo"]
    await Tools.opensslPrints(here, "req", "-x509", ...words)
    await expectRefused(pair)
  })

  it.each<[what: string, forgery: Installation.Forgery]>([
    ["an expired certificate", { name: "expired", from: "20240101000000Z", until: "20240201000000Z" }],
    ["a certificate that is not valid yet", { name: "early", from: "20390101000000Z", until: "20400101000000Z" }],
    ["a server certificate", { name: "server", purpose: "serverAuth", ...always }],
    ["a certificate for the other environment", { name: "production", environment: "production", ...always }]
  ])("with %s", async (_, forgery) => expectRefused(await Installation.forge(here, forgery)))

  it("in TLS 1.1", async () => {
    const words = ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0", "-connect", new URL(here.base).host]
    const { code, err } = await Tools.sendByOpenssl(here, "", ...words)
    assert.notStrictEqual(code, 0)
    assert.include(err, "alert protocol version")
  })

  it("over plain HTTP, without harm to other clients", async () => {
    const { code, out } = await Tools.curl(here, here.base.replace("https:", "http:"))
    assert.strictEqual(code, 0)
    const { detail, status }: { readonly detail: string; readonly status: number } = JSON.parse(out)
    assert.strictEqual(status, 400)
    assert.strictEqual(detail, "This port speaks only HTTPS with a client certificate. Use https://.")
    assert.deepStrictEqual(await requestAs(here, here.demo, "/health"), healthy)
  })
})

describe("a certificate", () => {
  it("with the right signature but no record is rejected", async () => {
    const pair = await Installation.forge(here, { name: "demo", ...always })
    const answer = await requestAs(here, pair, "/health")
    assert.deepStrictEqual([answer.status, answer.code], [403, "CERTIFICATE_NOT_ACCEPTED"])
  })
})

const lastRequest = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"

describe("a revoked certificate", () => {
  it("is rejected from the next request on, without a restart", async () => {
    const pair = await Installation.certify(here, "demo", "revoked")
    assert.deepStrictEqual(await requestAs(here, pair, "/health"), healthy)
    await Installation.revoke(here, pair)
    for (const path of ["/health", "/companies/availability", "/nowhere"]) {
      const answer = await requestAs(here, pair, path, ...apiKey)
      assert.deepStrictEqual([answer.status, answer.code], [403, "CERTIFICATE_REVOKED"])
    }
    const waiting = ["-H", "expect: 100-continue", ...json({})]
    assert.strictEqual((await requestAs(here, pair, "/collections", ...waiting)).code, "CERTIFICATE_REVOKED")
  })

  it.each([
    ["1.2", ["-tls1_2"]],
    ["1.3", ["-tls1_3"]]
  ])("is rejected in a resumed session of TLS %s", async (version, chosen) => {
    const pair = await Installation.certify(here, "demo", `resumed-${version}`)
    const file = `session-${version}`
    const words = [...chosen, "-connect", new URL(here.base).host, "-cert", pair.certificate, "-key", pair.key]
    const first = await Tools.sendByOpenssl(here, lastRequest, ...words, "-sess_out", file)
    assert.include(first.out, '{"status":"healthy"}')
    const again = await Tools.sendByOpenssl(here, lastRequest, ...words, "-sess_in", file, "-sess_out", file)
    assert.match(again.out, /^Reused, /m)
    assert.include(again.out, '{"status":"healthy"}')
    await Installation.revoke(here, pair)
    const last = await Tools.sendByOpenssl(here, lastRequest, ...words, "-sess_in", file)
    assert.match(last.out, /^Reused, /m)
    assert.include(last.out, "CERTIFICATE_REVOKED")
    assert.notInclude(last.out, "healthy")
  })
})
