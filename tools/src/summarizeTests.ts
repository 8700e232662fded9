/** Prints a summary of vitest's JSON results, and fails if a test failed. */
import { readFileSync } from "node:fs"
import { format, isGood, summarize } from "./TestResults.ts"
import type { Results } from "./TestResults.ts"

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error("expected the file with the JSON results of vitest")
const results: Results = JSON.parse(readFileSync(file, "utf8"))
const summary = summarize(results)
console.log(format(summary))
if (!isGood(summary)) process.exitCode = 1
