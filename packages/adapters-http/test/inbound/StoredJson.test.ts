/** Tests how stored records are shown in an older API version. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as StoredJson from "../../src/inbound/responses/StoredJson.ts"

const Texts = Schema.Array(Schema.Struct({ name: Schema.String, text: Schema.String }))

describe("a converted record", () => {
  it.prop("keeps every text, in any script", { records: Texts }, ({ records }) => {
    const stored = new TextEncoder().encode(JSON.stringify(records))
    const shown = StoredJson.convert(stored, (all) => all.map(({ text }) => ({ text })))
    assert.deepStrictEqual(
      JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(shown)),
      records.map(({ text }) => ({ text }))
    )
  })

  it("keeps texts beyond Latin-1, and those that JSON escapes", () => {
    const text = 'Malmö Čekis 日本 😀 \u2028 "quoted" \\ \n'
    const stored = new TextEncoder().encode(JSON.stringify([{ text }]))
    const shown = StoredJson.convert(stored, (all) => all)
    assert.deepStrictEqual(new TextDecoder().decode(shown), JSON.stringify([{ text }]))
  })
})
