/** Finds the path that a client probably meant (spec 7). */
import { editsBetween, maxEdits } from "@sheaf/domain/Spelling"

/** Longer paths cannot be misspellings of a path in the contract. */
const maxPath = 256

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((segment) => segment !== "")

const isParameter = (segment: string): boolean => segment.startsWith(":")

/**
 * Returns the edit distance between a path and a template, or a number above {@link maxEdits} if they are too
 * different.
 */
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
 * Returns the template closest to a path, for example `/collections` for `/Collections/`. Parameters match any value
 * and stay in braces, so the result never contains a value from the client.
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
