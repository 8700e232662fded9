/** Summarizes a test run in one machine-readable line. */

/** The part of Vitest's JSON results that this module uses. */
export interface Results {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: ReadonlyArray<{
    readonly status: string
    readonly assertionResults: ReadonlyArray<{ readonly status: string }>
  }>
}

export interface Summary {
  readonly passed: number
  readonly failed: number
}

/**
 * Counts the tests. A file that cannot be loaded counts as a failed test. So does a run that failed although all tests
 * passed, for example because of an error outside the tests.
 */
export const summarize = ({ numFailedTests, numPassedTests, success, testResults }: Results): Summary => {
  const unloaded = testResults.filter(
    ({ assertionResults, status }) => status === "failed" && !assertionResults.some((test) => test.status === "failed")
  )
  const failed = numFailedTests + unloaded.length
  return { passed: numPassedTests, failed: success ? failed : Math.max(failed, 1) }
}

/** Prints `N passed, N failed`. */
export const format = ({ failed, passed }: Summary): string => `${passed} passed, ${failed} failed`

/** Returns true if at least one test passed and none failed. */
export const isGood = ({ failed, passed }: Summary): boolean => failed === 0 && passed > 0
