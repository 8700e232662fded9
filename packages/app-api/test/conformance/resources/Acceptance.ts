/** The media types that a client accepts (RFC 9110 §12.5.1; decisions 12). */
import { assert, describe, it } from "vitest"
import type { Setting } from "../Setting.ts"

export const acceptance = (setting: Setting) =>
  describe("Accept", () => {
    const { wealth } = setting.speaker

    it("that excludes JSON returns 406, still with a problem", async () => {
      const headers = { accept: "text/csv" }
      for (const path of ["/companies/availability", wealth.data(setting.facts.completed)]) {
        assert.strictEqual((await setting.send(path, { headers })).problem.code, "NOT_ACCEPTABLE")
      }
      const start = await setting.send(wealth.starts, { method: "POST", body: "{}", headers })
      assert.strictEqual(start.problem.code, "NOT_ACCEPTABLE")
    })

    it.each(["*/*", "application/json", "text/html, */*;q=0.1", ""])(
      "that allows JSON is accepted: %s",
      async (accept) => {
        assert.strictEqual((await setting.send("/companies/availability", { headers: { accept } })).status, 200)
      }
    )

    it("is ignored on open paths", async () => {
      assert.strictEqual((await setting.send("/health", { headers: { accept: "text/plain" } })).status, 200)
    })
  })
