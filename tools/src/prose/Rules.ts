/** Two textlint rules for English prose: phrases to avoid, and the longest sentence. */
import type { TxtNode } from "@textlint/ast-node-types"
import type { TextlintRuleReporter } from "@textlint/types"
import { split } from "sentence-splitter"
import phrases from "./phrases.json" with { type: "json" }

/** The largest number of words in a sentence. Code and names in capitals do not count. */
export const longestSentence = 30

const patterns = phrases.map(({ instead, pattern }) => ({ instead, pattern: new RegExp(pattern, "i") }))
const capitals = /\b[A-Z][A-Z0-9_]+\b/g

/** The text of Markdown source in one line, with an underscore for code and without link targets. */
const plain = (source: string): string =>
  source
    .replaceAll(/`[^`]*`/g, "_")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^#+ |\*/gm, "")
    .replaceAll(/\s+/g, " ")

const countWords = (text: string): number => text.replaceAll(capitals, "").match(/[a-z][\w'’-]*/gi)?.length ?? 0

/** Creates a rule that reports each sentence for which `judge` returns a message. */
const sentenceRule =
  (judge: (text: string) => string | undefined): TextlintRuleReporter =>
  ({ RuleError, Syntax, getSource, report }) => {
    const check = (node: TxtNode) => {
      for (const sentence of split(plain(getSource(node)))) {
        const message = sentence.type === "Sentence" ? judge(sentence.raw) : undefined
        if (message !== undefined) report(node, new RuleError(message))
      }
    }
    return { [Syntax.Paragraph]: check, [Syntax.Header]: check, [Syntax.TableCell]: check }
  }

/** Reports phrases that read like a translation, and names better phrases. */
export const avoidPhrases: TextlintRuleReporter = sentenceRule((text) => {
  const found = patterns.find(({ pattern }) => pattern.test(text))
  return found && `"${found.pattern.exec(text)?.[0]}" in "${text}": write ${found.instead}`
})

/** Reports sentences with more than {@link longestSentence} words. */
export const limitLength: TextlintRuleReporter = sentenceRule((text) => {
  const words = countWords(text)
  return words > longestSentence ? `${words} words in "${text}": write at most ${longestSentence}` : undefined
})
