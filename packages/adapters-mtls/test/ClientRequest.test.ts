/** The client's two keys and two requests (spec 5). */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ClientRequest, Issuance } from "../src/index.ts"
import * as Folder from "./Folder.ts"
import * as Openssl from "./Openssl.ts"
import * as World from "./World.ts"

const services = Layer.merge(World.stores, NodeServices.layer)

describe("the files of a client", () => {
  it.effect("are two keys of 2048 bits, its owner's alone, and the requests that they signed", () =>
    Effect.gen(function* () {
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
    }).pipe(Effect.scoped, Effect.provide(services))
  )

  it.effect("become certificates", () =>
    Effect.gen(function* () {
      const folder = yield* Folder.make
      yield* World.addClient("demo")
      const written = yield* ClientRequest.write(folder, "demo")
      for (const { request } of written) {
        yield* Issuance.issue(yield* World.authority(), { request: readFileSync(request), clientId: "demo", days: 1 })
      }
    }).pipe(Effect.scoped, Effect.provide(services))
  )

  it.effect("are never overwritten", () =>
    Effect.gen(function* () {
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
    }).pipe(Effect.scoped, Effect.provide(services))
  )
})
