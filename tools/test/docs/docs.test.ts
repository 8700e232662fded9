/** All files, headings and scripts that the documents mention exist. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { headingAnchorsIn, linksIn, workspacePathsIn, npmScriptsIn } from "../../src/site/Documentation.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const documents = globSync(["*.md", "docs/**/*.md", "packages/*/*.md", "packages/*/docs/**/*.md", "tools/*.md"], {
  cwd: root
}).sort()

const manifest: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8")
)

const read = (path: string): string => readFileSync(join(root, path), "utf8")

const isFile = (path: string): boolean => existsSync(join(root, path)) && statSync(join(root, path)).isFile()

describe("reading a document", () => {
  it("finds relative links, with their headings", () => {
    const markdown = [
      "[a](docs/a.md) and [b](./b.md#the-part 'title') and [c](#here) [spaces](a%20b.md)",
      "[out](https://example.org/x.md) [mail](mailto:a@example.org) [root](/docs)",
      "`[code](no.md)` and",
      "```md",
      "[fenced](no.md)",
      "```",
      "[named]: ../n.md"
    ].join("\n")
    assert.deepStrictEqual(linksIn(markdown), [
      { path: "docs/a.md" },
      { path: "./b.md", heading: "the-part" },
      { path: "", heading: "here" },
      { path: "a b.md" },
      { path: "../n.md" }
    ])
  })

  it("converts headings to the form that links use", () => {
    const markdown =
      "# The `Fees` object, 2.8\n\n## Two  words\n\n## [Linked](x.md) title\n\n```sh\n# no heading\n```\n\n## Same\n## Same\n"
    assert.deepStrictEqual(headingAnchorsIn(markdown), [
      "the-fees-object-28",
      "two--words",
      "linked-title",
      "same",
      "same-1"
    ])
  })

  it("finds workspace paths in inline code", () => {
    assert.deepStrictEqual(
      workspacePathsIn("`packages/domain/src/Fees.ts`, `docs/adr`, `packages/<name>`, `src/x.ts`, `.ci/run`"),
      ["packages/domain/src/Fees.ts", "docs/adr", ".ci/run"]
    )
  })

  it("finds scripts", () => {
    assert.deepStrictEqual(
      npmScriptsIn("`npm ci && npm start`, then `npm run sheaf -- --help`, npm run -s format:check"),
      ["sheaf", "format:check", "start"]
    )
  })
})

describe.each(documents)("%s", (document) => {
  const markdown = read(document)

  it("links to files and headings that exist", () => {
    const broken = linksIn(markdown).filter(({ heading, path }) => {
      const target = path === "" ? document : join(dirname(document), path)
      if (!existsSync(join(root, target))) return true
      return heading !== undefined && !(isFile(target) && headingAnchorsIn(read(target)).includes(heading))
    })
    assert.deepStrictEqual(broken, [])
  })

  it("names only existing paths in the workspace", () => {
    assert.deepStrictEqual(
      workspacePathsIn(markdown).filter((path) => !existsSync(join(root, path))),
      []
    )
  })

  it("names scripts that package.json has", () => {
    assert.deepStrictEqual(
      npmScriptsIn(markdown).filter((name) => !Object.hasOwn(manifest.scripts, name)),
      []
    )
  })
})
