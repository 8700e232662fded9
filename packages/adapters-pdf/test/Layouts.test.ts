import { assert, describe, it } from "@effect/vitest"
import { fold } from "../src/layout/Fold.ts"
import type { Field } from "../src/layout/Layout.ts"
import { layouts, layoutsOf } from "../src/index.ts"

describe.each(layouts)("the layout $id", (layout) => {
  const fields: ReadonlyArray<Field> = layout.fields

  it("is named after its company", () => {
    assert.isTrue(layout.id.startsWith(`${layout.company}/`))
  })

  it("finds each member once", () => {
    const targets = [...fields, ...layout.constants].map(({ target }) => target)
    assert.deepStrictEqual([...new Set(targets)], targets)
  })

  it("looks under headings that it knows", () => {
    const known = new Set(layout.headings.map(fold))
    for (const { under } of [...fields, ...layout.rows]) {
      if (under !== undefined) assert.isTrue(known.has(fold(under)), under)
    }
  })

  it("requires what an insurance is told apart by", () => {
    const required = fields.filter((field) => field.required).map(({ target }) => target)
    assert.includeMembers(required, ["insuranceNumber", "startDate", "holder.name"])
  })
})

describe("the layouts", () => {
  it("have each a name of their own", () => {
    const ids = layouts.map(({ id }) => id)
    assert.deepStrictEqual([...new Set(ids)], ids)
  })

  it("are found by their company", () => {
    assert.deepStrictEqual(
      layoutsOf("fr-rivage").map(({ id }) => id),
      ["fr-rivage/home-policy", "fr-rivage/motor-statement"]
    )
    assert.isEmpty(layoutsOf("se-nordhem"))
  })
})
