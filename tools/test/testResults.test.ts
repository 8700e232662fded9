/** The summary of a test run. */
import { resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { format, isGood, summarize } from "../src/TestResults.ts"
import type { Results } from "../src/TestResults.ts"

const file = (status: string, ...tests: ReadonlyArray<string>): Results["testResults"][number] => ({
  name: resolve("some.test.ts"),
  status,
  assertionResults: tests.map((test, number) => ({
    status: test,
    fullName: `the suite does ${number}`,
    failureMessages: test === "failed" ? ["AssertionError: expected 1\n    at a.ts:1:1"] : []
  }))
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
      "shows each failed test",
      {
        success: false,
        numPassedTests: 1,
        numFailedTests: 2,
        testResults: [file("failed", "passed", "failed", "failed")]
      },
      [
        "FAILED some.test.ts > the suite does 1",
        "    AssertionError: expected 1",
        "        at a.ts:1:1",
        "FAILED some.test.ts > the suite does 2",
        "    AssertionError: expected 1",
        "        at a.ts:1:1",
        "1 passed, 2 failed"
      ].join("\n"),
      false
    ],
    [
      "shows a file that failed to load as a failed test",
      {
        success: false,
        numPassedTests: 1,
        numFailedTests: 1,
        testResults: [
          file("passed", "passed"),
          { ...file("failed"), message: "SyntaxError: unexpected token" },
          file("failed", "failed")
        ]
      },
      [
        "FAILED some.test.ts",
        "    SyntaxError: unexpected token",
        "FAILED some.test.ts > the suite does 0",
        "    AssertionError: expected 1",
        "        at a.ts:1:1",
        "1 passed, 2 failed"
      ].join("\n"),
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
