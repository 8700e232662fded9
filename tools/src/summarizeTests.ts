/** Prints what became of the tests, from the file with vitest's results that it is given; fails when they did. */
import { readFileSync } from "node:fs"
import { format, isGood, summarize } from "./TestResults.ts"

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error("say which file holds the results that vitest wrote as JSON")
const summary = summarize(JSON.parse(readFileSync(file, "utf8")))
console.log(format(summary))
if (!isGood(summary)) process.exitCode = 1
