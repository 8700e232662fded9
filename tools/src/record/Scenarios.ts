/** The scenarios that the sandbox lists. */
/** The scenario of a name. */
export const named = <A extends { readonly scenario: string }>(all: ReadonlyArray<A>, name: string): A => {
  const found = all.find(({ scenario }) => scenario === name)
  if (found === undefined) throw new Error(`the sandbox has no scenario ${name}`)
  return found
}
