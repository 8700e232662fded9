/** The command line of `npm run bench`. */
import { parseArgs } from "node:util"
import type { Effort } from "./Effort.ts"
import type { Format, Part } from "./Suite.ts"

export type Command =
  | { readonly _tag: "Help" }
  | { readonly _tag: "List" }
  | { readonly _tag: "Run"; readonly parts: ReadonlyArray<Part>; readonly effort: Effort; readonly format: Format }
  | { readonly _tag: "Refused"; readonly reason: string }

const options = {
  help: { type: "boolean", short: "h" },
  list: { type: "boolean" },
  long: { type: "boolean" },
  markdown: { type: "boolean" },
  smoke: { type: "boolean" }
} as const

const usage = `Usage: npm run bench -- [part …] [--smoke | --long] [--markdown]

Runs the named parts, or all parts but "nodes" and "costs". Absolute figures depend on the machine, so compare the ratios.

  --smoke     runs each part for about a second, to check that it works
  --long      runs slow figures at full length: memory for three minutes, 10,000 waiting collections
  --markdown  prints the tables in Markdown
  --list      lists the parts
  --help      prints this text
`

/** Prints each part with its summary. */
export const list = (parts: ReadonlyArray<Part>): string => {
  const width = Math.max(...parts.map(({ name }) => name.length))
  return parts.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join("\n")
}

export const help = (parts: ReadonlyArray<Part>): string => `${usage}\nParts:\n\n${list(parts)}`

const refused = (reason: string): Command => ({ _tag: "Refused", reason })

/** Parses the arguments of a run. They can name the parts to run. */
export const parse = (args: ReadonlyArray<string>, parts: ReadonlyArray<Part>): Command => {
  // `strict` is off, so that this function can word the errors itself.
  const { positionals, tokens, values } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true
  })
  for (const token of tokens) {
    if (token.kind !== "option") continue
    if (!Object.hasOwn(options, token.name)) return refused(`unknown option ${token.rawName}; see --help`)
    if (token.value !== undefined) return refused(`${token.rawName} takes no value`)
  }
  if (values.help === true) return { _tag: "Help" }
  if (values.list === true) return { _tag: "List" }
  if (values.smoke === true && values.long === true) return refused("choose either --smoke or --long")
  const unknown = positionals.filter((given) => !parts.some(({ name }) => name === given))
  if (unknown.length > 0)
    return refused(`unknown part ${unknown.join(", ")}; choose from ${parts.map(({ name }) => name).join(", ")}`)
  return {
    _tag: "Run",
    parts: parts.filter(({ name, onRequest }) =>
      positionals.length === 0 ? onRequest !== true || values.smoke === true : positionals.includes(name)
    ),
    effort: values.smoke === true ? "smoke" : values.long === true ? "long" : "full",
    format: values.markdown === true ? "markdown" : "text"
  }
}
