/**
 * The project's nouns: the types, classes and constants that modules declare, and the modules themselves. Each noun has
 * one meaning (docs/glossary.md).
 */
import type { Source } from "./Sources.ts"

/** A noun and the module that declares it, for example `domain/collections/Parameter`. */
export interface Noun {
  readonly name: string
  readonly module: string
  readonly kind: "EXPORTED" | "MODULE" | "PRIVATE" | "SUPPORT"
}

const exported = /^export (?:declare )?(?:abstract )?(?:type|interface|class|const|enum) ([A-Z]\w*[a-z]\w*)/gm
const unexported = /^(?:type|interface) ([A-Z]\w*[a-z]\w*)(?! = .*\.\1\b)/gm

const moduleOf = (path: string): string => path.replace(/^packages\/([^/]+)\/src\/(.+)\.tsx?$/, "$1/$2")

const isSupport = (path: string): boolean => path.includes("/src/testing/")

/**
 * Returns true for test support and for the modules of a single version, because the version's folder qualifies their
 * names.
 */
const isQualified = (path: string): boolean => /\/versions\/\d{4}-\d{2}-\d{2}\//.test(path) || isSupport(path)

/**
 * Returns a module's name and its private types. Omits the name if the module only imports or re-exports it. Omits
 * types that narrow another module's noun.
 */
const internalNounsOf = ({ path, text }: Source): ReadonlyArray<readonly [name: string, kind: Noun["kind"]]> => {
  const [, name = ""] = /\/([A-Z]\w*)\.tsx?$/.exec(path) ?? []
  const isAbout = new RegExp(`^(?:import|export)[^"]*\\b${name}\\b[^"]* from `, "m").test(text)
  const types = Array.from(text.matchAll(unexported), ([, type = ""]) => [type, "PRIVATE"] as const)
  return name === "" || isAbout ? types : [[name, "MODULE"], ...types]
}

/** Returns each noun with the module that declares it. A schema, its type and its module are one noun. */
export const nounsIn = (sources: ReadonlyArray<Source>): ReadonlyArray<Noun> =>
  sources.flatMap((source) => {
    const { path, text } = source
    const kinds = new Map<string, Noun["kind"]>(isQualified(path) ? [] : internalNounsOf(source))
    for (const [, name = ""] of text.matchAll(exported)) kinds.set(name, isSupport(path) ? "SUPPORT" : "EXPORTED")
    return Array.from(kinds, ([name, kind]) => ({ name, module: moduleOf(path), kind }))
  })

/** Two exported nouns with the same name collide. So do two nouns of the product, unless both are private types. */
const collide = (nouns: ReadonlyArray<Noun>): boolean => {
  const product = nouns.filter(({ kind }) => kind !== "SUPPORT")
  const exports = nouns.filter(({ kind }) => kind === "EXPORTED" || kind === "SUPPORT")
  return exports.length > 1 || (product.length > 1 && product.some(({ kind }) => kind !== "PRIVATE"))
}

/** Returns each colliding noun, along with the modules that declare it. Omits the nouns in `shared`. */
export const collisionsIn = (nouns: ReadonlyArray<Noun>, shared: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(Map.groupBy(nouns, ({ name }) => name))
    .filter(([name, found]) => collide(found) && !shared.includes(name))
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
