/** Request ids (spec 7). */
import { assert, describe, it } from "vitest"
import type { ConformanceContext } from "./ConformanceContext.ts"

export const requestIds = ({ send }: ConformanceContext) =>
  describe("X-Request-Id", () => {
    const idOf = async (own?: string) =>
      (await send("/health", { headers: { "x-request-id": own } })).header("x-request-id") ?? ""

    const uuid = "0197f0A2-5c1b-7d3e-8f4a-6b7c8d9e0f1a"
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    it.each([uuid, trace])("repeats the caller's UUID or W3C trace id: %s", async (own) => {
      assert.strictEqual(await idOf(own), own)
    })

    it.each([
      "short",
      "199001012385",
      "a".repeat(31),
      trace.toUpperCase(),
      "0".repeat(32),
      `${uuid}, ${uuid}`,
      undefined
    ])("is new for any other request: %s", async (own) => {
      const [first, second] = [await idOf(own), await idOf(own)]
      assert.match(first, /^[0-9a-f]{8}-[0-9a-f-]{27}$/)
      assert.notStrictEqual(first, own)
      assert.notStrictEqual(first, second)
    })

    it.each(["/companies/availability", "/collections/1/status", "/nothing", "/collections?x=1", "/docs"])(
      "is in every response and every problem: %s",
      async (path) => {
        const answer = await send(path, { headers: { "x-request-id": trace } })
        assert.strictEqual(answer.header("x-request-id"), trace)
        if (answer.status >= 400) assert.strictEqual(answer.problem.requestId, trace)
      }
    )
  })
