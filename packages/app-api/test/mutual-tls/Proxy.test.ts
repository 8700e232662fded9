/** Tests `Client-Cert` headers from trusted proxies (spec 5.3; RFC 9440). */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Installation from "./Installation.ts"
import * as Tools from "../Tools.ts"

const { clientCertField, request } = Installation

let here: Installation.Installation
let key: string
let client: string

beforeAll(async () => {
  here = await Installation.install(() => ({ proxies: ["127.0.0.0/8", "::1"] }))
  client = await Tools.sheafPrints(here, "clients", "create", "--name", "Careful", "--require-mtls")
  key = await Tools.sheafPrints(here, "keys", "create", "--client", client)
}, Installation.setupTimeout)
afterAll(() => here.end())

const companies = (field: string | undefined) =>
  request(
    here,
    `${here.service.base}/companies/availability`,
    "-H",
    `authorization-token: ${key}`,
    ...(field === undefined ? [] : ["-H", `client-cert: ${field}`])
  )

describe("a trusted proxy", () => {
  it("forwards certificates, and they are checked like those of direct connections", async () => {
    const pair = await Installation.certify(here, client, "careful")
    const field = clientCertField(pair.certificate)
    assert.strictEqual((await companies(field)).status, 200)
    assert.strictEqual((await companies(undefined)).code, "MUTUAL_TLS_REQUIRED")
    assert.strictEqual((await companies(clientCertField(here.demo.certificate))).code, "CERTIFICATE_MISMATCH")
    await Installation.revoke(here, pair)
    assert.strictEqual((await companies(field)).code, "CERTIFICATE_REVOKED")
  })

  it("cannot replace the certificate of a connection", async () => {
    const { certificate } = await Installation.certify(here, client, "behind")
    const words = ["-H", `authorization-token: ${key}`, "-H", `client-cert: ${clientCertField(certificate)}`]
    const answer = await Installation.requestAs(here, here.demo, "/companies/availability", ...words)
    assert.strictEqual(answer.code, "CERTIFICATE_MISMATCH")
  })
})
