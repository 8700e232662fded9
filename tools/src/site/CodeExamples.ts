/** Code on the pages: highlighted, in tabs if one example exists in several languages, and with a way to run it. */
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

/** The languages of tabs, and their titles there. */
const tabTitles: Readonly<Record<string, string>> = { sh: "curl", ts: "TypeScript", python: "Python" }

export interface CodeExample {
  /** The language in a fence, such as `sh`. Empty for plain text. */
  readonly language: string
  readonly code: string
  /** The request that a reader can send to the sandbox from the page: a path with its query. */
  readonly get?: string | undefined
  /** The scenario that has the same effect in the sandbox's console. */
  readonly scenario?: string | undefined
}

export const isTabLanguage = (language: string): boolean => Object.hasOwn(tabTitles, language)

const colored = ({ code, language }: CodeExample): string =>
  hljs.getLanguage(language) === undefined ? escapeHtml(code) : hljs.highlight(code, { language }).value

const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` data-${name}="${escapeHtml(value)}"`))
    .join("")

/** Returns an example as a figure. `label` is its name for screen readers. */
export const figureHtml = (example: CodeExample, label = tabTitles[example.language] ?? "Code"): string => {
  const { get, language, scenario } = example
  const values = attributes({ language, get, scenario })
  const html = colored({ ...example, code: example.code.replace(/\n$/, "") })
  return `<figure class="code"${values}><pre tabindex="0" role="group" aria-label="${label}"><code>${html}</code></pre></figure>\n`
}

/** Returns an example in several languages as tabs. Without scripts, they are one below the other. */
export const tabsHtml = (examples: ReadonlyArray<CodeExample>): string =>
  `<div class="tabs">\n${examples.map((example) => figureHtml(example)).join("")}</div>\n`
