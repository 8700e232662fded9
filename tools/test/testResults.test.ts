/** The one-line summary of a test run. */
import { assert, describe, it } from "@effect/vitest"
import { format, isGood, summarize } from "../src/TestResults.ts"
import type { Results } from "../src/TestResults.ts"

const file = (status: string, ...tests: ReadonlyArray<string>): Results["testResults"][number] => ({
  status,
  assertionResults: tests.map((test) => ({ status: test }))
})

describe("the summary of a run", () => {
  it.each<[string, Results, string, boolean]>([
    [
      "is good if all tests passed",
      { success: true, numPassedTests: 2, numFailedTests: 0, testResults: [file("passed", "passed", "passed")] },
      "2 passed, 0 failed",
      true
    ],
    [
      "counts each failed test",
      {
        success: false,
        numPassedTests: 1,
        numFailedTests: 2,
        testResults: [file("failed", "passed", "failed", "failed")]
      },
      "1 passed, 2 failed",
      false
    ],
    [
      "counts a file that failed to load as a failed test",
      {
        success: false,
        numPassedTests: 1,
        numFailedTests: 1,
        testResults: [file("passed", "passed"), file("failed"), file("failed", "failed")]
      },
      "1 passed, 2 failed",
      false
    ],
    [
      "is not good if an error occurred outside of tests",
      {
        success: false,
        numPassedTests: 3,
        numFailedTests: 0,
        testResults: [file("passed", "passed", "passed", "passed")]
      },
      "3 passed, 1 failed",
      false
    ],
    [
      "is not good if no test ran",
      { success: true, numPassedTests: 0, numFailedTests: 0, testResults: [] },
      "0 passed, 0 failed",
      false
    ]
  ])("%s", (_, results, line, good) => {
    const summary = summarize(results)
    assert.strictEqual(format(summary), line)
    assert.strictEqual(isGood(summary), good)
  })
})
