/**
 * Finds patterns in layouts that can take exponential time. JavaScript tries every way to match a text, so if a group
 * can match the same text in several ways, each repetition of the group multiplies the attempts.
 */

/** Returns the quantifier at this position, if any, without the `?` that makes it lazy. */
const quantifierAt = (pattern: string, at: number): string =>
  /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(pattern.slice(at))?.[0] ?? ""

const repeats = (quantifier: string): boolean => !["", "?", "{0}", "{1}", "{0,1}"].includes(quantifier)

const varies = (quantifier: string): boolean => quantifier !== "" && !/^\{\d+\}$/.test(quantifier)

const afterAtom = (pattern: string, at: number): number => {
  if (pattern[at] === "\\") return at + 2
  if (pattern[at] !== "[") return at + 1
  for (let end = at + 1; end < pattern.length; end += pattern[end] === "\\" ? 2 : 1) {
    if (pattern[end] === "]") return end + 1
  }
  return pattern.length
}

/**
 * Returns true if the pattern repeats a group that contains alternatives or a part of varying length. The pattern must
 * be valid.
 *
 * @example canExplode("(\\w+ ?)+,") // true
 * @example canExplode("(\\d{3} )*\\d+") // false
 */
export const canExplode = (pattern: string): boolean => {
  /** For each open group: true if it can match a text in several ways. */
  const open: Array<boolean> = [false]
  let at = 0
  while (at < pattern.length) {
    const character = pattern[at]
    let isAmbiguous = false
    if (character === "(") {
      open.push(false)
      at += 1
      // The prefix of a group, such as `?:` or `?<name>`, is not a quantifier.
      at += /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(pattern.slice(at))?.[0].length ?? 0
      continue
    }
    if (character === ")") {
      isAmbiguous = open.pop() ?? false
      at += 1
    } else if (character === "|") {
      open[open.length - 1] = true
      at += 1
      continue
    } else {
      at = afterAtom(pattern, at)
    }
    const quantifier = quantifierAt(pattern, at)
    if (isAmbiguous && repeats(quantifier)) return true
    if (isAmbiguous || varies(quantifier)) open[open.length - 1] = true
    at += quantifier.length
    if (quantifier !== "" && pattern[at] === "?") at += 1
  }
  return false
}
