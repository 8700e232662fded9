/** The changes that are allowed in a released version's document. */
import { assert, describe, it } from "vitest"
import * as ReleasedContract from "../../src/openapi/ReleasedContract.ts"
import { withChanges, removed, sample } from "./Sample.ts"

const promise = ReleasedContract.initialContract(sample, "1.0.0")

const compared = (current: typeof sample, inPreparation = "1.1.0"): ReleasedContract.ContractComparison => ({
  version: "2026-04-01",
  promise,
  current,
  release: inPreparation
})

const reworded = withChanges(sample, {
  "info > title": "Things",
  "paths > /things > get > summary": "All things",
  "components > schemas > Thing > description": "Anything at all.",
  "components > schemas > Thing > title": "A thing"
})
const extended = withChanges(sample, { "components > schemas > Thing > properties > age": { type: "integer" } })
const broken = withChanges(sample, { "components > schemas > Thing > properties > weight": removed })

describe("a released version", () => {
  it("is kept if only texts change", () => {
    assert.deepStrictEqual(ReleasedContract.violations(compared(reworded)), [])
    assert.deepStrictEqual(ReleasedContract.updateContract(compared(reworded)), promise)
  })

  it("rejects breaking changes, which need a new version", () => {
    const [what = "", ...differences] = ReleasedContract.violations(compared(broken))
    assert.match(
      what,
      /^The structure of version 2026-04-01 has changed\. .*new version.*packages\/domain\/src\/versions/
    )
    assert.deepStrictEqual(differences, ["  BREAKING Thing.weight is removed"])
    assert.throws(() => ReleasedContract.updateContract(compared(broken), "Things have no weight."), /new version/)
  })

  it("accepts and lists an addition with a sentence", () => {
    const [what = "", ...differences] = ReleasedContract.violations(compared(extended))
    assert.match(what, /openapi:release -- /)
    assert.deepStrictEqual(differences, ["  ADDITIVE Thing.age is new"])
    assert.deepStrictEqual(ReleasedContract.updateContract(compared(extended), "Things tell their age."), {
      release: "1.0.0",
      document: extended,
      additions: [{ release: "1.1.0", title: "Things tell their age." }]
    })
  })

  it("rejects an addition without a sentence", () => {
    assert.throws(() => ReleasedContract.updateContract(compared(extended)), /openapi:release -- /)
    assert.throws(() => ReleasedContract.updateContract(compared(extended), "age"), /in a sentence/)
  })

  it("can change until its first release", () => {
    const [what = ""] = ReleasedContract.violations(compared(broken, "1.0.0"))
    assert.match(what, /in preparation.*npm run openapi:release/)
    assert.deepStrictEqual(ReleasedContract.updateContract(compared(broken, "1.0.0")), {
      release: "1.0.0",
      document: broken,
      additions: []
    })
  })
})
