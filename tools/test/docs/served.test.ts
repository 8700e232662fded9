/** The guides as the service shows them. */
import { assert, describe, it } from "@effect/vitest"
import * as GuidePages from "../../src/site/GuidePages.ts"

const bodyOf = (markdown: string): string => {
  const guide = (path: string, text: string) => ({ path, markdown: `# Title\n\n${text}\n`, summary: "" })
  const { pages } = GuidePages.sectionOf({
    groups: { All: { one: guide("docs/one.md", markdown), two: guide("packages/two/README.md", "") } },
    goals: [{ title: "Read", text: "", guides: ["two"] }],
    served: new Map([["docs/openapi/2026-04-01.json", "/openapi/2026-04-01.json"]]),
    scenarios: new Set(["two-factor"]),
    pictures: new Map([["docs/images/a.png", { address: "/docs/assets/a-1.png", width: 8, height: 6 }]])
  })
  return pages.find(({ address }) => address === "/docs/guides/one")?.body ?? ""
}

it("shows a diagram of characters as a picture", () => {
  const body = bodyOf("```text\nclient ══(1)══ Sheaf\n               ║\n             data\n```")
  assert.include(body, '<figure class="diagram"')
  for (const text of ["client", "1", "Sheaf", "data"]) assert.include(body, `>${text}</text>`)
})

describe("a link in a served guide", () => {
  it.each([
    ["to another guide", "[two](../packages/two/README.md#part)", '<a href="/docs/guides/two#part">two</a>'],
    [
      "to a document that the service serves",
      "[the API](openapi/2026-04-01.json)",
      '<a href="/openapi/2026-04-01.json">the API</a>'
    ],
    ["to a part of its own page", "[below](#part)", '<a href="#part">below</a>'],
    ["to another site", "[RFC](https://www.rfc-editor.org/)", '<a href="https://www.rfc-editor.org/">RFC</a>'],
    [
      "to a page that only the service has",
      "see `/docs/guides/records`",
      '<a href="/docs/guides/records"><code>/docs/guides/records</code></a>'
    ],
    [
      "to a served file by its path",
      "see `packages/two/README.md`",
      '<a href="/docs/guides/two"><code>packages/two/README.md</code></a>'
    ],
    ["to a file of the repository", "[threats](security.md#threats)", "threats (<code>docs/security.md</code>)"],
    [
      "to a picture, which the page contains",
      "![A map](images/a.png)",
      '<img src="/docs/assets/a-1.png" alt="A map" width="8" height="6" loading="lazy">'
    ],
    ["to a file that its text names", "[`docs/a.json`](a.json)", "<code>docs/a.json</code></p>"]
  ])("leads somewhere, or names where: %s", (_, markdown, html) => {
    assert.include(bodyOf(markdown), html)
  })
})
