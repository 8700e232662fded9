/** The list of companies, and the products that they support (spec 4.1). */
import { assert, describe, it } from "vitest"
import type { ConformanceContext } from "../ConformanceContext.ts"

interface Company {
  readonly company: string
  readonly market: string
  readonly products: ReadonlyArray<string>
}

export const companies = (setting: ConformanceContext) =>
  describe("companies", () => {
    const { send } = setting

    const found = async (query: string) => {
      const answer = await send(`/companies/availability${query}`)
      assert.strictEqual(answer.status, 200)
      return answer.json as ReadonlyArray<Company> // safe, because `send` throws if a response is invalid
    }

    const filters: ReadonlyArray<readonly [query: string, holds: (company: Company) => boolean]> = [
      ["?market=se&product=WEALTH", ({ market, products }) => market === "se" && products.includes("WEALTH")],
      ["?company=se-nordhem&market=se", ({ company }) => company === "se-nordhem"]
    ]

    it.each(filters)("are filtered by %s", async (query, holds) => {
      const expected = (await found("")).filter(holds)
      assert.isNotEmpty(expected)
      assert.deepStrictEqual(await found(query), expected)
    })

    it.each(["/companies/availability", "/companies/supported-products"])(
      "are sent again only after they change: %s",
      async (path) => {
        const answer = await send(path)
        const tag = answer.header("etag") ?? ""
        assert.match(tag, /^"[^"]+"$/)
        assert.strictEqual(answer.header("cache-control"), "private, no-cache")
        const again = await send(path, { headers: { "if-none-match": tag } })
        assert.strictEqual(again.status, 304)
        assert.strictEqual(again.bytes.length, 0)
        assert.strictEqual(again.header("etag"), tag)
        const other = await send(`${path}?market=fr`, { headers: { "if-none-match": tag } })
        assert.strictEqual(other.status, 200)
        assert.notStrictEqual(other.header("etag"), tag)
      }
    )
  })
