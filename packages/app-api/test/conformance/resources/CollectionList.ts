/** The list of collections, which is new in version 2026-04-01 (spec 4, 11). */
import { hasEnded } from "@sheaf/sandbox-site/testing"
import type { TestResponse } from "@sheaf/sandbox-site/testing"
import { assert, beforeAll, describe, it } from "vitest"
import type { ConformanceContext } from "../ConformanceContext.ts"

interface Item {
  readonly collectionId: string
  readonly company: string
  readonly status: string
  readonly externalReference?: string
  readonly sessionMetadata?: object
  readonly products: ReadonlyArray<string>
}

const nextOf = (answer: TestResponse): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(answer.header("link") ?? "")?.[1]

const itemsOf = ({ json }: TestResponse) => json as ReadonlyArray<Item> // the client has already checked the response
// against the OpenAPI document

const idsOf = (answer: TestResponse) => itemsOf(answer).map(({ collectionId }) => collectionId)

export const collectionList = (setting: ConformanceContext) =>
  describe("the list of collections", () => {
    const { send } = setting

    /** A unique reference, with characters that queries must encode. */
    const reference = `order 7/ö&${crypto.randomUUID()}`
    const ours = `externalReference=${encodeURIComponent(reference)}`
    let ids: ReadonlyArray<string> = []

    const attributes = { EXTERNAL_REFERENCE: reference, BRANCH_7: "västra" }

    const begin = async (company: string) => {
      const answer = await setting.post("/collections", {
        company,
        loginMethod: "USERNAME_AND_PASSWORD",
        parameters: [
          { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" },
          { type: "SESSION_METADATA", attributes }
        ]
      })
      return (answer.json as Item).collectionId
    }

    beforeAll(async () => {
      const started: Array<string> = []
      for (const company of ["se-nordhem", "fr-rivage", "se-nordhem", "se-nordhem", "fr-rivage"]) {
        started.unshift(await begin(company))
      }
      for (const id of started) await setting.poll(id, hasEnded)
      ids = started
    })

    it("is newest first, shows the caller's references and the products, and is not cached", async () => {
      const answer = await send(`/collections?${ours}`)
      assert.deepStrictEqual(idsOf(answer), ids)
      for (const { externalReference, products, sessionMetadata } of itemsOf(answer)) {
        assert.strictEqual(externalReference, reference)
        assert.deepStrictEqual(sessionMetadata, attributes)
        assert.include(products, "INSURANCE")
      }
      const [newest] = itemsOf(answer)
      const { collectionId, products } = newest ?? assert.fail("the list is not empty")
      const status = await send(`/collections/${collectionId}/status`)
      assert.containsSubset(status.json, { sessionMetadata: attributes, externalReference: reference, products })
      assert.strictEqual(answer.header("cache-control"), "no-store")
    })

    const filters: ReadonlyArray<readonly [query: string, found: ReadonlyArray<number>]> = [
      ["company=fr-rivage", [0, 3]],
      ["latest=true", [0, 1]],
      ["latest=true&company=se-nordhem", [1]],
      ["statusIn=RUNNING,COMPLETED", [0, 1, 2, 3, 4]],
      ["statusIn=RUNNING,LOGIN&statusIn=FAILED", []],
      ["limit=1", [0]]
    ]

    it.each(filters)("supports the query %s", async (query, found) => {
      const expected = ids.filter((_, index) => found.includes(index))
      assert.deepStrictEqual(idsOf(await send(`/collections?${ours}&${query}`)), expected)
    })

    it("links to the next page, with the same filters, until the last page", async () => {
      const pages: Array<ReadonlyArray<string>> = []
      let path: string | undefined = `/collections?limit=2&statusIn=COMPLETED&${ours}`
      while (path !== undefined) {
        const page: TestResponse = await send(path)
        assert.strictEqual(page.status, 200)
        pages.push(idsOf(page))
        path = nextOf(page)
      }
      assert.deepStrictEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    })
  })
