/** Starting a collection (spec 2.1, 2.2, 4). */
import { assert, describe, it } from "vitest"
import { ScenarioCatalog } from "@sheaf/sandbox-site/testing"
import type { ConformanceContext } from "../ConformanceContext.ts"

export const collectionStart = (setting: ConformanceContext) =>
  describe("a start", () => {
    const { accepted, start, wealth } = setting.speaker

    const body = () =>
      JSON.stringify(
        start(
          ScenarioCatalog.startRequestOf(ScenarioCatalog.findScenario(setting.facts.scenarios, "completed"), "EMAIL")
        )
      )

    const post = (headers: Readonly<Record<string, string>> = {}) =>
      setting.send(wealth.starts, { method: "POST", body: body(), headers })

    it("returns the first status, uncached, with an id to poll", async () => {
      const answer = await post()
      assert.strictEqual(answer.status, accepted.start)
      assert.strictEqual(answer.header("cache-control"), "no-store")
      assert.containsSubset(answer.json, { company: setting.facts.company, status: "RUNNING" })
      const { id } = answer.json as { readonly id: string } // the response conforms to its document
      assert.strictEqual((await setting.seen(id)).id, id)
    })

    it.each(["application/json; charset=utf-8", "Application/JSON", " application/json ;x=y"])(
      "can have the media type %s",
      async (type) => {
        assert.strictEqual((await post({ "content-type": type })).status, accepted.start)
      }
    )
  })
