/** As whom the server of mutual TLS appears, while its files change (decisions 15). */
import { assert, describe } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { X509Certificate } from "node:crypto"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ServerIdentity } from "../src/index.ts"
import * as Openssl from "./Openssl.ts"
import { test } from "./World.ts"

/** Two pairs of openssl, and the files in which one of them is. */
const setUp = Effect.gen(function* () {
  const openssl = yield* Openssl.make
  const make = (name: string, ...more: ReadonlyArray<string>) => {
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", `${name}.key`]
    openssl.expect("req", "-x509", ...key, "-subj", `/CN=${name}`, "-out", `${name}.pem`, ...more)
    const text = (file: string) => Buffer.from(openssl.read(file)).toString()
    return { key: text(`${name}.key`), certificate: text(`${name}.pem`) }
  }
  const [one, two] = [make("one"), make("two")]
  const clients = make("clients", "-addext", "extendedKeyUsage=clientAuth")
  const files = { key: join(openssl.folder, "server.key"), certificate: join(openssl.folder, "server.pem") }
  const encrypt = (...words: ReadonlyArray<string>) =>
    openssl.expect(...words, "-in", "one.key", "-aes-256-cbc", "-passout", "pass:secret")
  return { one, two, clients, encrypt, files }
})

describe("the identity of the server", () => {
  test("is what its files hold, when they go together", function* () {
    const { clients, encrypt, files, one, two } = yield* setUp
    const put = ({ certificate = one.certificate, key = one.key }: Partial<typeof one>) => {
      writeFileSync(files.key, key)
      writeFileSync(files.certificate, certificate)
    }
    put(one)
    const found = yield* ServerIdentity.read(files, "the root")
    assert.deepInclude(found, { certificate: one.certificate, authority: "the root" })
    const refused = (message: string) =>
      Effect.map(Effect.flip(ServerIdentity.read(files, "the root")), (error) =>
        assert.strictEqual(error.message, message)
      )
    put({ key: two.key })
    yield* refused(`${files.key} is not the key of ${files.certificate}`)
    put({ key: one.certificate })
    yield* refused(`${files.key} holds no PEM key`)
    for (const key of [encrypt("pkey"), encrypt("ec")]) {
      put({ key })
      yield* refused(`${files.key} is encrypted: only one without a passphrase can be used`)
    }
    put({ certificate: one.key })
    yield* refused(`${files.certificate} holds no PEM certificate`)
    put(clients)
    yield* refused(`${files.certificate} is not for servers`)
    // As it is for a moment while a chain is copied: its first certificate is whole.
    put({ certificate: one.certificate + two.certificate.slice(0, 200) })
    yield* refused(`${files.certificate} and ${files.key} cannot be used: something in them is damaged, or too weak`)
    put({ certificate: one.certificate + two.certificate })
    yield* ServerIdentity.read(files, "the root")
    rmSync(files.certificate)
    yield* refused(`${files.certificate} cannot be read: NotFound`)
  })

  test("changes with its files, once, and not before both of them fit", function* () {
    const { files, one, two } = yield* setUp
    yield* TestClock.setTime(new X509Certificate(two.certificate).validToDate.getTime() - 60_000)
    // Files of memory, which are read at once: the clock of the test waits for no disk.
    const now = { [files.key]: one.key, [files.certificate]: one.certificate }
    const disk = FileSystem.layerNoop({ readFileString: (file) => Effect.sync(() => now[file] ?? "") })
    const lines: Array<string> = []
    const log = Logger.layer([Logger.make(({ logLevel }) => void lines.push(logLevel))])
    const renewed: Array<string> = []
    const renew = ({ certificate }: ServerIdentity.ServerIdentity) => Effect.sync(() => void renewed.push(certificate))
    yield* ServerIdentity.read(files, "the root").pipe(
      Effect.flatMap((first) => ServerIdentity.follow(files, first, renew)),
      Effect.provide(Layer.merge(disk, log)),
      Effect.forkScoped({ startImmediately: true })
    )
    const look = TestClock.adjust(ServerIdentity.interval)
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
    // What clients would not trust any more takes no place.
    yield* TestClock.adjust("1 minute")
    now[files.certificate] = two.certificate
    now[files.key] = two.key
    yield* look
    yield* look
    assert.lengthOf(renewed, 2)
    assert.deepStrictEqual(lines, ["Warn", "Info", "Info", "Warn"])
  })
})
