/** Suggests the known word that a misspelled word was probably meant to be (spec 7). */

/** The maximum number of characters inserted, deleted or replaced in a misspelled word. */
export const maxEdits = 3

/** Returns the edit distance of two words (Levenshtein). */
export const editsBetween = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1]
    for (let to = 0; to < b.length; to++) {
      const replaced = (row[to] ?? 0) + (a[at] === b[to] ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Returns the nearest known word within {@link maxEdits} edits, if there is one. */
export const nearest = <Word extends string>(asked: string, known: ReadonlyArray<Word>): Word | undefined => {
  const near = known.flatMap((word) => {
    if (Math.abs(word.length - asked.length) > maxEdits) return []
    const edits = editsBetween(asked, word)
    return edits > maxEdits ? [] : [{ word, edits }]
  })
  return near.toSorted((one, other) => one.edits - other.edits)[0]?.word
}
