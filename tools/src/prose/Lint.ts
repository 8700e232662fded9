/** Applies {@link avoidPhrases} and {@link limitLength} to texts that people read. */
import { createRequire } from "node:module"
import { TextlintKernel } from "@textlint/kernel"
import type { TextlintPluginCreator } from "@textlint/kernel"
import { avoidPhrases, limitLength } from "./Rules.ts"
import type { Text } from "./Texts.ts"

// Node and Vitest treat the default export of this CommonJS module differently.
const markdown: { readonly default: TextlintPluginCreator } = createRequire(import.meta.url)(
  "@textlint/textlint-plugin-markdown"
)

const kernel = new TextlintKernel()

const options = {
  ext: ".md",
  plugins: [{ pluginId: "markdown", plugin: markdown.default }],
  rules: [
    { ruleId: "avoid-phrases", rule: avoidPhrases },
    { ruleId: "limit-length", rule: limitLength }
  ]
}

/** Returns one line for each finding: the place, the line and the message. */
export const lint = async (texts: ReadonlyArray<Text>): Promise<ReadonlyArray<string>> => {
  const results = await Promise.all(
    texts.map(async ({ line, markdown: text, place }) => {
      const { messages } = await kernel.lintText(text, { ...options, filePath: `${place}.md` })
      return messages.map(({ loc, message }) => `${place}:${line + loc.start.line - 1}: ${message}`)
    })
  )
  return results.flat()
}
