/** Tests the creation of a client's keys and requests (spec 5). */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ClientEnrollment } from "../src/index.ts"
import * as Folder from "./Folder.ts"
import * as Openssl from "./Openssl.ts"
import { test } from "./TestServices.ts"

describe("client request files", () => {
  test("contain two different RSA 2048 keys and the requests signed with them", function* () {
    const folder = join(yield* Folder.make, "new", "brask")
    yield* ClientEnrollment.write(folder, "Brask & Co")
    assert.deepStrictEqual(readdirSync(folder), ["production.csr", "production.key", "test.csr", "test.key"])
    const openssl = yield* Openssl.make
    const modulusOf = (kind: string, file: string) => openssl.expect(kind, "-in", file, "-noout", "-modulus")
    const moduli = ["test", "production"].map((environment) => {
      const [key, csr] = [join(folder, `${environment}.key`), join(folder, `${environment}.csr`)]
      assert.strictEqual(Folder.modeOf(key), "600")
      const output = openssl.expect("req", "-in", csr, "-verify", "-noout", "-text", "-nameopt", "RFC2253")
      assert.match(output, /verify OK/)
      assert.include(output, "Public-Key: (2048 bit)")
      assert.include(output, "sha256WithRSAEncryption")
      assert.include(output, `Subject: CN=Brask & Co,OU=${environment},O=Sheaf`)
      assert.strictEqual(modulusOf("req", csr), modulusOf("rsa", key))
      return modulusOf("rsa", key)
    })
    assert.strictEqual(new Set(moduli).size, 2)
  })

  test("are never overwritten", function* () {
    const folder = yield* Folder.make
    for (const name of ["test.key", "test.csr", "production.key", "production.csr"]) {
      const file = join(folder, name)
      writeFileSync(file, "mine")
      const error = yield* Effect.flip(ClientEnrollment.write(folder, "demo"))
      assert.deepStrictEqual(error, new ClientEnrollment.FileExistsError({ file }))
      assert.strictEqual(readFileSync(file, "utf8"), "mine")
      assert.deepStrictEqual(readdirSync(folder), [name])
      rmSync(file)
    }
  })
})
