/**
 * Names with hyphens: a search for readings of two names such that one name contains the other (spec 2.6).
 *
 * Each hyphenated name is read as either joined or split, so every such name doubles the number of readings. Two
 * crafted names can even encode any satisfiability problem. Like a solver for such problems, the search makes the
 * forced choices first and guesses only the rest.
 */

/** One reading of a name: joined or split. */
interface Choice {
  readonly name: Name
  readonly words: ReadonlyArray<Word>
}

interface Name {
  readonly choices: ReadonlyArray<Choice>
  taken: Choice | undefined
}

/** A word, with every choice that puts it into one of the two full names. */
interface Word {
  readonly inner: Array<Choice>
  readonly outer: Array<Choice>
  /** The choices in `outer` that split a name: all parts of such a name must be in the inner full name. */
  readonly splits: Array<Choice>
}

/**
 * The number of visited choices after which a search gives up without a match, in addition to `STEPS_PER_CHOICE` for
 * each choice of the two names. People's names need a few dozen. Only texts crafted for this purpose reach the limit.
 */
const STEPS = 20_000
const STEPS_PER_CHOICE = 20

const isOpen = ({ name }: Choice): boolean => name.taken === undefined
const isTaken = (choice: Choice): boolean => choice.name.taken === choice

/** Returns the words of both full names, and the names that can be read in two ways. `choices` counts the readings' words. */
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

/** Returns whether some reading of both folded names puts all words of `inner` into `outer`. */
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
  /** Ensures that every word from an asker has a giver. Takes the choices that have no alternative. */
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

/** Puts undecided names that share words next to each other, so that a wrong guess shows up soon. */
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
