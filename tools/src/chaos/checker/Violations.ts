/** Functions that the checker's rules share. */

export const violations = (
  ...rules: ReadonlyArray<readonly [holds: boolean, sentence: string]>
): ReadonlyArray<string> => rules.flatMap(([holds, sentence]) => (holds ? [] : [sentence]))

export const duplicates = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.filter((value, index) => values.indexOf(value) !== index)
