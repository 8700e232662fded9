/** Placeholders in statements. Sheaf's have `?`, PostgreSQL expects `$1`, `$2` and so on. */

/** The maximum number of texts in the cache. Apart from lists of varying length, there are far fewer statements. */
const capacity = 1024

const known = new Map<string, string>()

/** Returns a statement's text with numbered placeholders. Strings in statements never contain a `?`. */
export const numberPlaceholders = (text: string): string => {
  const found = known.get(text)
  if (found !== undefined) return found
  let count = 0
  const result = text.replaceAll("?", () => `$${++count}`)
  if (known.size >= capacity) known.clear()
  known.set(text, result)
  return result
}
