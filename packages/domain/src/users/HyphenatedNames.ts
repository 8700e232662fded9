/**
 * Compares full names that contain hyphenated names (spec 2.6). A hyphenated name can be read as one word or as
 * several, so each one doubles the number of readings. Two full names match if, in some reading of both, one contains
 * the other. With crafted names, this search is as hard as Boolean satisfiability (SAT), so it works like a SAT solver:
 * it makes forced choices first, and then guesses.
 */

/** One reading of one hyphenated name: joined or split. */
interface Choice {
  readonly name: Name
  readonly words: ReadonlyArray<Word>
}

interface Name {
  readonly choices: ReadonlyArray<Choice>
  taken: Choice | undefined
}

/**
 * A word of either full name. The search looks for a reading in which the outer name contains every word of the inner
 * name. `inner` lists the choices that put this word into the inner name, `outer` those that put it into the outer
 * name.
 */
interface Word {
  readonly inner: Array<Choice>
  readonly outer: Array<Choice>
  /**
   * The choices in `outer` that split a hyphenated name into parts, one of which is this word. If one of these choices
   * is taken, the inner full name must also contain this word, because a hyphenated name never matches with only some
   * of its parts.
   */
  readonly splits: Array<Choice>
}

/**
 * Limits the work of a search. A search visits at most this many choices, plus `STEPS_PER_CHOICE` for each choice in
 * the two names. Then it gives up and reports no match. Real names take a few dozen visits; only maliciously crafted
 * texts reach the limit.
 */
const STEPS = 20_000
const STEPS_PER_CHOICE = 20

const isOpen = ({ name }: Choice): boolean => name.taken === undefined
const isTaken = (choice: Choice): boolean => choice.name.taken === choice

const read = (inner: string, outer: string) => {
  const words = new Map<string, Word>()
  const names: Array<Name> = []
  let choices = 0

  const wordOf = (text: string): Word => {
    const word = words.get(text) ?? { inner: [], outer: [], splits: [] }
    words.set(text, word)
    return word
  }
  const add = (text: string, side: "inner" | "outer"): number => {
    const written = text.split(" ").map((name) => name.split("-").filter((part) => part !== ""))
    const distinct = new Map(written.map((parts) => [parts.join("-"), parts]))
    distinct.delete("")
    for (const parts of distinct.values()) {
      const readings: Array<Choice> = []
      const name: Name = { choices: readings, taken: undefined }
      for (const texts of parts.length > 1 ? [[parts.join("")], parts] : [parts]) {
        const choice = { name, words: [...new Set(texts.map(wordOf))] }
        for (const word of choice.words) {
          word[side].push(choice)
          if (side === "outer" && readings.length === 1) word.splits.push(choice)
          choices += 1
        }
        readings.push(choice)
      }
      if (readings.length === 1) name.taken = readings[0]
      else names.push(name)
    }
    return distinct.size
  }
  const isEmpty = add(inner, "inner") === 0
  add(outer, "outer")
  return { words, names, choices, isEmpty }
}

/** Returns true if the two folded names can be read in such a way that `outer` contains every word of `inner`. */
export const isNameWithin = (inner: string, outer: string): boolean => {
  const { choices, isEmpty, names, words } = read(inner, outer)
  if (isEmpty) return false
  let stepsLeft = STEPS + choices * STEPS_PER_CHOICE

  const trail: Array<Name> = []
  const changed = new Set(words.values())
  const take = (choice: Choice): void => {
    choice.name.taken = choice
    trail.push(choice.name)
    for (const { words } of choice.name.choices) for (const word of words) changed.add(word)
  }
  /** Makes every choice that has no alternative. Returns false if a word is needed but no choice can provide it. */
  const provide = (askers: ReadonlyArray<Choice>, givers: ReadonlyArray<Choice>): boolean => {
    stepsLeft -= askers.length + givers.length
    if (givers.some(isTaken)) return true
    const [first, second] = givers.filter(isOpen)
    if (askers.some(isTaken)) {
      if (first === undefined) return false
      if (second === undefined) take(first)
    } else if (first === undefined) {
      for (const asker of askers.filter(isOpen))
        for (const choice of asker.name.choices) if (choice !== asker) take(choice)
    }
    return true
  }
  const propagate = (): boolean => {
    for (const word of changed) {
      changed.delete(word)
      if (stepsLeft < 0 || !provide(word.inner, word.outer) || !provide(word.splits, word.inner)) return false
    }
    return true
  }

  if (!propagate()) return false
  const order = namesByGroup(names)
  const guesses: Array<{ readonly at: number; readonly depth: number }> = []
  for (let at = 0; at < order.length;) {
    const [joined] = order[at]?.choices ?? []
    if (joined === undefined || !isOpen(joined)) {
      at++
      continue
    }
    guesses.push({ at, depth: trail.length })
    take(joined)
    while (!propagate()) {
      const guess = guesses.pop()
      if (guess === undefined || stepsLeft < 0) return false
      for (const name of trail.splice(guess.depth)) name.taken = undefined
      changed.clear()
      at = guess.at
      const [, split] = order[at]?.choices ?? []
      if (split !== undefined) take(split)
    }
  }
  return true
}

/**
 * Sorts the undecided names so that those that share words are next to each other. A wrong guess about one name then
 * soon leads to a contradiction.
 */
const namesByGroup = (names: ReadonlyArray<Name>): ReadonlyArray<Name> => {
  const order = new Set<Name>()
  const seen = new Set<Word>()
  for (const first of names) {
    const pending = [first]
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (name.taken !== undefined || order.has(name)) continue
      order.add(name)
      for (const word of name.choices.flatMap(({ words }) => words)) {
        if (seen.has(word)) continue
        seen.add(word)
        for (const choice of [...word.inner, ...word.outer]) pending.push(choice.name)
      }
    }
  }
  return [...order]
}
