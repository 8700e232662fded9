/** Collected data and documents (spec 4, 10). */
import type { VersionDialect } from "@sheaf/sandbox-site/testing"
import { assert, describe, it } from "vitest"
import type { ConformanceContext } from "../ConformanceContext.ts"

interface Documented {
  readonly documents?: ReadonlyArray<{ readonly documentId: string; readonly name: string }>
}

export const data = (setting: ConformanceContext): void => {
  const { insurance, wealth } = setting.speaker

  const kinds: ReadonlyArray<readonly [name: string, routes: VersionDialect.ProductRoutes, id: () => string]> = [
    ["insurance", insurance, () => setting.facts.insured],
    ["wealth", wealth, () => setting.facts.completed]
  ]

  describe.each(kinds)("%s data", (_, routes, id) => {
    const records = async (): Promise<ReadonlyArray<Documented>> => {
      const answer = await setting.send(routes.data(id()))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.header("cache-control"), "no-store")
      return answer.json as ReadonlyArray<Documented> // checked against the OpenAPI document
    }

    it("is available once the collection has completed, and is not cached", async () => {
      assert.isAtLeast((await records()).length, 2)
    })

    it("has documents, each of which downloads as a named PDF", async () => {
      const found = (await records()).flatMap(({ documents = [] }) => documents)
      assert.isNotEmpty(found)
      for (const { documentId, name } of found) {
        const answer = await setting.send(routes.document(id(), documentId))
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.header("content-type"), "application/pdf")
        assert.strictEqual(answer.header("x-content-type-options"), "nosniff")
        assert.strictEqual(answer.header("cache-control"), "no-store")
        const disposition = answer.header("content-disposition") ?? ""
        assert.match(disposition, /^attachment; filename="[ -~]+\.pdf"; filename\*=UTF-8''\S+\.pdf$/)
        assert.include(decodeURIComponent(disposition), name)
        assert.strictEqual(Buffer.from(answer.bytes).subarray(0, 5).toString(), "%PDF-")
      }
    })

    it("returns a document in its own media type for any Accept", async () => {
      const documentId = (await records()).flatMap(({ documents = [] }) => documents)[0]?.documentId ?? "none"
      for (const accept of ["application/pdf", "image/png", "*/*"]) {
        assert.strictEqual((await setting.send(routes.document(id(), documentId), { headers: { accept } })).status, 200)
      }
    })
  })

  describe("data", () => {
    it("is an empty list if the company has no records", async () => {
      assert.deepStrictEqual((await setting.send(wealth.data(setting.facts.empty))).json, [])
    })
  })
}
