/** Search on the developer pages. */
import { assert, it } from "vitest"
import { find, Query, snippetOf } from "../src/shell/Ranking.ts"

const entries = [
  ["/docs/guides/operate#webhooks", "Operate Sheaf", "Webhooks", "Clients manage their endpoints."],
  ["/docs/guides/integrate", "Integrate Sheaf", "Integrate Sheaf", "Start the sandbox, and receive webhooks."],
  ["/docs/2026-04-01/webhook-endpoints", "Webhook endpoints", "Webhook endpoints", "Addresses of a client."],
  ["/docs/guides/connect#leva", "Connect", "Försäkring", "Texts."]
] as const

const hrefs = (query: string) => find(entries, new Query(query)).map(([href]) => href)

it("puts the heading first that is the query, then pages, headings and texts with all words", () => {
  for (const query of ["webhooks", "webhook"])
    assert.deepStrictEqual(hrefs(query), [
      "/docs/guides/operate#webhooks",
      "/docs/2026-04-01/webhook-endpoints",
      "/docs/guides/integrate"
    ])
  assert.deepStrictEqual(hrefs("operate endpoints"), ["/docs/guides/operate#webhooks"])
})

it("ignores accents, and finds nothing without words", () => {
  assert.deepStrictEqual(hrefs("forsakring"), ["/docs/guides/connect#leva"])
  assert.deepStrictEqual(hrefs("  / "), [])
  assert.deepStrictEqual(hrefs("nowhere"), [])
})

it("finds other forms of a word, and shows errors after guides unless the query is a code", () => {
  const found = (query: string) =>
    find(
      [
        ["/problems/too-many-secrets", "TOO_MANY_SECRETS", "Too many webhook secrets", "Deliveries have 8 signatures."],
        [
          "/docs/2026-04-01/webhook-endpoints#rotate",
          "Webhook endpoints",
          "Rotate a secret",
          "One signature for each."
        ],
        ["/docs/guides/integrate#webhooks", "Integrate Sheaf", "Webhooks", "Verify what Sheaf signed."]
      ],
      new Query(query)
    ).map(([href]) => href)
  assert.deepStrictEqual(found("webhook signature"), [
    "/docs/guides/integrate#webhooks",
    "/docs/2026-04-01/webhook-endpoints#rotate",
    "/problems/too-many-secrets"
  ])
  assert.deepStrictEqual(found("webhook verification"), ["/docs/guides/integrate#webhooks"])
  assert.strictEqual(found("TOO_MANY_SECRETS")[0], "/problems/too-many-secrets")
})

it("suggests for a path only pages whose title begins with its word or has all of its words", () => {
  const suggested = (query: string) =>
    find(
      [
        ["/problems/nothing-to-expire", "NOTHING_TO_EXPIRE", "Nothing to expire", "Nothing can time out."],
        ["/problems/rate-limited", "RATE_LIMITED", "Rate limit reached", "Too many requests."],
        ["/docs/guides/sandbox", "The sandbox", "The sandbox", "It simulates companies."],
        ["/docs/guides/monitors#settings", "Monitors", "Settings", "When a monitor runs."],
        ["/docs/guides/operate#limits", "Operate Sheaf", "Rates and limits", "They are settings."]
      ],
      new Query(query),
      { inTexts: false }
    ).map(([href]) => href)
  for (const query of ["nothing", "limits", "companies"]) assert.deepStrictEqual(suggested(query), [])
  assert.deepStrictEqual(suggested("sandbox"), ["/docs/guides/sandbox"])
  assert.deepStrictEqual(suggested("monitor"), ["/docs/guides/monitors#settings"])
  assert.deepStrictEqual(suggested("rate limit"), ["/docs/guides/operate#limits", "/problems/rate-limited"])
})

it("finds the name of a model by its words, and a phrase before scattered words", () => {
  const found = find(
    [
      ["/docs/guides/rules", "Rules", "Rules", "The number of a personal visit."],
      ["/docs/guides/sandbox", "The sandbox", "The sandbox", "A personal number selects the outcome."],
      ["/docs/2026-04-01/models/PersonalNumber", "PersonalNumber", "PersonalNumber", "Twelve digits."]
    ],
    new Query("personal number")
  )
  assert.deepStrictEqual(
    found.map(([, page]) => page),
    ["PersonalNumber", "The sandbox", "Rules"]
  )
})

it("starts the text of a result at the match", () => {
  assert.strictEqual(snippetOf("Send the request again with the same key.", new Query("same key")), "… same key.")
  assert.strictEqual(snippetOf("Send the key.", new Query("key")), "Send the key.")
})
