/** Monograms of companies without a logo. */

const wordsOf = (name: string): ReadonlyArray<string> => name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")

/** Returns a single letter, because two letters next to a company could be read as a country code. */
export const initialOf = (name: string): string => (Array.from(wordsOf(name).join(""))[0] ?? "?").toUpperCase()

/** Returns possible monograms, best first: the initials, then the first letter followed by each later letter. */
export const candidatesOf = (name: string): ReadonlyArray<string> => {
  const words = wordsOf(name)
  const [first = "?"] = words.join("")
  const initials = words.slice(0, 2).map((word) => Array.from(word)[0] ?? "")
  const letters = Array.from(words.join("")).slice(1)
  const pairs = letters.map((letter) => first + letter)
  return [...(words.length > 1 ? [initials.join("")] : []), ...pairs, first].map((text) => text.toUpperCase())
}

/** Returns a distinct monogram for each name, as far as the names' letters allow. */
export const monogramsOf = (names: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const taken = new Map<string, string>()
  for (const name of [...new Set(names)].toSorted()) {
    const candidates = candidatesOf(name)
    const used = new Set(taken.values())
    taken.set(name, candidates.find((each) => !used.has(each)) ?? candidates[0] ?? "")
  }
  return taken
}
