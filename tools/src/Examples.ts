/** The runnable examples of a Markdown file, with their documented output. */

export interface Example {
  readonly code: string
  /** The expected lines of output, from comments after or below the calls. */
  readonly printed: ReadonlyArray<string>
}

/** Returns every TypeScript block. */
export const examplesIn = (markdown: string): ReadonlyArray<Example> =>
  Array.from(markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code = ""]) => ({
    code,
    printed: Array.from(code.matchAll(/(?:console\.log\(.*\)|^ *) ?\/\/ (.*)$/gm), ([, text = ""]) => text)
  }))
