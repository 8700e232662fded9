/** `sheaf bank`, which serves the sandbox's banks in NextGenPSD2 and creates test certificates. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Psd2Role } from "@sheaf/adapters-mtls"
import { Console, Effect, FileSystem } from "effect"
import { Command } from "effect/cli"
import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as BankCommand from "../../src/cli/standalone/BankCommand.ts"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"

const listening = /listening on (http:\/\/\S+)\.\n/

describe("sheaf bank certificates", () => {
  it.live("writes a provider's certificates that one authority signed, and overwrites nothing", () =>
    Effect.gen(function* () {
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const run = Command.runWith(BankCommand.named("bank"), { version: "0", renderErrors: false })
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

describe("sheaf bank sandbox", () => {
  it.live("creates a consent, shows its page and returns accounts once the person approves", () =>
    Effect.gen(function* () {
      const dataDir = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const [started, [, base = ""]] = yield* Effect.promise(() =>
        ListeningProcess.start({
          program: ListeningProcess.sheaf("bank", "sandbox", "--port", "0"),
          env: { SHEAF_DATA_DIR: dataDir },
          listening
        })
      )
      yield* Effect.addFinalizer(() => Effect.promise(() => started.kill()))
      const call = (path: string, init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {}) =>
        Effect.promise(async () => {
          const headers = { "x-request-id": randomUUID(), "psu-ip-address": "192.0.2.17", ...init.headers }
          const response = await fetch(new URL(path, base), { redirect: "manual", ...init, headers })
          const text = await response.text()
          return { status: response.status, location: response.headers.get("location"), text }
        })
      const created = yield* call("/v1/consents", {
        method: "POST",
        headers: { "content-type": "application/json", "tpp-redirect-uri": "https://service.example/back" },
        body: JSON.stringify({
          access: { allPsd2: "allAccounts" },
          recurringIndicator: true,
          validUntil: "2999-12-31",
          frequencyPerDay: 4,
          combinedServiceIndicator: false
        })
      })
      const { consentId, _links } = JSON.parse(created.text)
      const page = String(_links.scaRedirect.href)
      assert.isTrue(page.startsWith(base))
      assert.strictEqual((yield* call(page)).status, 200)
      const back = yield* call(page, { method: "POST", body: new URLSearchParams({ decision: "approve" }) })
      assert.strictEqual(back.location, "https://service.example/back?result=approved")
      const { accounts } = JSON.parse((yield* call("/v1/accounts", { headers: { "consent-id": consentId } })).text)
      assert.lengthOf(accounts, 3)
      assert.strictEqual(yield* Effect.promise(() => started.stop()), 0)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
