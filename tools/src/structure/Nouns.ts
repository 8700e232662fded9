/**
 * The project's nouns: the types, classes and constants that modules export. Each noun has one meaning
 * (docs/glossary.md).
 */
import type { Source } from "./Sources.ts"

/** A noun and the module that exports it, for example `domain/collections/Parameter`. */
export interface Noun {
  readonly name: string
  readonly module: string
}

const declaration = /^export (?:declare )?(?:abstract )?(?:type|interface|class|const|enum) ([A-Z]\w*[a-z]\w*)/gm

const moduleOf = (path: string): string => path.replace(/^packages\/([^/]+)\/src\/(.+)\.ts$/, "$1/$2")

/** Returns each noun with the module that declares it. A schema and its type are one noun. Re-exports do not count. */
export const nounsIn = (sources: ReadonlyArray<Source>): ReadonlyArray<Noun> =>
  sources.flatMap(({ path, text }) => {
    const names = new Set(Array.from(text.matchAll(declaration), ([, name = ""]) => name))
    return Array.from(names, (name) => ({ name, module: moduleOf(path) }))
  })

/** Returns the nouns that several modules declare, except those in `shared`, with the modules. */
export const collisionsIn = (nouns: ReadonlyArray<Noun>, shared: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(Map.groupBy(nouns, ({ name }) => name))
    .filter(([name, { length }]) => length > 1 && !shared.includes(name))
    .map(([name, found]) => `${name}: ${found.map(({ module }) => module).join(", ")}`)

/** Returns the cells of each row in the table under a heading of the glossary, without backticks. */
export const rowsUnder = (glossary: string, heading: string): ReadonlyArray<ReadonlyArray<string>> => {
  const [, section = ""] = glossary.split(`\n## ${heading}\n`)
  const [table = ""] = section.split("\n## ")
  return table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", ""))
    )
}
