/** Request ids (decisions 12). */
import { assert, describe, it } from "vitest"
import type { Setting } from "./Setting.ts"

export const requestIds = ({ send }: Setting) =>
  describe("X-Request-Id", () => {
    const idOf = async (own?: string) =>
      (await send("/health", { headers: { "x-request-id": own } })).header("x-request-id") ?? ""

    it.each(["abcd.EF-12_3", "12345678", "x".repeat(64)])("repeats the caller's valid id: %s", async (own) => {
      assert.strictEqual(await idOf(own), own)
    })

    it.each(["short", "x".repeat(65), "with space", "ids=199001012385", "a,b,c,d,e", undefined])(
      "is new for any other request: %s",
      async (own) => {
        const [first, second] = [await idOf(own), await idOf(own)]
        assert.match(first, /^[A-Za-z0-9._-]{8,64}$/)
        assert.notStrictEqual(first, own)
        assert.notStrictEqual(first, second)
      }
    )

    it.each(["/companies/availability", "/collections/1/status", "/nothing", "/collections?x=1", "/docs"])(
      "is in every response and every problem: %s",
      async (path) => {
        const answer = await send(path, { headers: { "x-request-id": "my-own-id-7" } })
        assert.strictEqual(answer.header("x-request-id"), "my-own-id-7")
        if (answer.status >= 400) assert.strictEqual(answer.problem.requestId, "my-own-id-7")
      }
    )
  })
