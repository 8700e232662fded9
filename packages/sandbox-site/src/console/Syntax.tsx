/** Colors the names, strings, numbers and keywords in code, as the guides do. The code itself does not change. */

/** The languages that the console shows. `http` includes JSON bodies, and `curl` includes JSON in quotes. */
export type CodeLanguage = "curl" | "http" | "json" | "typescript"

const name = String.raw`"(?:[^"\\]|\\.)*"(?=\s*:)`
const text = String.raw`"(?:[^"\\]|\\.)*"`
const literal = String.raw`(?<=[:[,]\s*)(?:-?\d+(?:\.\d+)?|true|false|null)(?=\s*[,\]}\n]|$)`

/** The classes that color code in the guides. */
const classes: Readonly<Record<string, string>> = {
  name: "hljs-attr",
  header: "hljs-attr",
  text: "hljs-string",
  literal: "hljs-number",
  keyword: "hljs-keyword"
}

const grammar = (parts: Readonly<Record<string, string>>): RegExp =>
  new RegExp(
    Object.entries(parts)
      .map(([part, pattern]) => `(?<${part}>${pattern})`)
      .join("|"),
    "gm"
  )

const grammars: Readonly<Record<CodeLanguage, RegExp>> = {
  json: grammar({ name, text, literal }),
  curl: grammar({ keyword: String.raw`^curl\b|(?<=\s)--?[A-Za-z]+\b`, name, text, literal }),
  http: grammar({
    keyword: String.raw`^[A-Z]+(?= /)|HTTP/1\.1(?: \d+)?`,
    header: String.raw`^[\w-]+(?=: )`,
    name,
    text,
    literal
  }),
  typescript: grammar({
    keyword: String.raw`\b(?:import|from|const|await|for|of|new)\b(?=[\s({])`,
    name: String.raw`[A-Za-z_$][\w$]*(?=:\s)|${name}`,
    text,
    literal
  })
}

type Part = readonly [text: string, part: string | undefined]

/** Returns the parts of a text in order; those without a class are plain. */
const partsOf = (code: string, language: CodeLanguage): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let end = 0
  for (const found of code.matchAll(grammars[language])) {
    const [part] = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined) ?? []
    parts.push([code.slice(end, found.index), undefined], [found[0], part])
    end = found.index + found[0].length
  }
  return [...parts, [code.slice(end), undefined]]
}

/** Returns the parts of each line of JSON. In JSON, only parts without highlighting contain line breaks. */
const linesOf = (parts: ReadonlyArray<Part>): ReadonlyArray<ReadonlyArray<Part>> => {
  const lines: Array<Array<Part>> = [[]]
  for (const [text, part] of parts)
    text.split("\n").forEach((piece, index) => {
      if (index > 0) lines.push([])
      if (piece !== "") lines.at(-1)?.push([piece, part])
    })
  return lines
}

const Parts = ({ parts }: { readonly parts: ReadonlyArray<Part> }) => (
  <>
    {parts.map(([text, part], index) =>
      part === undefined ? (
        text
      ) : (
        <span key={index} class={classes[part]}>
          {text}
        </span>
      )
    )}
  </>
)

/**
 * For each line of JSON as `JSON.stringify` indents it, returns the index of the list item that the line belongs to, or
 * `undefined` if it belongs to none.
 */
const itemsOf = (lines: ReadonlyArray<ReadonlyArray<Part>>): ReadonlyArray<number | undefined> => {
  let item = -1
  return lines.map((parts) => {
    const [, indent = "", first] = /^( *)(.?)/.exec(parts.map(([text]) => text).join("")) ?? []
    if (indent.length === 2 && first === "{") item += 1
    return indent === "" ? undefined : item
  })
}

interface JsonLinesProps {
  readonly text: string
  /** The index of the item to mark, if the JSON is a list. */
  readonly marked?: number | undefined
}

/** Shows JSON. When a long line wraps, its continuation is indented below the start of that line. */
export const JsonLines = ({ marked, text }: JsonLinesProps) => {
  const lines = linesOf(partsOf(text, "json"))
  const items = itemsOf(lines)
  return (
    <code class="lines">
      {lines.map((parts, index) => {
        const indent = /^ */.exec(parts[0]?.[0] ?? "")?.[0].length ?? 0
        const isMarked = marked !== undefined && items[index] === marked
        return (
          <>
            {index > 0 && "\n"}
            <span class={isMarked ? "code__line code__line--marked" : "code__line"} style={{ "--indent": indent }}>
              <Parts parts={parts} />
            </span>
          </>
        )
      })}
    </code>
  )
}

export const Syntax = ({ language, text }: { readonly text: string; readonly language: CodeLanguage }) => (
  <code>
    <Parts parts={partsOf(text, language)} />
  </code>
)
