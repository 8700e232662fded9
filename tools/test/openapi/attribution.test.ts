/** Every difference between two documents is assigned to one named change. */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { assert, describe, it } from "vitest"
import { attributeDifferences } from "../../src/openapi/Attribution.ts"
import * as Changelog from "../../src/openapi/Changelog.ts"
import * as Documents from "../../src/openapi/Documents.ts"
import { operationsOf, schemaNamesIn } from "../../src/openapi/Parts.ts"
import { withChanges, removed, sample } from "./Sample.ts"

const heavy = "Things have no weight."
const open = "Things are always open."
const other = withChanges(sample, {
  "components > schemas > Thing > properties > weight": removed,
  "components > schemas > Thing > properties > state > enum": ["OPEN"]
})

describe("the attribution of differences to changes", () => {
  it("assigns each difference to the change with the longest matching place", () => {
    const { facts, problems } = attributeDifferences(sample, other, {
      moves: [],
      places: { [heavy]: ["Thing"], [open]: ["Thing.state"] }
    })
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(
      facts.get(heavy)?.map(({ at }) => at),
      ["Thing.weight"]
    )
    assert.deepStrictEqual(
      facts.get(open)?.map(({ at }) => at),
      ["Thing.state.CLOSED"]
    )
  })

  it("reports differences that do not belong to exactly one change, and places without a difference", () => {
    const { problems } = attributeDifferences(sample, other, {
      moves: [],
      places: { [heavy]: ["Thing.weight", "Owner"], [open]: ["Thing.weight"] }
    })
    assert.deepStrictEqual(problems, [
      "No change says that Thing.state.CLOSED is no longer a value.",
      "More than one change says that Thing.weight is removed: Things have no weight. Things are always open.",
      "Nothing differs at Owner, although this change claims it: Things have no weight."
    ])
  })
})

const feltAt = (at: string, version: ApiVersion.ApiVersion): ReadonlyArray<string> => {
  const documents = [version, Changelog.previousVersion(version) ?? version].map(Documents.currentDocument)
  const [schema = ""] = at.split(/[.[ ]/)
  return documents.flatMap((document) => {
    const operations = Array.from(operationsOf(document))
    const named = operations.filter(([name]) => at === name || at.startsWith(`${name} `))
    const using = operations.filter(([, operation]) => schemaNamesIn(document, operation).has(schema))
    return (named.length > 0 ? named : using).map(([name]) => name)
  })
}

for (const version of ApiVersion.supportedVersions) {
  describe(`the changelog of ${version}`, () => {
    const changes = ApiVersion.changes(version)
    const { facts, problems } = Changelog.differencesOf(version)

    it("lists every difference between the documents under exactly one change", () => {
      assert.deepStrictEqual([...problems], [])
    })

    it("lists exactly the version's changes", () => {
      assert.sameMembers(
        Array.from(facts.keys()),
        changes.map(({ title }) => title)
      )
    })

    for (const { affects, title } of changes) {
      it(`affects the operation of each difference: ${title}`, () => {
        for (const { at } of facts.get(title) ?? []) {
          const felt = feltAt(at, version)
          if (felt.length > 0)
            assert.isNotEmpty(
              affects.filter((operation) => felt.includes(operation)),
              at
            )
        }
      })
    }
  })
}
