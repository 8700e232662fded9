/** What became of a run of the tests, in one line that a machine can read. */

/** What is needed of the results that vitest writes as JSON. */
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
 * Counts the tests. A file that could not be loaded counts as one that failed, and so does a run that was no success
 * though each of its tests passed, for example because of an error outside of them.
 */
export const summarize = ({ numFailedTests, numPassedTests, success, testResults }: Results): Summary => {
  const unloaded = testResults.filter(
    ({ assertionResults, status }) => status === "failed" && !assertionResults.some((test) => test.status === "failed")
  )
  const failed = numFailedTests + unloaded.length
  return { passed: numPassedTests, failed: success ? failed : Math.max(failed, 1) }
}

/** `N passed, N failed`. */
export const format = ({ failed, passed }: Summary): string => `${passed} passed, ${failed} failed`

/** Whether something was tested, and nothing failed. */
export const isGood = ({ failed, passed }: Summary): boolean => failed === 0 && passed > 0
