/** API keys, and the paths that need none (spec 5). */
import { assert, describe, it } from "vitest"
import type { Setting } from "./Setting.ts"

export const credentials = (setting: Setting) =>
  describe("the API key", () => {
    const send = (path: string, key: string | undefined) =>
      setting.send(path, { headers: { "authorization-token": key } })

    it.each([
      ["missing", undefined, "MISSING_CREDENTIALS"],
      ["empty", "", "MISSING_CREDENTIALS"],
      ["unknown", "sheaf_test_x", "INVALID_API_KEY"],
      ["repeated", "sheaf-demo, sheaf-demo", "INVALID_API_KEY"]
    ])("that is %s is rejected with a challenge", async (_, key, code) => {
      const answer = await send("/companies/availability", key)
      assert.strictEqual(answer.status, 401)
      assert.strictEqual(answer.problem.code, code)
      assert.strictEqual(answer.header("www-authenticate"), 'ApiKey realm="sheaf", header="Authorization-token"')
    })

    it.each(["/health", "/ready", "/versions", "/statuses", "/docs", "/problems/internal", "/openapi/2026-04-01.json"])(
      "is not required at %s",
      async (path) => {
        assert.strictEqual((await send(path, undefined)).status, 200)
      }
    )
  })
