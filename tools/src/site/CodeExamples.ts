/**
 * Renders the code examples on the pages: highlights them, and marks those that appear in tabs or that readers can run.
 */
import hljs from "highlight.js/lib/core"
import bash from "highlight.js/lib/languages/bash"
import json from "highlight.js/lib/languages/json"
import python from "highlight.js/lib/languages/python"
import sql from "highlight.js/lib/languages/sql"
import typescript from "highlight.js/lib/languages/typescript"
import xml from "highlight.js/lib/languages/xml"
import yaml from "highlight.js/lib/languages/yaml"
import { escapeHtml } from "./Site.ts"

const languages = { bash, json, python, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)
hljs.registerAliases(["sh"], { languageName: "bash" })
hljs.registerAliases(["ts", "js", "mjs"], { languageName: "typescript" })

const tabTitles: Readonly<Record<string, string>> = { sh: "curl", ts: "TypeScript", python: "Python" }

export interface CodeExample {
  /** The language in a fence, such as `sh`. Empty for plain text. */
  readonly language: string
  readonly code: string
  /** The path and query of a request that readers can send to the sandbox from the page. */
  readonly get?: string | undefined
  readonly scenario?: string | undefined
}

export const isTabLanguage = (language: string): boolean => Object.hasOwn(tabTitles, language)

const highlighted = (code: string, language: string): string => hljs.highlight(code, { language }).value

/** The JSON body in a shell command, with its quotes. */
const shellBody = /(?<=-d )'([[{][^']*[\]}])'/

/** Highlights the JSON bodies of a shell command as JSON. A shell highlighter would treat them as plain strings. */
const coloredShell = (code: string): string =>
  code
    .split(shellBody)
    .map((part, at) => (at % 2 === 0 ? highlighted(part, "sh") : `'${highlighted(part, "json")}'`))
    .join("")

const colored = ({ code, language }: CodeExample): string => {
  if (hljs.getLanguage(language) === undefined) return escapeHtml(code)
  return language === "sh" ? coloredShell(code) : highlighted(code, language)
}

const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` data-${name}="${escapeHtml(value)}"`))
    .join("")

/** The maximum length of a line that shows a whole object or list, in the text and in the column beside it. */
export const jsonWidths = { text: 72, column: 56 }

const jsonLines = (value: unknown, indent: string, before: number, width: number): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const short = JSON.stringify(value, null, 1).replaceAll(/\n */g, " ")
  if (indent.length + before + short.length <= width) return short
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  const parts = Array.isArray(value)
    ? value.map((item) => jsonLines(item, inner, 0, width))
    : Object.entries(value).map(([name, item]) => {
        const key = `${JSON.stringify(name)}: `
        return key + jsonLines(item, inner, key.length, width)
      })
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`
}

/** Puts each member on its own line, except in short objects. Leaves abridged JSON as it is. */
export const formatJson = (text: string, width = jsonWidths.text): string => {
  try {
    return jsonLines(JSON.parse(text), "", 0, width)
  } catch {
    return text
  }
}

/** `label` is the figure's name for screen readers. */
export const figureHtml = (example: CodeExample, label = tabTitles[example.language] ?? "Code"): string => {
  const { get, language, scenario } = example
  const values = attributes({ language, get, scenario })
  const html = colored({ ...example, code: example.code.replace(/\n$/, "") })
  return `<figure class="code"${values}><pre tabindex="0" role="group" aria-label="${label}"><code>${html}</code></pre></figure>\n`
}

/** Without scripts, the examples appear one below the other. */
export const tabsHtml = (examples: ReadonlyArray<CodeExample>): string =>
  `<div class="tabs">\n${examples.map((example) => figureHtml(example)).join("")}</div>\n`
