/** Search on the developer pages. */
import { assert, it } from "vitest"
import { find, snippetOf } from "../src/shell/Search.ts"

const entries = [
  ["/docs/guides/operate#webhooks", "Operate Sheaf", "Webhooks", "Clients manage their endpoints."],
  ["/docs/guides/integrate", "Integrate Sheaf", "Integrate Sheaf", "Start the sandbox, and receive webhooks."],
  ["/docs/2026-04-01/webhook-endpoints", "Webhook endpoints", "Webhook endpoints", "Addresses of a client."],
  ["/docs/guides/connect#leva", "Connect", "Försäkring", "Texts."]
] as const

const hrefs = (query: string) => find(entries, query).map(([href]) => href)

it("puts the heading first that is the query, then pages, headings and texts with all words", () => {
  assert.deepStrictEqual(hrefs("webhooks"), ["/docs/guides/operate#webhooks", "/docs/guides/integrate"])
  assert.deepStrictEqual(hrefs("webhook"), [
    "/docs/2026-04-01/webhook-endpoints",
    "/docs/guides/operate#webhooks",
    "/docs/guides/integrate"
  ])
  assert.deepStrictEqual(hrefs("operate endpoints"), ["/docs/guides/operate#webhooks"])
})

it("ignores accents, and finds nothing without words", () => {
  assert.deepStrictEqual(hrefs("forsakring"), ["/docs/guides/connect#leva"])
  assert.deepStrictEqual(hrefs("  / "), [])
  assert.deepStrictEqual(hrefs("nowhere"), [])
})

it("finds the name of a model by its words, and a phrase before scattered words", () => {
  const found = find(
    [
      ["/docs/guides/rules", "Rules", "Rules", "The number of a personal visit."],
      ["/docs/guides/sandbox", "The sandbox", "The sandbox", "A personal number selects the outcome."],
      ["/docs/2026-04-01/models#PersonalNumber", "Models", "PersonalNumber", "Twelve digits."]
    ],
    "personal number"
  )
  assert.deepStrictEqual(
    found.map(([, page]) => page),
    ["Models", "The sandbox", "Rules"]
  )
})

it("starts the text of a result at the match", () => {
  assert.strictEqual(snippetOf("Send the request again with the same key.", "same key"), "… same key.")
  assert.strictEqual(snippetOf("Send the key.", "key"), "Send the key.")
})
