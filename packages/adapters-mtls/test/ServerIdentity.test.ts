/** Tests the mutual TLS server's identity, and its renewal when the files change (spec 5.3). */
import { assert, describe } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { X509Certificate } from "node:crypto"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ServerIdentity } from "../src/index.ts"
import * as Openssl from "./Openssl.ts"
import { test } from "./TestServices.ts"

const setUp = Effect.gen(function* () {
  const openssl = yield* Openssl.make
  const make = (name: string, ...more: ReadonlyArray<string>) => {
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", `${name}.key`]
    openssl.expect("req", "-x509", ...key, "-subj", `/CN=${name}`, "-out", `${name}.pem`, ...more)
    return { key: openssl.readText(`${name}.key`), certificate: openssl.readText(`${name}.pem`) }
  }
  const [one, two] = [make("one"), make("two")]
  const clients = make("clients", "-addext", "extendedKeyUsage=clientAuth")
  const files = { key: join(openssl.folder, "server.key"), certificate: join(openssl.folder, "server.pem") }
  const encrypt = (...words: ReadonlyArray<string>) =>
    openssl.expect(...words, "-in", "one.key", "-aes-256-cbc", "-passout", "pass:secret")
  return { one, two, clients, encrypt, files }
})

describe("the server identity", () => {
  test("is read from its files if a server can use them", function* () {
    const { clients, encrypt, files, one, two } = yield* setUp
    const put = ({ certificate = one.certificate, key = one.key }: Partial<typeof one>) => {
      writeFileSync(files.key, key)
      writeFileSync(files.certificate, certificate)
    }
    put(one)
    const found = yield* ServerIdentity.read(files, "the root")
    assert.deepInclude(found, { certificate: one.certificate, authority: "the root" })
    const refusal = Effect.map(Effect.flip(ServerIdentity.read(files, "the root")), ({ message }) => message)
    const rows: ReadonlyArray<readonly [Partial<typeof one>, message: string]> = [
      [{ key: two.key }, `${files.key} is not the key of ${files.certificate}`],
      [{ key: one.certificate }, `${files.key} holds no PEM key`],
      [{ key: encrypt("pkey") }, `${files.key} is encrypted; use a key without a passphrase`],
      [{ key: encrypt("ec") }, `${files.key} is encrypted; use a key without a passphrase`],
      [{ certificate: one.key }, `${files.certificate} holds no PEM certificate`],
      [clients, `${files.certificate} is not a server certificate`],
      // A chain that is still being copied. Only its first certificate is complete.
      [
        { certificate: one.certificate + two.certificate.slice(0, 200) },
        `${files.certificate} and ${files.key} cannot be used: the content is damaged or too weak`
      ]
    ]
    for (const [pair, message] of rows) {
      put(pair)
      assert.strictEqual(yield* refusal, message)
    }
    put({ certificate: one.certificate + two.certificate })
    yield* ServerIdentity.read(files, "the root")
    rmSync(files.certificate)
    assert.strictEqual(yield* refusal, `${files.certificate} cannot be read: NotFound`)
  })

  test("is renewed only once, when both files have changed and match", function* () {
    const { files, one, two } = yield* setUp
    yield* TestClock.setTime(new X509Certificate(two.certificate).validToDate.getTime() - 60_000)
    // The files are in memory, because the test clock does not wait for a disk.
    const now = { [files.key]: one.key, [files.certificate]: one.certificate }
    const disk = FileSystem.layerNoop({ readFileString: (file) => Effect.sync(() => now[file] ?? "") })
    const lines: Array<string> = []
    const log = Logger.layer([Logger.make(({ logLevel }) => void lines.push(logLevel))])
    const renewed: Array<string> = []
    const renew = ({ certificate }: ServerIdentity.ServerIdentity) => Effect.sync(() => void renewed.push(certificate))
    yield* ServerIdentity.read(files, "the root").pipe(
      Effect.flatMap((first) => ServerIdentity.watch(files, first, renew)),
      Effect.provide(Layer.merge(disk, log)),
      Effect.forkScoped({ startImmediately: true })
    )
    const look = TestClock.adjust(ServerIdentity.reloadInterval)
    yield* look
    assert.deepStrictEqual([renewed, lines], [[], []])
    now[files.key] = two.key
    yield* look
    yield* look
    assert.deepStrictEqual([renewed, lines], [[], ["Warn"]])
    now[files.certificate] = two.certificate
    yield* look
    yield* look
    assert.deepStrictEqual([renewed, lines], [[two.certificate], ["Warn", "Info"]])
    now[files.certificate] = one.certificate
    now[files.key] = one.key
    yield* look
    assert.deepStrictEqual(renewed, [two.certificate, one.certificate])
    // An expired certificate does not replace a valid one.
    yield* TestClock.adjust("1 minute")
    now[files.certificate] = two.certificate
    now[files.key] = two.key
    yield* look
    yield* look
    assert.lengthOf(renewed, 2)
    assert.deepStrictEqual(lines, ["Warn", "Info", "Info", "Warn"])
  })
})
