/** Shortens test suites that run many collections. */

/** True in CI, where all cases of all suites run. */
export const isCi = process.env["CI"] === "true"

/** In CI, returns all cases. Elsewhere, returns only the first case for each key. */
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
