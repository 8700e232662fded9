/** `sheaf bank sandbox`, which serves the sandbox's banks in NextGenPSD2. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { randomUUID } from "node:crypto"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"

const listening = /listening on (http:\/\/\S+)\.\n/

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
