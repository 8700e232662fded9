/** `Client-Cert` from trusted proxies and from other clients (decisions 15; RFC 9440). */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Installation from "./Installation.ts"
import * as Tools from "../Tools.ts"

const { asField, ask } = Installation

let here: Installation.Installation
let key: string
let client: string

const begin = (config: object) => async () => {
  here = await Installation.install(() => config)
  client = await Tools.sheafPrints(here, "clients", "create", "--name", "Careful", "--require-mtls")
  key = await Tools.sheafPrints(here, "keys", "create", "--client", client)
}

/** Calls the plain listener as the client, with this `Client-Cert`. */
const companies = (field: string | undefined, ...words: ReadonlyArray<string>) =>
  ask(
    here,
    `${here.service.base}/companies/availability`,
    "-H",
    `authorization-token: ${key}`,
    ...words,
    ...(field === undefined ? [] : ["-H", `client-cert: ${field}`])
  )

describe("a trusted proxy", () => {
  beforeAll(begin({ proxies: ["127.0.0.0/8", "::1"] }), Installation.patience)
  afterAll(() => here.end())

  it("forwards certificates, which are checked like those of connections", async () => {
    const pair = await Installation.certify(here, client, "careful")
    const field = asField(pair.certificate)
    assert.strictEqual((await companies(field)).status, 200)
    assert.strictEqual((await companies(undefined)).code, "MUTUAL_TLS_REQUIRED")
    assert.strictEqual((await companies(asField(here.demo.certificate))).code, "CERTIFICATE_MISMATCH")
    await Installation.revoke(here, pair)
    assert.strictEqual((await companies(field)).code, "CERTIFICATE_REVOKED")
  })

  it("can forward exactly one certificate, and nothing else", async () => {
    const field = asField(here.demo.certificate)
    for (const other of [":", "::", "anything", field.slice(1), field.slice(0, -1), ":AAAA:", `${field}, ${field}`]) {
      const answer = await companies(other)
      assert.deepStrictEqual([answer.status, answer.code], [403, "CERTIFICATE_NOT_ACCEPTED"], other)
    }
    const twice = await companies(field, "-H", `client-cert: ${field}`)
    assert.strictEqual(twice.code, "CERTIFICATE_NOT_ACCEPTED")
  })

  it("cannot replace the certificate of a connection", async () => {
    const { certificate } = await Installation.certify(here, client, "behind")
    const words = ["-H", `authorization-token: ${key}`, "-H", `client-cert: ${asField(certificate)}`]
    const answer = await Installation.askAs(here, here.demo, "/companies/availability", ...words)
    assert.strictEqual(answer.code, "CERTIFICATE_MISMATCH")
  })
})

describe("any other client", () => {
  beforeAll(begin({ proxies: ["10.0.0.0/8"] }), Installation.patience)
  afterAll(() => here.end())

  it("cannot use the header", async () => {
    const { certificate } = await Installation.certify(here, client, "careful")
    for (const field of [asField(certificate), asField(here.demo.certificate), "anything"]) {
      assert.strictEqual((await companies(field)).code, "MUTUAL_TLS_REQUIRED")
    }
    const demo = ["-H", "authorization-token: sheaf-demo", "-H", `client-cert: ${asField(certificate)}`]
    assert.strictEqual((await ask(here, `${here.service.base}/companies/availability`, ...demo)).status, 200)
  })
})
