/** Placeholders of statements. Sheaf writes `?`, and PostgreSQL expects `$1`, `$2` and so on. */

/** The largest number of texts to remember. Sheaf's own statements are far fewer, unless a list's length varies. */
const capacity = 1024

const known = new Map<string, string>()

/** Returns a statement's text with numbered placeholders. No statement of Sheaf contains a `?` in a string. */
export const numberPlaceholders = (text: string): string => {
  const found = known.get(text)
  if (found !== undefined) return found
  let count = 0
  const result = text.replaceAll("?", () => `$${++count}`)
  if (known.size >= capacity) known.clear()
  known.set(text, result)
  return result
}
