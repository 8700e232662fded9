/** Certificates by the command line, from the client's request to the revocation list: openssl plays everybody else. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer, text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { start } from "../../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../../src/testing/ServiceProcess.ts"
import { inherited } from "../service/Surroundings.ts"

const entry = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

let folder: string
let dataDir: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-certificates-"))
  dataDir = join(folder, "data")
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command, to its end. */
const sheaf = async (words: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, ["--conditions=@sheaf/source", entry, ...words], {
    cwd: folder,
    env: { ...inherited, SHEAF_DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const exited = once(child, "exit")
  const [bytes, err] = await Promise.all([buffer(child.stdout), text(child.stderr)])
  const [code] = await exited
  return { code, bytes, out: bytes.toString(), err }
}

/** What a command prints that has to succeed, without the line break. */
const printed = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await sheaf(words)
  assert.strictEqual(code, 0, err)
  return out.replace(/\n$/, "")
}

/** What a command says that is refused, without `sheaf: `. It prints nothing. */
const refusal = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await sheaf(words)
  assert.strictEqual(code, 1)
  assert.strictEqual(out, "")
  return /^sheaf: (.+)\n$/.exec(err)?.[1] ?? assert.fail(err)
}

const runOpenssl = (parameters: ReadonlyArray<string>) => {
  const { error, status, stderr, stdout } = spawnSync("openssl", parameters, { cwd: folder, encoding: "utf8" })
  if (error !== undefined && "code" in error && error.code === "ENOENT") {
    throw new Error("openssl is needed for this test")
  }
  return { code: status, said: `${stdout}${stderr}` }
}

const openssl = (...parameters: ReadonlyArray<string>): string => {
  const { code, said } = runOpenssl(parameters)
  assert.strictEqual(code, 0, said)
  return said.trim()
}

/** The root of an authority. */
const root = (environment: string) => join(dataDir, "certs", environment, "ca.pem")

const isVerified = (environment: string, certificate: string, ...more: ReadonlyArray<string>): boolean => {
  writeFileSync(join(folder, "verified.pem"), certificate)
  const verify = ["verify", "-purpose", "sslclient", "-CAfile", root(environment), ...more, "verified.pem"]
  return runOpenssl(verify).code === 0
}

const serialOf = (certificate: string): string => {
  writeFileSync(join(folder, "serial.pem"), certificate)
  return openssl("x509", "-in", "serial.pem", "-noout", "-serial").replace("serial=", "")
}

describe("before there are authorities", () => {
  it("nothing is signed, and it is said how they are made", async () => {
    const client = await printed("clients", "create", "--name", "Brask")
    writeFileSync(join(folder, "any"), "")
    const said = await refusal("certs", "sign", "--csr", "any", "--client", client, "--environment", "test")
    assert.match(said, /^there is no test authority in .+: create it with sheaf certs init$/)
    assert.match(await refusal("certs", "crl", "--environment", "production"), /^there is no production authority/)
    assert.strictEqual(await printed("certs", "list"), "")
  })
})

describe("the authorities", () => {
  it("are made once, and are for their owner only", async () => {
    assert.strictEqual(await printed("certs", "init"), "test\nproduction")
    const keys = ["test", "production"].map((environment) => join(dataDir, "certs", environment, "ca.key"))
    const before = keys.map((key) => readFileSync(key, "utf8"))
    assert.match(await refusal("certs", "init"), /^the authorities are there already, in /)
    assert.deepStrictEqual(
      keys.map((key) => readFileSync(key, "utf8")),
      before
    )
    for (const key of keys) assert.strictEqual(statSync(key).mode & 0o777, 0o600)
  })
})

describe("the client's side", () => {
  it("is two keys and two requests, which are never overwritten", async () => {
    const mine = join(folder, "mine")
    const expected = [join(mine, "test.csr"), join(mine, "production.csr")]
    assert.strictEqual(await printed("certs", "request", "--client", "Brask & Co", "--out", mine), expected.join("\n"))
    assert.deepStrictEqual(readdirSync(mine), ["production.csr", "production.key", "test.csr", "test.key"])
    for (const request of expected) assert.match(openssl("req", "-in", request, "-verify", "-noout"), /verify OK/)
    assert.match(await refusal("certs", "request", "--client", "Brask", "--out", mine), /is there already/)
  })

  it("needs no data folder", async () => {
    const env = { SHEAF_DATA_DIR: join(folder, "unused") }
    const { code, err } = await sheaf(["certs", "request", "--client", "Brask", "--out", "other"], env)
    assert.strictEqual(code, 0, err)
    assert.isFalse(existsSync(env.SHEAF_DATA_DIR))
  })

  it("is told when its folder cannot be written to", async () => {
    assert.match(
      await refusal("certs", "request", "--client", "Brask", "--out", "any/mine"),
      /^--out: any\/mine cannot be/
    )
  })
})

describe("beside a service that runs", () => {
  let service: ServiceProcess
  let client: string

  beforeAll(async () => {
    service = await start({ dataDir })
    client = await printed("clients", "create", "--name", "Lund")
    openssl(
      "req",
      "-new",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "lund.key",
      "-subj",
      "/CN=Lund",
      "-out",
      "lund.csr"
    )
  }, 60_000)
  afterAll(async () => {
    await service.stop()
  })

  const sign = (environment = "test", csr = "lund.csr") =>
    printed("certs", "sign", "--csr", csr, "--client", client, "--environment", environment)

  it("a request becomes a certificate of its environment, alone on standard output", async () => {
    for (const [environment, other] of [
      ["test", "production"],
      ["production", "test"]
    ] as const) {
      const certificate = await sign(environment)
      assert.match(certificate, /^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+\n-----END CERTIFICATE-----$/)
      assert.isTrue(isVerified(environment, certificate))
      assert.isFalse(isVerified(other, certificate))
      writeFileSync(join(folder, "lund.pem"), certificate)
      const subject = openssl("x509", "-in", "lund.pem", "-noout", "-subject", "-nameopt", "RFC2253")
      assert.strictEqual(subject, `subject=CN=${client},OU=${environment},O=Sheaf`)
    }
  })

  it("a request is refused by its rule, and nothing is recorded", async () => {
    const before = await printed("certs", "list")
    openssl(
      "req",
      "-new",
      "-newkey",
      "rsa:3072",
      "-nodes",
      "-keyout",
      "big.key",
      "-subj",
      "/CN=Lund",
      "-out",
      "big.csr"
    )
    writeFileSync(join(folder, "large.csr"), readFileSync(join(folder, "lund.csr"), "utf8").padEnd(1_000_000))
    const refused = (csr: string, id = client) =>
      refusal("certs", "sign", "--csr", csr, "--client", id, "--environment", "test")
    assert.strictEqual(
      await refused("big.csr"),
      "KEY_SIZE: the key must have exactly 2048 bits (spec 5; spec 8). Create a new RSA 2048 key and request."
    )
    assert.match(await refused("large.csr"), /^TOO_LARGE: /)
    assert.strictEqual(await refused("nowhere.csr"), "--csr: cannot read nowhere.csr: NotFound")
    assert.strictEqual(await refused("lund.csr", "nobody"), 'no client has the id "nobody"')
    assert.strictEqual(await printed("certs", "list"), before)
  })

  it("a request may come through a pipe, of which no more is read than a request may have", async () => {
    const command = [process.execPath, "--conditions=@sheaf/source", entry, "certs", "sign", "--client", client]
    const signing = `${command.map((word) => `'${word}'`).join(" ")} --environment test`
    const run = (script: string) =>
      spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8", env: { ...inherited, SHEAF_DATA_DIR: dataDir } })
    for (const script of [
      `cat lund.csr | ${signing} --csr /dev/stdin`,
      `mkfifo lund.fifo && { cat lund.csr > lund.fifo & } && ${signing} --csr lund.fifo`
    ]) {
      const { status, stderr, stdout } = run(script)
      assert.strictEqual(status, 0, stderr)
      assert.isTrue(isVerified("test", stdout))
    }
    const { status, stderr, stdout } = run(`yes | ${signing} --csr /dev/stdin`)
    assert.deepStrictEqual([status, stdout], [1, ""])
    assert.match(stderr, /^sheaf: TOO_LARGE: /)
  })

  it("a certificate is listed, revoked by the number that openssl shows, and then on the list of its authority", async () => {
    const certificate = await sign()
    const serial = serialOf(certificate)
    const entry = async () => {
      const listed = await printed("certs", "list", "--client", client)
      return listed
        .split("\n")
        .map((line) => line.split("\t"))
        .find(([number]) => number === serial.toLowerCase())
    }
    assert.deepStrictEqual((await entry())?.slice(0, 4), [serial.toLowerCase(), client, "test", "live"])
    const revoke = ["certs", "revoke", "--serial", serial, "--reason", "superseded"]
    assert.strictEqual(await printed(...revoke), serial.toLowerCase())
    assert.strictEqual(await refusal(...revoke), "no live certificate has this serial number")
    const [, , , standing, , , revokedAt, reason, ...rest] = (await entry()) ?? []
    assert.strictEqual(standing, "revoked")
    assert.isBelow(Math.abs(Date.now() - Date.parse(revokedAt ?? "")), 60_000)
    assert.deepStrictEqual([reason, ...rest], ["superseded"])
    const list = await printed("certs", "crl", "--environment", "test")
    writeFileSync(join(folder, "crl.pem"), `${list}\n`)
    assert.match(openssl("crl", "-in", "crl.pem", "-CAfile", root("test"), "-noout"), /verify OK/)
    const checked = ["-crl_check", "-CRLfile", "crl.pem"]
    assert.isFalse(isVerified("test", certificate, ...checked))
    assert.isTrue(isVerified("test", await sign(), ...checked))
    const { bytes } = await sheaf(["certs", "crl", "--environment", "test", "--form", "der"])
    writeFileSync(join(folder, "crl.der"), bytes)
    assert.match(openssl("crl", "-inform", "DER", "-in", "crl.der", "-noout", "-text"), new RegExp(serial))
  })

  it("a serial number is refused that is none, or nobody's", async () => {
    const refused = (serial: string) => refusal("certs", "revoke", "--serial", serial)
    assert.strictEqual(await refused("xyz"), "--serial: expected hexadecimal digits")
    assert.strictEqual(await refused("0102"), "no live certificate has this serial number")
  })

  it("a certificate is good for as long as is configured", async () => {
    const config = join(folder, "config.json")
    writeFileSync(config, JSON.stringify({ tls: { certificateDays: 3 } }))
    const words = ["certs", "sign", "--csr", "lund.csr", "--client", client, "--environment", "test"]
    const { code, out } = await sheaf(words, { SHEAF_CONFIG: config })
    assert.strictEqual(code, 0)
    writeFileSync(join(folder, "short.pem"), out)
    const day = 86_400
    const ends = (within: number) => runOpenssl(["x509", "-in", "short.pem", "-checkend", String(within)]).code === 1
    assert.isFalse(ends(3 * day - 600))
    assert.isTrue(ends(3 * day + 600))
  })

  it("a key that is certified elsewhere is told of", async () => {
    await sign("production")
    const { err } = await sheaf(["certs", "sign", "--csr", "lund.csr", "--client", client, "--environment", "test"])
    assert.include(err, `Warning: ${client} has a certificate for this key in production`)
  })
})
