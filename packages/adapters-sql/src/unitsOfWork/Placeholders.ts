/** Converts Sheaf's `?` placeholders to PostgreSQL's `$1`, `$2` and so on. */

/**
 * The maximum number of cached statement texts. Sheaf has far fewer statements, apart from those that contain lists of
 * varying length.
 */
const capacity = 1024

const known = new Map<string, string>()

/** Assumes that no string literal in the statement contains a `?`. */
export const numberPlaceholders = (text: string): string => {
  const found = known.get(text)
  if (found !== undefined) return found
  let count = 0
  const result = text.replaceAll("?", () => `$${++count}`)
  if (known.size >= capacity) known.clear()
  known.set(text, result)
  return result
}
