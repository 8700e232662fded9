/** Tests `sheaf certs`, from the client's request to the revocation list, and checks the results with openssl. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { start } from "../../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../../src/testing/ServiceProcess.ts"
import { sheafProgram as program } from "../../src/testing/index.ts"
import * as CommandLine from "../CommandLine.ts"
import * as Tools from "../Tools.ts"

const place = Tools.workspaceForAll()
const { dataDir, folder } = place

const printed = (...words: ReadonlyArray<string>) => Tools.sheafPrints(place, ...words)
const refusal = (...words: ReadonlyArray<string>) => Tools.sheafFails(place, ...words)
const openssl = (...words: ReadonlyArray<string>) => Tools.opensslPrints(place, ...words)

const fileIn = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return name
}

const rootOf = (environment: string) => join(dataDir, "certs", environment, "ca.pem")

const isVerified = async (environment: string, certificate: string, ...more: ReadonlyArray<string>) => {
  const words = ["verify", "-purpose", "sslclient", "-CAfile", rootOf(environment), ...more]
  return (await Tools.openssl(place, ...words, fileIn("verified.pem", certificate))).code === 0
}

describe("the client's requests", () => {
  it("are written with their keys, never overwritten, and need no data folder", async () => {
    const mine = join(folder, "mine")
    const unused = { folder, dataDir: join(folder, "unused") }
    const expected = [join(mine, "test.csr"), join(mine, "production.csr")]
    const words = ["certs", "request", "--client", "Brask & Co", "--out"]
    assert.strictEqual(await Tools.sheafPrints(unused, ...words, mine), expected.join("\n"))
    assert.isFalse(existsSync(unused.dataDir))
    assert.deepStrictEqual(readdirSync(mine), ["production.csr", "production.key", "test.csr", "test.key"])
    for (const request of expected) await openssl("req", "-in", request, "-verify", "-noout")
    assert.match(await refusal(...words, mine), /already exists; nothing was written$/)
    assert.match(await refusal(...words, `${fileIn("any", "")}/mine`), /^--out: cannot write to any\/mine: /)
  })
})

describe("while a service runs", () => {
  let service: ServiceProcess
  let client: string

  const newRequest = async (name: string, bits: number) => {
    const files = ["-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", "/CN=Lund"]
    await openssl("req", "-new", "-newkey", `rsa:${bits}`, "-nodes", ...files)
  }

  beforeAll(async () => {
    assert.strictEqual(await printed("certs", "init"), "test\nproduction")
    service = await start({ dataDir })
    client = await printed("clients", "create", "--name", "Lund")
    await newRequest("lund", 2048)
  })
  afterAll(async () => {
    await service.stop()
  })

  const signing = (environment = "test", csr = "lund.csr", id = client) =>
    ["certs", "sign", "--csr", csr, "--client", id, "--environment", environment] as const

  it("a request can be read from a pipe, but only up to the size limit", async () => {
    const sign = program(...signing("test", "/dev/stdin"))
      .map((word) => `'${word}'`)
      .join(" ")
    assert.isTrue(await isVerified("test", await Tools.shell(place, `cat lund.csr | ${sign}`)))
    const said = await Tools.shell(place, `yes | ${sign} 2>&1 && exit 1 || true`)
    assert.match(said, /^sheaf: TOO_LARGE: /)
  })

  it("a certificate is listed, is revoked by the number that openssl prints, and then appears in the revocation list", async () => {
    const certificate = await printed(...signing())
    fileIn("serial.pem", certificate)
    const serial = (await openssl("x509", "-in", "serial.pem", "-noout", "-serial")).replace("serial=", "")
    const entry = async () => {
      const listed = await printed("certs", "list", "--client", client)
      const entries = listed.split("\n").map((line) => line.split("\t"))
      return entries.find(([number]) => number === serial.toLowerCase()) ?? []
    }
    assert.deepStrictEqual((await entry()).slice(0, 4), [serial.toLowerCase(), client, "test", "live"])
    const revoke = ["certs", "revoke", "--serial", serial, "--reason", "superseded"]
    assert.strictEqual(await printed(...revoke), serial.toLowerCase())
    assert.strictEqual(await refusal(...revoke), "no live certificate has this serial number")
    assert.strictEqual(await refusal("certs", "revoke", "--serial", "xyz"), "--serial: expected hexadecimal digits")
    const [, , , state, , , revokedAt, ...reason] = await entry()
    assert.deepStrictEqual([state, ...reason], ["revoked", "superseded"])
    assert.match(revokedAt ?? "", /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const crl = fileIn("crl.pem", (await Tools.sheaf(place, ["certs", "crl", "--environment", "test"])).out)
    await openssl("crl", "-in", crl, "-CAfile", rootOf("test"), "-noout")
    const checked = ["-crl_check", "-CRLfile", crl]
    assert.isFalse(await isVerified("test", certificate, ...checked))
    assert.isTrue(await isVerified("test", await printed(...signing()), ...checked))
    const { bytes } = await Tools.sheaf(place, ["certs", "crl", "--environment", "test", "--form", "der"])
    writeFileSync(join(folder, "crl.der"), bytes)
    assert.include(await openssl("crl", "-inform", "DER", "-in", "crl.der", "-noout", "-text"), serial)
  })

  it("a certificate is valid for the configured number of days", async () => {
    const config = join(folder, fileIn("config.json", JSON.stringify({ tls: { certificateDays: 3 } })))
    const { out } = await CommandLine.run(place, signing(), { SHEAF_CONFIG: config })
    const short = fileIn("short.pem", out)
    const expiresWithin = async (seconds: number) =>
      (await Tools.openssl(place, "x509", "-in", short, "-checkend", String(seconds))).code === 1
    const days = 3 * 86_400
    assert.isFalse(await expiresWithin(days - 600))
    assert.isTrue(await expiresWithin(days + 600))
  })
})
