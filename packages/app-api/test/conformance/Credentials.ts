/** API keys, and the paths that need none (spec 5). */
import { assert, describe, it } from "vitest"
import type { ConformanceContext } from "./ConformanceContext.ts"

export const credentials = (setting: ConformanceContext) =>
  describe("the API key", () => {
    const send = (path: string, key: string | undefined) =>
      setting.send(path, { headers: { "authorization-token": key } })

    it.each(["/health", "/ready", "/versions", "/statuses", "/docs", "/problems/internal", "/openapi/2026-04-01.json"])(
      "is not required at %s",
      async (path) => {
        assert.strictEqual((await send(path, undefined)).status, 200)
      }
    )
  })
