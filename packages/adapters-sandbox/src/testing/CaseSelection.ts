/** Runs fewer cases outside CI, in test suites that run many collections. */

export const isCi = process.env["CI"] === "true"

/** Outside CI, keeps a case only if at least one of its keys does not occur in an earlier case. */
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
