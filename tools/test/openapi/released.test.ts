/** The changes that a released version's document allows. */
import { assert, describe, it } from "vitest"
import * as Released from "../../src/openapi/Released.ts"
import { changed, gone, sample } from "./Sample.ts"

const promise = Released.first(sample, "1.0.0")

const compared = (current: typeof sample, inPreparation = "1.1.0"): Released.Compared => ({
  version: "2026-04-01",
  promise,
  current,
  release: inPreparation
})

const reworded = changed(sample, {
  "info > title": "Things",
  "paths > /things > get > summary": "All things",
  "components > schemas > Thing > description": "Anything at all.",
  "components > schemas > Thing > title": "A thing"
})
const extended = changed(sample, { "components > schemas > Thing > properties > age": { type: "integer" } })
const broken = changed(sample, { "components > schemas > Thing > properties > weight": gone })

describe("a released version", () => {
  it("is kept if only texts change", () => {
    assert.deepStrictEqual(Released.violations(compared(reworded)), [])
    assert.deepStrictEqual(Released.renew(compared(reworded)), promise)
  })

  it("rejects breaking changes, which need a new version", () => {
    const [what = "", ...differences] = Released.violations(compared(broken))
    assert.match(
      what,
      /^The structure of version 2026-04-01 has changed\. .*new version.*packages\/domain\/src\/versions/
    )
    assert.deepStrictEqual(differences, ["  BREAKING Thing.weight is removed"])
    assert.throws(() => Released.renew(compared(broken), "Things have no weight."), /new version/)
  })

  it("accepts and lists an addition with a sentence", () => {
    const [what = "", ...differences] = Released.violations(compared(extended))
    assert.match(what, /openapi:release -- /)
    assert.deepStrictEqual(differences, ["  ADDITIVE Thing.age is new"])
    assert.deepStrictEqual(Released.renew(compared(extended), "Things tell their age."), {
      release: "1.0.0",
      document: extended,
      additions: [{ release: "1.1.0", title: "Things tell their age." }]
    })
  })

  it("rejects an addition without a sentence", () => {
    assert.throws(() => Released.renew(compared(extended)), /openapi:release -- /)
    assert.throws(() => Released.renew(compared(extended), "age"), /in a sentence/)
  })

  it("can change until its first release", () => {
    const [what = ""] = Released.violations(compared(broken, "1.0.0"))
    assert.match(what, /in preparation.*npm run openapi:release/)
    assert.deepStrictEqual(Released.renew(compared(broken, "1.0.0")), {
      release: "1.0.0",
      document: broken,
      additions: []
    })
  })
})
