/**
 * Counts the tests in the JSON results of vitest, and names the failed ones. Exits with a failure if a test failed or
 * if no test ran.
 */
import { readFileSync } from "node:fs"
import { relative } from "node:path"

export interface TestResults {
  readonly success: boolean
  readonly numPassedTests: number
  readonly testResults: ReadonlyArray<{
    /** The absolute path of the test file. */
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<{
      readonly status: string
      readonly fullName: string
      /** Each message ends with its stack trace. */
      readonly failureMessages?: ReadonlyArray<string>
    }>
  }>
}

const reasonOf = (messages: ReadonlyArray<string> = []): string =>
  messages.map((message) => `: ${message.split("\n", 1).join("")}`).join("")

/**
 * Returns one line for each failure with its reason, followed by `N passed, N failed`. A file that cannot be loaded
 * counts as a failed test, and so does a run that failed although all tests passed, for example because of an error
 * outside the tests.
 */
export const summarize = ({ numPassedTests, success, testResults }: TestResults) => {
  const failures = testResults.flatMap(({ assertionResults, name, status }) => {
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ failureMessages, fullName }) => fullName + reasonOf(failureMessages))
    const shown = failed.length === 0 && status === "failed" ? ["cannot be loaded"] : failed
    return shown.map((what) => `FAILED ${relative(process.cwd(), name)} > ${what}`)
  })
  if (!success && failures.length === 0) failures.push("FAILED outside of tests")
  const lines = [...failures, `${numPassedTests} passed, ${failures.length} failed`]
  return { text: lines.join("\n"), isGood: failures.length === 0 && numPassedTests > 0 }
}

if (import.meta.main) {
  const [file = ""] = process.argv.slice(2)
  const results: TestResults = JSON.parse(readFileSync(file, "utf8"))
  const { isGood, text } = summarize(results)
  console.log(text)
  if (!isGood) process.exitCode = 1
}
