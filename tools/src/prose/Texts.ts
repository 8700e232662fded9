/** The texts of the project that people read: documents, descriptions of the API, help, log messages and comments. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Text {
  /** The file, or a JSON pointer in an OpenAPI document. */
  readonly place: string
  /** The line of the file on which `markdown` starts. */
  readonly line: number
  readonly markdown: string
}

const read = (root: string, pattern: string | Array<string>): ReadonlyArray<readonly [path: string, text: string]> =>
  globSync(pattern, { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|dist|out-tsc)$/.test(path) })
    .toSorted()
    .map((path) => [path, readFileSync(join(root, path), "utf8")])

/** The Markdown files of the workspace. */
const documents = (root: string): ReadonlyArray<Text> =>
  read(root, ["*.md", "docs/**/*.md", "packages/*/**/*.md", "examples/**/*.md", "tools/*.md"]).map(
    ([place, markdown]) => ({ place, line: 1, markdown })
  )

type OpenApiDocuments = ReadonlyArray<readonly [name: string, document: object]>

const textKeys = new Set(["title", "summary", "description"])

const textsIn = (value: unknown, place: string): ReadonlyArray<Text> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]: readonly [string, unknown]) =>
        textKeys.has(key) && typeof member === "string"
          ? [{ place: `${place}/${key}`, line: 1, markdown: member }]
          : textsIn(member, `${place}/${key}`)
      )

/** The titles, summaries and descriptions in OpenAPI documents, each text once. */
const descriptions = (documents: OpenApiDocuments): ReadonlyArray<Text> => {
  const texts = documents.flatMap(([name, document]) => textsIn(document, `openapi/${name}.json#`))
  return [...new Map(texts.toReversed().map((text) => [text.markdown, text])).values()].toReversed()
}

/** The comments of the source files and tests. */
const comments = (root: string): ReadonlyArray<Text> =>
  read(root, "{packages/*,tools}/{src,test}/**/*.ts").flatMap(([path, text]) =>
    Array.from(text.matchAll(/^ *\/\*\*?([\s\S]*?)\*\/|(?:^ *\/\/.*\n)+/gm), (match) => ({
      place: path,
      line: text.slice(0, match.index).split("\n").length,
      markdown: match[0]
        .replaceAll(/^ *(?:\/\*\*?|\*\/|\*|\/\/) ?| *\*\/$/gm, "")
        .replaceAll(/\{@link (\S+?)\}/g, "`$1`")
    }))
  )

/** Texts in code: command help and log messages. */
const inCode = /\b(?:withDescription|log(?:Debug|Info|Warning|Error))\(\s*"((?:[^"\\]|\\.)*)"/g

/** Command help and log messages. */
const messages = (root: string): ReadonlyArray<Text> =>
  read(root, "packages/*/src/**/*.ts").flatMap(([place, text]) =>
    Array.from(text.matchAll(inCode), ({ 1: message = "", index }) => ({
      place,
      line: text.slice(0, index).split("\n").length,
      markdown: message
    }))
  )

/** Every text of the project, with those of its OpenAPI documents. */
export const all = (root: string, openApi: OpenApiDocuments): ReadonlyArray<Text> => [
  ...documents(root),
  ...descriptions(openApi),
  ...messages(root),
  ...comments(root)
]
