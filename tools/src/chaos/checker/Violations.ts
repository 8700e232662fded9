/** What the rules of the checker share. */

/** Returns the sentences of the rules that do not hold. */
export const violations = (
  ...rules: ReadonlyArray<readonly [holds: boolean, sentence: string]>
): ReadonlyArray<string> => rules.flatMap(([holds, sentence]) => (holds ? [] : [sentence]))

/** Returns the values that occurred before. */
export const duplicates = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.filter((value, index) => values.indexOf(value) !== index)
