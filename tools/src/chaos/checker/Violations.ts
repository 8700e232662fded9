/** Functions that the checker's rules share. */

/** Returns the sentences whose rules are broken. */
export const violations = (
  ...rules: ReadonlyArray<readonly [holds: boolean, sentence: string]>
): ReadonlyArray<string> => rules.flatMap(([holds, sentence]) => (holds ? [] : [sentence]))

/** Returns the values that occurred before. */
export const duplicates = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.filter((value, index) => values.indexOf(value) !== index)
