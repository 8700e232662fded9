/** Runs fewer cases outside CI, in test suites that run many collections. */

export const isCi = process.env["CI"] === "true"

/** Outside CI, returns only cases with a key that no earlier case has. */
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
