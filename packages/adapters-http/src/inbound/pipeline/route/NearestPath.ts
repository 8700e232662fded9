/** Finds the path that a client probably meant (spec 7). */

/** A longer path cannot be a misspelling of one in the contract. */
const maxPath = 256

/** How many characters may be inserted, deleted or replaced in a misspelled path. */
const maxEdits = 3

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((segment) => segment !== "")

const isParameter = (segment: string): boolean => segment.startsWith(":")

/** Returns the edit distance of two words (Levenshtein). */
const editsBetween = (a: string, b: string): number => {
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

/** Returns the edit distance between a path and a template, or more than {@link maxEdits} if they are not alike. */
const distanceTo = (asked: ReadonlyArray<string>, template: ReadonlyArray<string>): number => {
  if (asked.length !== template.length) return Infinity
  let edits = 0
  for (const [index, segment] of template.entries()) {
    if (isParameter(segment)) continue
    const word = asked[index] ?? ""
    if (Math.abs(word.length - segment.length) > maxEdits) return Infinity
    const own = editsBetween(word, segment.toLowerCase())
    if (own * 2 > segment.length) return Infinity
    edits += own
  }
  return edits
}

/**
 * Returns the template that is closest to a path, with parameters in braces. Parameters match any value. The result
 * never contains the client's value.
 *
 * @example `nearest("/Collections/", ["/collections", "/users"])` returns `/collections`.
 */
export const nearest = (target: string, templates: ReadonlyArray<string>): string | undefined => {
  const [path = ""] = target.split("?", 1)
  if (path.length > maxPath) return undefined
  const asked = segmentsOf(path.toLowerCase())
  let best: string | undefined
  let least = maxEdits + 1
  for (const template of asked.length === 0 ? [] : templates) {
    const edits = distanceTo(asked, segmentsOf(template))
    if (edits < least) [best, least] = [template, edits]
  }
  return best?.replace(/:([A-Za-z]+)/g, "{$1}")
}
