/** Runs fewer cases outside CI, in test suites that run many collections. */

export const isCi = process.env["CI"] === "true"

/** Returns all cases in CI. Elsewhere, skips a case if all of its keys already occur in earlier cases. */
export const selectCases = <A>(
  cases: ReadonlyArray<A>,
  keysOf: (each: A) => ReadonlyArray<string>
): ReadonlyArray<A> => {
  if (isCi) return cases
  const covered = new Set<string>()
  return cases.filter((each) => {
    const before = covered.size
    for (const key of keysOf(each)) covered.add(key)
    return covered.size > before
  })
}
