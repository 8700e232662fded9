/** Summarizes a test run: the failed tests, and one machine-readable line. */
import { relative } from "node:path"

/** The part of Vitest's JSON results that this module uses. */
export interface Results {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: ReadonlyArray<{
    /** The absolute path of the test file. */
    readonly name: string
    readonly status: string
    /** The error of a file that failed to load. */
    readonly message?: string | undefined
    readonly assertionResults: ReadonlyArray<{
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: ReadonlyArray<string> | null | undefined
    }>
  }>
}

export interface Summary {
  readonly passed: number
  readonly failed: number
  /** Each failed test or file with the beginning of its error. */
  readonly failures: ReadonlyArray<string>
}

/** The number of lines of an error that the summary shows. */
const shownLines = 12

const failure = (file: string, test: string, error: string): string =>
  [
    `FAILED ${relative(process.cwd(), file)}${test === "" ? "" : ` > ${test}`}`,
    ...error.split("\n").slice(0, shownLines)
  ].join("\n    ")

/**
 * Counts the tests. A file that cannot be loaded counts as a failed test. So does a run that failed although all tests
 * passed, for example because of an error outside the tests.
 */
export const summarize = ({ numFailedTests, numPassedTests, success, testResults }: Results): Summary => {
  const unloaded = testResults.filter(
    ({ assertionResults, status }) => status === "failed" && !assertionResults.some((test) => test.status === "failed")
  )
  const failed = numFailedTests + unloaded.length
  return {
    passed: numPassedTests,
    failed: success ? failed : Math.max(failed, 1),
    failures: [
      ...unloaded.map(({ message, name }) => failure(name, "", message ?? "")),
      ...testResults.flatMap(({ assertionResults, name }) =>
        assertionResults
          .filter(({ status }) => status === "failed")
          .map(({ failureMessages, fullName }) => failure(name, fullName, failureMessages?.join("\n") ?? ""))
      )
    ]
  }
}

/** Prints the failures, and `N passed, N failed` on the last line. */
export const format = ({ failed, failures, passed }: Summary): string =>
  [...failures, `${passed} passed, ${failed} failed`].join("\n")

/** Returns true if at least one test passed and none failed. */
export const isGood = ({ failed, passed }: Summary): boolean => failed === 0 && passed > 0
