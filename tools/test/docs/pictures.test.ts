/** The pictures in `docs/architecture.md` match the imports of packages and folders. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { folderGraph } from "../../src/structure/FolderGraph.ts"
import * as LayerDiagram from "../../src/structure/LayerDiagram.ts"
import { readSources } from "../../src/structure/Sources.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const page = readFileSync(join(root, "docs/architecture.md"), "utf8")
const packages = readSources(root, "{packages/*,tools}/src")

/** The pictures omit contract suites and test support, which import what they test. */
const isProduct = ({ path }: { readonly path: string }) => !path.includes("/src/testing/")

describe("the picture of", () => {
  it("the packages shows each import", () => {
    assert.deepStrictEqual(
      LayerDiagram.diagramErrors(
        LayerDiagram.packageGraph(packages.filter(isProduct)),
        LayerDiagram.rowsOf(page, "packages")
      ),
      []
    )
  })

  it.each(["adapters-sql", "application"])("the folders of %s shows each import", (name) => {
    const graph = folderGraph(`packages/${name}/src`, packages.filter(isProduct))
    assert.deepStrictEqual(LayerDiagram.diagramErrors(graph, LayerDiagram.rowsOf(page, name)), [])
  })
})

describe("a picture", () => {
  const graph = new Map([
    ["house", new Set(["wall"])],
    ["wall", new Set(["brick"])],
    ["brick", new Set<string>()]
  ])
  const rows = (text: string) => LayerDiagram.rowsOf(`\n\`\`\`text\nhouse\n${text}\n\`\`\`\n`, "house")

  it("passes if each import leads down", () => {
    assert.deepStrictEqual(LayerDiagram.diagramErrors(graph, rows("top: house\n     wall\nearth: brick")), [])
  })

  it.each([
    ["house\nbrick\nwall", "wall imports brick, which is not below it"],
    ["house\nwall brick", "wall imports brick, which is not below it"],
    ["house\nwall", "brick is not drawn"],
    ["house\nwall\nbrick clay", "clay does not exist"],
    ["house\nwall\nbrick brick", "brick is drawn twice"]
  ])("fails as %j", (text, difference) => {
    assert.include(LayerDiagram.diagramErrors(graph, rows(text)), difference)
  })
})
