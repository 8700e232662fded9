/** Behind a proxy that ends TLS: whose `Client-Cert` is believed, and what is asked of it (decisions 15; RFC 9440). */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Installation from "./Installation.ts"
import * as Tools from "./Tools.ts"

const { asField, ask } = Installation

const always = { from: "20240101000000Z", until: "20400101000000Z" }

let here: Installation.Installation
let key: string
let client: string

const begin = (config: object) => async () => {
  here = await Installation.install(() => config)
  client = await Tools.sheaf(here, "clients", "create", "--name", "Careful", "--require-mtls")
  key = await Tools.sheaf(here, "keys", "create", "--client", client)
}

/** Asks over the plain listener with this value of the field, as the client. */
const companies = (field: string | undefined, ...words: ReadonlyArray<string>) =>
  ask(
    here,
    `${here.service.base}/companies/availability`,
    "-H",
    `authorization-token: ${key}`,
    ...words,
    ...(field === undefined ? [] : ["-H", `client-cert: ${field}`])
  )

describe("a proxy of ours", () => {
  beforeAll(begin({ proxies: ["127.0.0.0/8", "::1"] }), Installation.patience)
  afterAll(() => here.end())

  it("hands on certificates that are judged as those of connections are", async () => {
    const pair = await Installation.certify(here, client, "careful")
    const field = asField(pair.certificate)
    assert.strictEqual((await companies(field)).status, 200)
    assert.strictEqual((await companies(undefined)).code, "MUTUAL_TLS_REQUIRED")
    assert.strictEqual((await companies(asField(here.demo.certificate))).code, "CERTIFICATE_MISMATCH")
    await Installation.revoke(here, pair)
    assert.strictEqual((await companies(field)).code, "CERTIFICATE_REVOKED")
  })

  it.each<[what: string, forgery: Installation.Forgery, code: string]>([
    ["has expired", { name: "expired", from: "20240101000000Z", until: "20240201000000Z" }, "CERTIFICATE_OUT_OF_DATE"],
    [
      "is not valid yet",
      { name: "early", from: "20390101000000Z", until: "20400101000000Z" },
      "CERTIFICATE_OUT_OF_DATE"
    ],
    ["is a server's", { name: "server", purpose: "serverAuth", ...always }, "CERTIFICATE_NOT_ACCEPTED"],
    ["nobody recorded", { name: "unrecorded", ...always }, "CERTIFICATE_NOT_ACCEPTED"],
    ["is of the other environment", { name: "production", environment: "production", ...always }, "WRONG_ENVIRONMENT"]
  ])("is not believed a certificate that %s", async (_, forgery, code) => {
    const { certificate } = await Installation.forge(here, forgery)
    const answer = await companies(asField(certificate))
    assert.deepStrictEqual([answer.status, answer.code], [403, code])
  })

  it("is not believed anything that is no certificate", async () => {
    const field = asField(here.demo.certificate)
    for (const other of [":", "::", "anything", field.slice(1), field.slice(0, -1), ":AAAA:", `${field}, ${field}`]) {
      const answer = await companies(other)
      assert.deepStrictEqual([answer.status, answer.code], [403, "CERTIFICATE_NOT_ACCEPTED"], other)
    }
    const twice = await companies(field, "-H", `client-cert: ${field}`)
    assert.strictEqual(twice.code, "CERTIFICATE_NOT_ACCEPTED")
  })

  it("cannot put another certificate in the place of the one that a connection has shown", async () => {
    const { certificate } = await Installation.certify(here, client, "behind")
    const words = ["-H", `authorization-token: ${key}`, "-H", `client-cert: ${asField(certificate)}`]
    const answer = await Installation.askAs(here, here.demo, "/companies/availability", ...words)
    assert.strictEqual(answer.code, "CERTIFICATE_MISMATCH")
  })
})

describe("anybody else", () => {
  beforeAll(begin({ proxies: ["10.0.0.0/8"] }), Installation.patience)
  afterAll(() => here.end())

  it("shows nothing by the field", async () => {
    const { certificate } = await Installation.certify(here, client, "careful")
    for (const field of [asField(certificate), asField(here.demo.certificate), "anything"]) {
      assert.strictEqual((await companies(field)).code, "MUTUAL_TLS_REQUIRED")
    }
    const demo = ["-H", "authorization-token: sheaf-demo", "-H", `client-cert: ${asField(certificate)}`]
    assert.strictEqual((await ask(here, `${here.service.base}/companies/availability`, ...demo)).status, 200)
  })
})

describe("proxies", () => {
  it.each(["::/0", "::/64", "::/80", "::ffff:0:0/90"])(
    "cannot be the network %s, in which every address of IPv4 is as well",
    async (network) => {
      const said = await Installation.install(() => ({ proxies: ["10.0.0.7", network] })).then(
        (installation) => installation.end().then(() => "it started"),
        (error: Error) => error.message
      )
      assert.include(said, `every address of IPv4 is in ${network} as well: name networks of IPv4 as such`)
      assert.notInclude(said, "10.0.0.7")
    }
  )

  it("can be networks of IPv6, and those of IPv4 as IPv6 writes them", async () => {
    const entries = ["::1", "::/96", "2000::/3", "fc00::/7", "::ffff:127.0.0.0/104", "::ffff:0:0/96", "0.0.0.0/0"]
    await (await Installation.install(() => ({ proxies: entries }))).end()
  })
})
