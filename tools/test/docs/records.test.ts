/** The generated guides to records. */
import { assert, it } from "vitest"
import { guide } from "../../src/RecordsPage.ts"

it("have an overview that leads to every kind, and a page with a table and an example for each", () => {
  const { markdown, parts = {} } = guide()
  const pages = Object.entries(parts)
  assert.lengthOf(pages, 14)
  for (const [name, part] of pages) {
    assert.include(markdown, `(/docs/guides/records/${name})`)
    assert.match(part.markdown, /^\| member/m, name)
    assert.include(part.markdown, "```json\n{", name)
  }
})
