/** The behavior that only version 2026-04-01 has (spec 2.1, 2.5, 2.8, 4). */
import type { AnyStatusObject } from "@sheaf/sandbox-site/testing"
import { assert, describe, it } from "vitest"
import { collectionList } from "./resources/CollectionList.ts"
import type { ConformanceContext } from "./ConformanceContext.ts"

const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }

export const only20260401 = (setting: ConformanceContext): void => {
  const { post, send } = setting

  const start = (company: string, ...parameters: ReadonlyArray<object>) =>
    post("/collections", { company, loginMethod: "USERNAME_AND_PASSWORD", parameters: [login, ...parameters] })

  describe("a start", () => {
    it("returns the address of its status", async () => {
      const answer = await start(setting.facts.company)
      const location = answer.header("location") ?? ""
      const { id } = answer.json as AnyStatusObject
      assert.strictEqual(location, `/collections/${id}/status`)
      assert.containsSubset((await send(location)).json, { id, collectionId: id })
    })
  })

  describe("data", () => {
    it("of a product that the company does not have returns 404, and the detail names the product", async () => {
      const answer = await start("se-granskog")
      const { id } = answer.json as AnyStatusObject
      await setting.poll(id, ({ pollingInterval }) => pollingInterval === undefined)
      const { problem } = await send(`/collections/${id}/wealth/data`)
      assert.strictEqual(problem.status, 404)
      assert.strictEqual(problem.code, "PRODUCT_NOT_COLLECTED")
      assert.include(problem.detail, "WEALTH")
    })
  })

  describe("input", () => {
    it("returns the status, and can be repeated with the question's id", async () => {
      const id = await setting.beginNamed("two-factor")
      const { pendingInput } = await setting.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
      const supply = (value: string) =>
        post(`/collections/${id}/supplement-info`, { type: "TWO_FACTOR_CODE", value, inputId: pendingInput?.inputId })
      const [first, second] = await Promise.all([supply("123456"), supply("123 456")])
      assert.deepStrictEqual([first.status, second.status], [202, 202])
      assert.containsSubset(first.json, { id, collectionId: id })
      assert.doesNotHaveAnyKeys(first.json, ["extraInformation", "pendingInput"])
      const { problem } = await supply("654321")
      assert.strictEqual(problem.code, "INPUT_NO_LONGER_PENDING")
      assert.include(problem.detail, "answered")
    })
  })

  collectionList(setting)
}
