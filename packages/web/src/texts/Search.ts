/** Word search that ignores case, accents and punctuation. */

/** Splits a text into normalized words: `Långfors` and `langfors` are the same word. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")

/** True if every word of the query is the start of a word in the text, in any order. */
export const matches = (text: string, query: string): boolean => {
  const words = wordsOf(text)
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)))
}
