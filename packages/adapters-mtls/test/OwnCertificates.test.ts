/** Tests the certificates that a sandbox creates at its first start (spec 5.3). */
import { assert, describe } from "@effect/vitest"
import { CertificateStore } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { OwnCertificates } from "../src/index.ts"
import * as Folder from "./Folder.ts"
import * as Openssl from "./Openssl.ts"
import * as TestServices from "./TestServices.ts"
import { test } from "./TestServices.ts"

const { day, start } = TestServices
const setUp = Effect.gen(function* () {
  const folder = join(yield* Folder.make, "certs")
  const ensure = OwnCertificates.ensure({ folder, demoClient: "demo", days: 30 })
  return { folder, ensure, read: (file: string) => readFileSync(join(folder, file), "utf8") }
})

const authorities = ["test/ca.key", "test/ca.pem", "production/ca.key", "production/ca.pem"]
const made = ["server/server.key", "server/server.pem", "demo/client.key", "demo/client.pem", "demo/ca.pem"]

describe("sandbox certificates", () => {
  test("serve this machine and the demo client", function* () {
    const { ensure, folder } = yield* setUp
    const { authority, certificate, key } = (yield* ensure).identity
    const openssl = yield* Openssl.make
    openssl.write("ca.pem", authority)
    openssl.write("server.pem", certificate)
    const at = ["-attime", TestServices.seconds(start), "-CAfile"]
    const verify = (purpose: string, root: string, ...more: ReadonlyArray<string>) =>
      openssl.run("verify", "-x509_strict", "-purpose", purpose, ...at, root, ...more).code === 0
    for (const host of [
      ["-verify_hostname", "localhost"],
      ["-verify_ip", "127.0.0.1"],
      ["-verify_ip", "::1"]
    ]) {
      assert.isTrue(verify("sslserver", "ca.pem", ...host, "server.pem"), host.join(" "))
    }
    assert.isFalse(verify("sslserver", "ca.pem", "-verify_hostname", "example.com", "server.pem"))
    assert.isFalse(verify("sslclient", "ca.pem", "server.pem"))
    const [client, root] = [join(folder, "demo", "client.pem"), join(folder, "demo", "ca.pem")]
    assert.isTrue(verify("sslclient", root, client))
    assert.isFalse(verify("sslserver", root, client))
    const ofKey = (file: string) => openssl.expect("pkey", "-in", file, "-pubout")
    openssl.write("server.key", Redacted.value(key))
    const ofCertificate = (file: string) => openssl.expect("x509", "-in", file, "-noout", "-pubkey")
    assert.strictEqual(ofCertificate("server.pem"), ofKey("server.key"))
    assert.strictEqual(ofCertificate(client), ofKey(join(folder, "demo", "client.key")))
    for (const file of [...authorities, ...made]) assert.strictEqual(Folder.modeOf(join(folder, file)), "600", file)
    const [record, ...others] = yield* (yield* CertificateStore).list("demo")
    assert.deepStrictEqual(others, [])
    assert.include(openssl.expect("x509", "-in", client, "-noout", "-serial").toLowerCase(), record?.serial ?? "none")
  })

  test("are kept at the next start and renewed in the last third of their validity", function* () {
    const { ensure, read } = yield* setUp
    const all = [...authorities, ...made]
    const contents = () => Object.fromEntries(all.map((file) => [file, read(file)]))
    const first = yield* ensure
    const before = contents()
    yield* TestClock.setTime(start + 20 * day)
    assert.deepStrictEqual(yield* ensure, first)
    assert.deepStrictEqual(contents(), before)
    yield* TestClock.setTime(start + 20 * day + 1)
    yield* ensure
    const changed = all.filter((file) => contents()[file] !== before[file])
    assert.deepStrictEqual(changed, ["demo/client.key", "demo/client.pem"])
    yield* TestClock.setTime(start + 60 * day + 1)
    assert.notStrictEqual((yield* ensure).identity.certificate, first.identity.certificate)
    assert.lengthOf(yield* (yield* CertificateStore).list("demo"), 3)
  })

  test("are renewed if a file is missing, broken, or from another authority", function* () {
    const { ensure, folder, read } = yield* setUp
    yield* ensure
    for (const file of made) {
      for (const harm of [() => rmSync(join(folder, file)), () => writeFileSync(join(folder, file), "half")]) {
        harm()
        yield* ensure
        assert.match(read(file), /^-----BEGIN /, file)
      }
      if (!file.endsWith(".key")) continue
      const another = read(file.startsWith("server") ? "demo/client.key" : "server/server.key")
      writeFileSync(join(folder, file), another)
      yield* ensure
      assert.notStrictEqual(read(file), another)
    }
    const client = read("demo/client.pem")
    rmSync(join(folder, "test"), { recursive: true })
    const { authority } = (yield* ensure).identity
    assert.notStrictEqual(read("demo/client.pem"), client)
    assert.strictEqual(read("demo/ca.pem"), authority)
  })

  test("are not renewed after a revocation", function* () {
    const { ensure, read } = yield* setUp
    yield* ensure
    const store = yield* CertificateStore
    const [record] = yield* store.list("demo")
    yield* store.revoke(record?.serial ?? "")
    const client = read("demo/client.pem")
    yield* ensure
    assert.strictEqual(read("demo/client.pem"), client)
    yield* TestClock.setTime(start + 40 * day)
    yield* ensure
    assert.strictEqual(read("demo/client.pem"), client)
    assert.lengthOf(yield* store.list("demo"), 1)
  })

  test("belong to the server alone if there is no demo client", function* () {
    const { folder } = yield* setUp
    yield* OwnCertificates.ensure({ folder, days: 30 })
    assert.deepStrictEqual(yield* (yield* CertificateStore).list(), [])
    assert.throws(() => readFileSync(join(folder, "demo", "ca.pem")))
  })
})
