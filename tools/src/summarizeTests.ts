/**
 * Prints a summary of vitest's JSON results, and fails if a test failed. The second argument names the results of the
 * files that ran again. With `--files` as the second argument, the command prints the files to run again.
 */
import { readFileSync } from "node:fs"
import { filesToRerun, format, isGood, summarize, withRerun } from "./TestResults.ts"
import type { Results } from "./TestResults.ts"

const [file, option] = process.argv.slice(2)
if (file === undefined) throw new Error("expected the file with the JSON results of vitest")
const read = (name: string): Results => JSON.parse(readFileSync(name, "utf8"))
const first = read(file)

if (option === "--files") console.log(filesToRerun(first).join("\n"))
else {
  if (option !== undefined)
    console.log(["failed at first, then ran again:", ...summarize(first).failures, ""].join("\n"))
  const summary = summarize(option === undefined ? first : withRerun(first, read(option)))
  console.log(format(summary))
  if (!isGood(summary)) process.exitCode = 1
}
