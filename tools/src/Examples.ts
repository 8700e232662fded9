/** Extracts the runnable examples of a Markdown file, with the output documented for each. */

export interface Example {
  readonly code: string
  /** Expected output, taken from the comments beside or directly below the calls that print. */
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

export const examplesIn = (markdown: string): ReadonlyArray<Example> =>
  Array.from(markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code = ""]) => ({ code, printed: printedBy(code) }))
