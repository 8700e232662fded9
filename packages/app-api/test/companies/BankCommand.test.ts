/** Tests `sheaf bank certificates`, which creates test certificates. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Psd2Role } from "@sheaf/adapters-mtls"
import { Console, Effect, FileSystem } from "effect"
import { Command } from "effect/cli"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as BankCommand from "../../src/cli/standalone/BankCommand.ts"

describe("sheaf bank certificates", () => {
  it.live("writes a provider's certificates that one authority signed, and overwrites nothing", () =>
    Effect.gen(function* () {
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const run = Command.runWith(BankCommand.makeCommand("bank"), { version: "0", renderErrors: false })
      const written = run(["certificates", "--out", folder]).pipe(
        Effect.provideService(Console.Console, { ...globalThis.console, log: () => {} })
      )
      yield* written
      const read = (name: string) => new X509Certificate(readFileSync(join(folder, name)))
      for (const name of ["qwac", "seal", "bank"]) {
        assert.isTrue(read(`${name}.pem`).checkPrivateKey(createPrivateKey(readFileSync(join(folder, `${name}.key`)))))
        assert.isTrue(read(`${name}.pem`).verify(read("ca.pem").publicKey))
      }
      assert.deepStrictEqual(Psd2Role.rolesIn(read("seal.pem").raw), ["PSP_AI"])
      assert.include(String(yield* Effect.flip(written)), "Choose an empty folder")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
