/** Tests the two authorities: their certificates, their folders, and what makes them unusable (spec 5.3). */
import { assert, describe } from "@effect/vitest"
import type { Environment } from "@sheaf/ports"
import { Effect, FileSystem, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { Authority, AuthorityFiles } from "../src/index.ts"
import * as Folder from "./Folder.ts"
import * as Openssl from "./Openssl.ts"
import * as TestServices from "./TestServices.ts"
import { test } from "./TestServices.ts"

describe("an authority", () => {
  for (const environment of Authority.environments) {
    test(`of ${environment} is a root for leaf certificates and revocation lists only`, function* () {
      const { certificate, key } = yield* Authority.make(environment)
      const openssl = yield* Openssl.make
      openssl.write("ca.pem", certificate)
      const lines = openssl
        .expect("x509", "-in", "ca.pem", "-noout", "-text", "-nameopt", "RFC2253")
        .split("\n")
        .map((line) => line.trim())
      const below = (title: string) => lines[lines.indexOf(title) + 1]
      const name = `CN=Sheaf ${environment} authority,OU=${environment},O=Sheaf`
      assert.includeMembers(lines, [
        `Subject: ${name}`,
        `Issuer: ${name}`,
        "Version: 3 (0x2)",
        "Not Before: Mar 31 09:30:00 2026 GMT",
        "Not After : Mar 31 09:30:00 2036 GMT",
        "ASN1 OID: prime256v1"
      ])
      assert.strictEqual(below("X509v3 Basic Constraints: critical"), "CA:TRUE, pathlen:0")
      assert.strictEqual(below("X509v3 Key Usage: critical"), "Certificate Sign, CRL Sign")
      const at = ["-attime", TestServices.seconds(TestServices.start)]
      openssl.expect("verify", "-x509_strict", "-check_ss_sig", ...at, "-CAfile", "ca.pem", "ca.pem")
      openssl.write("ca.key", Redacted.value(key))
      assert.include(openssl.expect("pkey", "-in", "ca.key", "-check", "-noout"), "Key is valid")
    })
  }

  test("is different each time", function* () {
    const [first, second] = [yield* TestServices.authority(), yield* TestServices.authority()]
    assert.notStrictEqual(first.keyId, second.keyId)
    assert.notStrictEqual(first.root.serialNumber, second.root.serialNumber)
  })

  test("cannot be used outside its validity", function* () {
    const authority = yield* TestServices.authority()
    const pair = yield* Authority.make("test")
    for (const [at, isGood] of [
      [authority.notBefore - 1, false],
      [authority.notBefore, true],
      [authority.notAfter, true],
      [authority.notAfter + 1, false]
    ] as const) {
      yield* TestClock.setTime(at)
      const exit = yield* Effect.exit(Authority.open("test", pair))
      assert.strictEqual(exit._tag === "Success", isGood, new Date(at).toISOString())
    }
  })
})

const kept = Effect.gen(function* () {
  const folder = join(yield* Folder.make, "certs")
  assert.deepStrictEqual(yield* AuthorityFiles.createMissing(folder), ["test", "production"])
  return folder
})

const contents = (folder: string) =>
  Object.fromEntries(
    ["test", "production"].flatMap((environment) =>
      readdirSync(join(folder, environment)).map((file) => {
        const path = join(environment, file)
        return [path, readFileSync(join(folder, path), "utf8")]
      })
    )
  )

const reasonOf = (folder: string, environment: Environment = "test") =>
  Effect.map(Effect.flip(AuthorityFiles.open(folder, environment)), ({ message }) => message)

describe("the authorities' folder", () => {
  test("is accessible only to its owner, with everything in it", function* () {
    const folder = yield* kept
    assert.strictEqual(Folder.modeOf(folder), "700")
    for (const environment of Authority.environments) {
      assert.strictEqual(Folder.modeOf(join(folder, environment)), "700")
      assert.strictEqual(Folder.modeOf(join(folder, environment, "ca.key")), "600")
      assert.strictEqual((yield* AuthorityFiles.open(folder, environment)).environment, environment)
    }
    assert.lengthOf(readdirSync(folder), 2)
  })

  test("is never overwritten", function* () {
    const folder = yield* kept
    const before = contents(folder)
    assert.deepStrictEqual(yield* AuthorityFiles.createMissing(folder), [])
    assert.deepStrictEqual(contents(folder), before)
    rmSync(join(folder, "production"), { recursive: true })
    assert.deepStrictEqual(yield* AuthorityFiles.createMissing(folder), ["production"])
    for (const [path, content] of Object.entries(contents(folder))) {
      assert.strictEqual(content === before[path], path.startsWith("test"), path)
    }
    rmSync(join(folder, "production", "ca.key"))
    assert.deepStrictEqual(yield* AuthorityFiles.createMissing(folder), [])
    assert.isFalse(existsSync(join(folder, "production", "ca.key")))
    assert.lengthOf(readdirSync(folder), 2)
  })

  test("is created only once if several processes race", function* () {
    const folder = join(yield* Folder.make, "certs")
    const made = yield* Effect.all(
      Array.from({ length: 4 }, () => AuthorityFiles.createMissing(folder)),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(made.flat().toSorted(), ["production", "test"])
    yield* AuthorityFiles.open(folder, "test")
    assert.lengthOf(readdirSync(folder), 2)
  })

  test("loses the drafts of killed processes, and nothing else", function* () {
    const folder = yield* kept
    const leave = (name: string) => {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, "ca.key"), "never used")
    }
    const left = [".test.draft-a1B2c3", ".production.draft-Zz9Yy8"]
    // Folders with such names must stay: they could be backups, and perhaps the only copies.
    const others = ["test.backup", "test.a1B2c3", ".test.draft-", ".test.draft-a1B2c3d", ".other.draft-a1B2c3"]
    for (const name of [...left, ...others]) leave(name)
    writeFileSync(join(folder, ".test.draft-file12"), "no folder")
    const before = contents(folder)
    assert.deepStrictEqual(yield* AuthorityFiles.createMissing(folder), [])
    const expected = [...others, ".test.draft-file12", "production", "test"]
    assert.sameMembers(readdirSync(folder), expected)
    assert.deepStrictEqual(contents(folder), before)
    rmSync(join(folder, "test"), { recursive: true })
    leave(".test.draft-a1B2c3")
    assert.deepStrictEqual(yield* AuthorityFiles.createMissing(folder), ["test"])
    assert.sameMembers(readdirSync(folder), expected)
  })

  test("belongs to the first process, which also removes the draft of a slower process", function* () {
    const fileSystem = yield* FileSystem.FileSystem
    const folder = join(yield* Folder.make, "certs")
    // While this process writes, another process finishes first and removes this process's draft.
    const overtaken = FileSystem.FileSystem.of({
      ...fileSystem,
      writeFileString: (file, content, options) =>
        Effect.suspend(() => {
          if (!file.endsWith("ca.pem") || existsSync(join(folder, "test"))) {
            return fileSystem.writeFileString(file, content, options)
          }
          return AuthorityFiles.createMissing(folder).pipe(
            Effect.provideService(FileSystem.FileSystem, fileSystem),
            Effect.provide(TestServices.services),
            Effect.orDie,
            Effect.andThen(fileSystem.writeFileString(file, content, options))
          )
        })
    })
    const made = yield* Effect.provideService(AuthorityFiles.createMissing(folder), FileSystem.FileSystem, overtaken)
    assert.deepStrictEqual(made, [])
    assert.sameMembers(readdirSync(folder), ["production", "test"])
    for (const environment of Authority.environments) yield* AuthorityFiles.open(folder, environment)
  })

  test("is not written to if both authorities exist", function* () {
    const folder = yield* kept
    const disk = yield* FileSystem.FileSystem
    const readOnly = FileSystem.FileSystem.of({
      ...disk,
      makeTempDirectory: () => Effect.die("written to"),
      makeTempDirectoryScoped: () => Effect.die("written to"),
      writeFileString: () => Effect.die("written to")
    })
    assert.deepStrictEqual(
      yield* Effect.provideService(AuthorityFiles.createMissing(folder), FileSystem.FileSystem, readOnly),
      []
    )
  })

  test("reports why an authority cannot be used", function* () {
    const folder = yield* kept
    const file = (name: string, environment = "test") => join(folder, environment, name)
    const before = contents(folder)
    const restore = () =>
      Object.entries(before).forEach(([path, content]) => {
        rmSync(join(folder, path), { force: true })
        writeFileSync(join(folder, path), content, { mode: 0o600 })
      })
    for (const name of ["ca.key", "ca.pem"] as const) {
      rmSync(file(name))
      assert.include(yield* reasonOf(folder), `${file(name)} is missing: `)
      restore()
      writeFileSync(file(name), "nothing")
      assert.include(yield* reasonOf(folder), `the test authority cannot sign: ${name} holds no PEM`)
      restore()
    }
    copyFileSync(file("ca.key", "production"), file("ca.key"))
    assert.include(yield* reasonOf(folder), "ca.key is not the key of ca.pem")
    copyFileSync(file("ca.pem", "production"), file("ca.pem"))
    assert.include(yield* reasonOf(folder), "ca.pem is not the certificate of the test authority")
    restore()
    chmodSync(file("ca.key"), 0o640)
    assert.include(yield* reasonOf(folder), "other users can read the key")
    restore()
    // Anyone who can write to a folder can replace the authority in it.
    for (const open of [folder, join(folder, "test")]) {
      for (const mode of [0o720, 0o702, 0o1777]) {
        chmodSync(open, mode)
        assert.strictEqual(yield* reasonOf(folder), `other users can write to ${open}: run chmod 700 on it`)
      }
      for (const mode of [0o755, 0o700]) {
        chmodSync(open, mode)
        yield* AuthorityFiles.open(folder, "test")
      }
    }
    yield* AuthorityFiles.open(folder, "test")
    rmSync(join(folder, "test"), { recursive: true })
    assert.match(yield* reasonOf(folder), /^there is no test authority in .+: create it with sheaf certs init$/)
  })

  test("returns the roots of the existing authorities, or names the file without a certificate", function* () {
    const folder = yield* kept
    const file = (environment: string) => join(folder, environment, "ca.pem")
    const roots = ["test", "production"].map((environment) => ({
      environment,
      certificate: readFileSync(file(environment), "utf8")
    }))
    assert.deepStrictEqual(yield* AuthorityFiles.readRootCertificates(folder), roots)
    writeFileSync(file("production"), "half")
    const error = yield* Effect.flip(AuthorityFiles.readRootCertificates(folder))
    assert.strictEqual(error.message, `${file("production")} holds no PEM certificate`)
    rmSync(join(folder, "production"), { recursive: true })
    assert.deepStrictEqual(yield* AuthorityFiles.readRootCertificates(folder), roots.slice(0, 1))
  })

  test("does not replace a file", function* () {
    const folder = join(yield* Folder.make, "certs")
    mkdirSync(folder)
    writeFileSync(join(folder, "test"), "somebody's notes")
    assert.deepStrictEqual(yield* AuthorityFiles.createMissing(folder), ["production"])
    assert.strictEqual(readFileSync(join(folder, "test"), "utf8"), "somebody's notes")
    assert.include(yield* reasonOf(folder), `cannot read the files in ${join(folder, "test")}: `)
  })
})
