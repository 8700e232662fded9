/** The client's two keys and two requests (spec 5). */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ClientRequest } from "../src/index.ts"
import * as Folder from "./Folder.ts"
import * as Openssl from "./Openssl.ts"
import { test } from "./World.ts"

describe("the files of a client", () => {
  test("are two keys of 2048 bits, its owner's alone, and the requests that they signed", function* () {
    const folder = join(yield* Folder.make, "new", "brask")
    yield* ClientRequest.write(folder, "Brask & Co")
    assert.deepStrictEqual(readdirSync(folder), ["production.csr", "production.key", "test.csr", "test.key"])
    const openssl = yield* Openssl.make
    const modulus = (kind: string, file: string) => openssl.expect(kind, "-in", file, "-noout", "-modulus")
    for (const environment of ["test", "production"]) {
      const [key, csr] = [join(folder, `${environment}.key`), join(folder, `${environment}.csr`)]
      assert.strictEqual(Folder.modeOf(key), "600")
      const said = openssl.expect("req", "-in", csr, "-verify", "-noout", "-text", "-nameopt", "RFC2253")
      assert.match(said, /verify OK/)
      assert.include(said, "Public-Key: (2048 bit)")
      assert.include(said, "sha256WithRSAEncryption")
      assert.include(said, `Subject: CN=Brask & Co,OU=${environment},O=Sheaf`)
      assert.strictEqual(modulus("req", csr), modulus("rsa", key))
    }
    const [test, production] = ["test", "production"].map((name) => modulus("rsa", join(folder, `${name}.key`)))
    assert.notStrictEqual(test, production)
  })

  test("are never overwritten", function* () {
    const folder = yield* Folder.make
    for (const name of ["test.key", "test.csr", "production.key", "production.csr"]) {
      const file = join(folder, name)
      writeFileSync(file, "mine")
      const error = yield* Effect.flip(ClientRequest.write(folder, "demo"))
      assert.deepStrictEqual(error, new ClientRequest.FileExists({ file }))
      assert.strictEqual(readFileSync(file, "utf8"), "mine")
      assert.deepStrictEqual(readdirSync(folder), [name])
      rmSync(file)
    }
  })
})
