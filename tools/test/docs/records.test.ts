/** The generated guide to records. */
import { assert, it } from "vitest"
import { formatPage } from "../../src/RecordsPage.ts"

it("has a table and an example for the record and every kind", () => {
  const [, ...sections] = (formatPage().split("## Parts of records")[0] ?? "").split("\n### ")
  assert.lengthOf(sections, 14)
  for (const section of sections) {
    const [name = ""] = section.split("\n", 1)
    assert.match(section, /^\| member/m, name)
    assert.include(section, "```json\n{", name)
  }
})
