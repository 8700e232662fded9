/** The behavior that only version 2026-04-01 has (spec 2.1, 2.8, 4; decisions 2, 4, 5). */
import { hasEnded } from "@sheaf/adapters-http/testing"
import type { Seen } from "@sheaf/adapters-http/testing"
import { assert, describe, it } from "vitest"
import { listing } from "./resources/Listing.ts"
import type { Setting } from "./Setting.ts"

const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }

interface Account {
  readonly fees?: object
}

export const only20260401 = (setting: Setting): void => {
  const { post, send } = setting

  const start = (company: string, ...parameters: ReadonlyArray<object>) =>
    post("/collections", { company, loginMethod: "USERNAME_AND_PASSWORD", parameters: [login, ...parameters] })

  describe("a start", () => {
    it("returns the address of its status", async () => {
      const answer = await start(setting.facts.company)
      const location = answer.header("location") ?? ""
      const { id } = answer.json as Seen
      assert.strictEqual(location, `/collections/${id}/status`)
      assert.containsSubset((await send(location)).json, { id, collectionId: id })
    })

    it("at a company without the product is rejected, and the detail names the product", async () => {
      const available = (await send("/companies/availability?market=se")).json as ReadonlyArray<{
        readonly company: string
        readonly products: ReadonlyArray<string>
      }>
      const withoutAccounts = available.find(({ products }) => !products.includes("PSD2_AIS"))
      const { company } = withoutAccounts ?? assert.fail("some company has no accounts")
      const { problem } = await start(company, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" })
      assert.strictEqual(problem.code, "PRODUCT_NOT_SUPPORTED")
      assert.include(problem.detail, "PSD2_AIS")
    })
  })

  describe("a start with electronic ID in the session of a running collection", () => {
    const begin = async () => {
      const parameters = [
        { type: "SWEDISH_EID", personalNumber: "199003152387" },
        { type: "SESSION_METADATA", attributes: { SESSION_ID: "reloaded-page" } }
      ]
      const loginMethod = "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST"
      const { id } = (await post("/collections", { company: "se-nordhem", loginMethod, parameters })).json as Seen
      return id
    }
    const reasonOf = async (id: string) => (await setting.seen(id)).extraInformation?.FAILURE_REASON?.code

    it("supersedes that collection, so that the second order is signed without a conflict", async () => {
      const before = await begin()
      await setting.poll(before, ({ status }) => status === "WAITING_FOR_USER_ACTION")
      const [first, second, third] = await Promise.all([begin(), begin(), begin()])
      assert.strictEqual(await reasonOf(before), "SUPERSEDED")
      const left = []
      for (const id of [first, second, third]) if ((await reasonOf(id)) !== "SUPERSEDED") left.push(id)
      assert.lengthOf(left, 1)
      assert.strictEqual((await setting.poll(String(left[0]), hasEnded)).status, "COMPLETED")
    })
  })

  describe("data", () => {
    it("of a product that the company does not have returns 404, and the detail names the product", async () => {
      const answer = await start("se-granskog")
      const { id } = answer.json as Seen
      await setting.poll(id, ({ pollingInterval }) => pollingInterval === undefined)
      const { problem } = await send(`/collections/${id}/wealth/data`)
      assert.strictEqual(problem.status, 404)
      assert.strictEqual(problem.code, "PRODUCT_NOT_COLLECTED")
      assert.include(problem.detail, "WEALTH")
    })

    it("has fees of one kind, if any", async () => {
      const records = (await send(`/collections/${setting.facts.completed}/wealth/data`)).json as ReadonlyArray<Account>
      const kinds = records.flatMap(({ fees }) => (fees === undefined ? [] : [Object.keys(fees)]))
      assert.isNotEmpty(kinds)
      for (const kind of kinds) assert.include([["personalized"], ["generic"]].map(String), String(kind))
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

    it("says that the question timed out", async () => {
      const id = await setting.beginNamed("two-factor-timeout")
      const { pendingInput } = await setting.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
      const { inputId } = pendingInput ?? assert.fail("the question has an id")
      await send(`/sandbox/collections/${id}/expire`, { method: "POST" })
      const answer = { type: "TWO_FACTOR_CODE", value: "123456", inputId }
      const { problem } = await post(`/collections/${id}/supplement-info`, answer)
      assert.strictEqual(problem.code, "INPUT_NO_LONGER_PENDING")
      assert.include(problem.detail, "timed out")
    })
  })

  listing(setting)
}
