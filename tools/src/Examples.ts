/** The runnable examples of a Markdown file, with the output that the file documents for them. */

export interface Example {
  readonly code: string
  /** The expected lines of output. They are in comments, after the calls that print or directly below them. */
  readonly printed: ReadonlyArray<string>
}

const printedBy = (code: string): ReadonlyArray<string> => {
  const printed: Array<string> = []
  let isBelowCall = false
  for (const line of code.split("\n")) {
    const [, comment] = /^ *\/\/ (.*)$/.exec(line) ?? []
    const [, text] = /console\.log\(.*\) \/\/ (.*)$/.exec(line) ?? []
    if (text !== undefined) printed.push(text)
    if (comment !== undefined && isBelowCall) printed.push(comment)
    if (comment === undefined) isBelowCall = line.includes("console.log(") && text === undefined
  }
  return printed
}

/** Returns every TypeScript block. */
export const examplesIn = (markdown: string): ReadonlyArray<Example> =>
  Array.from(markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code = ""]) => ({ code, printed: printedBy(code) }))
