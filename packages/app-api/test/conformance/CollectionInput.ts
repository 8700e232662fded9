/** Tests input that collections ask for, and questions that time out (spec 2.5, 3.3, 12). */
import { assert, describe, it } from "vitest"
import { ScenarioCatalog, hasEnded } from "@sheaf/sandbox-site/testing"
import type { AnyStatusObject } from "@sheaf/sandbox-site/testing"
import type { ConformanceContext } from "./ConformanceContext.ts"

const isAsked = ({ extraInformation }: AnyStatusObject): boolean => extraInformation !== undefined

export const collectionInput = (setting: ConformanceContext): void => {
  const { accepted, contactForm, wealth } = setting.speaker

  const supply = (id: string, body: unknown) => setting.post(wealth.supplementInfo(id), body)

  const asked = async (name: string) => {
    const id = await setting.beginNamed(name)
    await setting.poll(id, isAsked)
    return id
  }

  const answerOf = (name: string) => {
    const { supplements = [] } = ScenarioCatalog.findScenario(setting.facts.scenarios, name)
    return supplements[0] ?? assert.fail(`${name} asks for nothing`)
  }

  describe("input to a collection", () => {
    it("is accepted once, is not cached, and lets the collection complete", async () => {
      const id = await asked("two-factor")
      const answer = await supply(id, answerOf("two-factor"))
      assert.strictEqual(answer.status, accepted.input)
      assert.strictEqual(answer.header("cache-control"), "no-store")
      assert.strictEqual((await supply(id, answerOf("two-factor"))).problem.code, "NOT_AWAITING_INPUT")
      assert.strictEqual((await setting.poll(id, hasEnded)).status, "COMPLETED")
    })

    it("can be contact details", async () => {
      const id = await asked("contact-form-pending")
      const input = answerOf("contact-form-pending")
      if (input.type !== "COLLECTION_INPUT") assert.fail("contact details are inputs")
      const answer = await setting.post(wealth.contactForm(id), contactForm(input))
      assert.strictEqual(answer.status, accepted.input)
      assert.strictEqual((await setting.poll(id, hasEnded)).status, "COMPLETED")
    })

    it("can contain deeply nested JSON as the response of a device", async () => {
      const deep: unknown = JSON.parse("[".repeat(60) + "]".repeat(60))
      const headers = { "set-cookie": ["a=b"] }
      const answer = await supply(setting.facts.waiting, {
        type: "RESPONSE_OBJECT",
        etag: "1",
        headers,
        response: { deep }
      })
      assert.strictEqual(answer.problem.code, "WRONG_INPUT_TYPE")
    })
  })

  describe("the timeout of a question", () => {
    const expire = (id: string) => setting.send(`/sandbox/collections/${id}/expire`, { method: "POST" })

    it("can be triggered in the sandbox", async () => {
      const id = await asked("contact-form-timeout")
      const answer = await expire(id)
      assert.strictEqual(answer.status, 202)
      assert.strictEqual(answer.header("cache-control"), "no-store")
      assert.containsSubset(answer.json, { id })
      assert.strictEqual((await setting.poll(id, hasEnded)).status, "CONTACT_FORM")
    })

    it("cannot be triggered if the collection waits for nothing", async () => {
      const { problem } = await expire(setting.facts.completed)
      assert.strictEqual(problem.status, 409)
      assert.strictEqual(problem.code, "NOTHING_TO_EXPIRE")
      assert.include(problem.detail, "COMPLETED")
    })
  })
}
