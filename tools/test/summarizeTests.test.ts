/** The summary of a test run. */
import { assert, it } from "@effect/vitest"
import { resolve } from "node:path"
import { summarize } from "../src/summarizeTests.ts"
import type { TestResults } from "../src/summarizeTests.ts"

const file = (status: string, ...tests: ReadonlyArray<string>): TestResults["testResults"][number] => ({
  name: resolve("some.test.ts"),
  status,
  assertionResults: tests.map((test, number) => ({
    status: test,
    fullName: `the suite does ${number}`,
    ...(test === "failed" && { failureMessages: [`Error: expected ${number}\n    at some.test.ts:1:1`] })
  }))
})

const run = (success: boolean, ...testResults: TestResults["testResults"]): TestResults => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return { success, numPassedTests: tests.filter(({ status }) => status === "passed").length, testResults }
}

it.each<[what: string, results: TestResults, lines: ReadonlyArray<string>, isGood: boolean]>([
  ["is good if all tests passed", run(true, file("passed", "passed", "passed")), ["2 passed, 0 failed"], true],
  [
    "names each failed test and its reason",
    run(false, file("failed", "passed", "failed", "failed")),
    [
      "FAILED some.test.ts > the suite does 1: Error: expected 1",
      "FAILED some.test.ts > the suite does 2: Error: expected 2",
      "1 passed, 2 failed"
    ],
    false
  ],
  [
    "counts a file that cannot be loaded as a failed test",
    run(false, file("passed", "passed"), file("failed")),
    ["FAILED some.test.ts > cannot be loaded", "1 passed, 1 failed"],
    false
  ],
  [
    "is not good if an error occurred outside of tests",
    run(false, file("passed", "passed")),
    ["FAILED outside of tests", "1 passed, 1 failed"],
    false
  ],
  ["is not good if no test ran", run(true), ["0 passed, 0 failed"], false]
])("the summary of a run %s", (_, results, lines, isGood) => {
  assert.deepStrictEqual(summarize(results), { text: lines.join("\n"), isGood })
})
