/** Prints the demo's output. */

export const printLine = (text: string): void => console.log(text)

export const makeStatusPrinter = (): ((status: string, information?: object) => void) => {
  let last = ""
  return (status, information = {}) => {
    if (status === last) return
    last = status
    const keys = Object.keys(information)
    printLine(`   ${status}${keys.length > 0 ? ` (${keys.join(", ")})` : ""}`)
  }
}
