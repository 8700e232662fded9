/** The behavior that only version 2025-01-01 has (spec 2.2, 2.8, 3.1, 4). */
import { assert, describe, it } from "vitest"
import { ScenarioCatalog, hasEnded } from "@sheaf/sandbox-site/testing"
import type { AnyStatusObject } from "@sheaf/sandbox-site/testing"
import type { ConformanceContext } from "./ConformanceContext.ts"

const input = { USERNAME: "maja", PASSWORD: "a-password" }

const newest = { headers: { "service-version": "2026-04-01" } }

export const only20250101 = (setting: ConformanceContext): void => {
  const { post, send, speaker } = setting
  const { insurance, wealth } = speaker

  const start = (company: string) => ({ company, loginMethod: "USERNAME_AND_PASSWORD", input })

  const begin = async (path: string, body: object) => {
    const answer = await post(path, body)
    assert.strictEqual(answer.status, 200, answer.text)
    return (answer.json as AnyStatusObject).id // the response conforms to its document
  }

  describe("a start", () => {
    it.each([
      ["insurance", insurance, wealth],
      ["wealth", wealth, insurance]
    ] as const)("at the path of %s collects and shows that product only", async (_, own, other) => {
      const id = await begin(own.starts, start(setting.facts.company))
      await setting.poll(id, hasEnded, own)
      assert.isNotEmpty((await send(own.data(id))).json)
      for (const path of [other.status(id), other.data(id), other.document(id, "page")]) {
        assert.strictEqual((await send(path)).problem.code, "NOT_FOUND")
      }
      const code = { type: "TWO_FACTOR_CODE", value: "123456" }
      assert.strictEqual((await post(other.supplementInfo(id), code)).problem.code, "NOT_FOUND")
      const contactForm = { email: "maja@example.com", phoneNumber: "46701740605" }
      assert.strictEqual((await post(other.contactForm(id), contactForm)).problem.code, "NOT_FOUND")
    })
  })

  describe("a collection", () => {
    it("of the newest version appears under the path of each of its products, with fewer members", async () => {
      const started = await send("/collections", {
        method: "POST",
        body: JSON.stringify(
          ScenarioCatalog.startRequestOf(
            ScenarioCatalog.findScenario(setting.facts.scenarios, "completed"),
            "USERNAME_AND_PASSWORD"
          )
        ),
        ...newest
      })
      const { id } = started.json as AnyStatusObject
      for (const routes of [insurance, wealth]) {
        await setting.poll(id, hasEnded, routes)
        assert.isNotEmpty((await send(routes.data(id))).json)
        assert.hasAllKeys((await send(routes.status(id))).json, ["id", "company", "status"])
      }
      const whole = (await send(`/collections/${id}/status`, newest)).json
      assert.containsAllKeys(whole, ["collectionId", "createdAt", "statusChangedAt"])
    })
  })

  describe("input", () => {
    it("is accepted with an empty response", async () => {
      const id = await setting.beginNamed("two-factor")
      await setting.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
      const answer = await post(wealth.supplementInfo(id), { type: "TWO_FACTOR_CODE", value: "123456" })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.bytes.length, 0)
      assert.isUndefined(answer.header("content-type"))
    })

    it("for a contact form is rejected with pointers to its own fields", async () => {
      const { problem } = await post(wealth.contactForm(setting.facts.contactForm), { email: "no address" })
      assert.strictEqual(problem.status, 422)
      assert.containsSubset(problem.errors, [{ pointer: "/email" }])
    })
  })
}
