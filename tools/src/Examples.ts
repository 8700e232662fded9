/** The runnable examples of a Markdown file, and what they say that they print. */

export interface Example {
  readonly code: string
  /** One entry for each line of output: the comment behind a call, or on a line of its own. */
  readonly printed: ReadonlyArray<string>
}

/** Every block of TypeScript. */
export const examplesIn = (markdown: string): ReadonlyArray<Example> =>
  Array.from(markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code = ""]) => ({
    code,
    printed: Array.from(code.matchAll(/(?:console\.log\(.*\)|^ *) ?\/\/ (.*)$/gm), ([, text = ""]) => text)
  }))
